import type { FastifyInstance } from 'fastify';
import { toFailureResponse } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { computeContentIdempotencyKey } from '#server/http/idempotency.ts';
import { type CallRoute, runCall } from '#server/http/registry.ts';
import { anonymousCaller } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';

const enquirePath = '/api/v2/lead/enquire/';
const fields = ['listing_id', 'agent_id', 'name', 'phone', 'email', 'message', 'may_call', 'website'] as const;

/** Accepts only the address of a page of this site with the form as the redirect target. */
const backTo = (given: unknown): string => (typeof given === 'string' && /^\/(property|agents)\/[\w\-/%.]+$/.test(given) ? given : '/listings');

/**
 * The enquiry form without scripts: the same call as with scripts, for an anonymous visitor, answered by a redirect to its page. It uses no session,
 * so another site cannot act in a person's name. A repeated submission counts once.
 */
export async function enquiryRoutes(app: FastifyInstance, services: RunningServices, served: readonly CallRoute[]): Promise<void> {
  const route = served.find((one) => one.call.path === enquirePath);
  if (!route) return;
  app.post<{ Body: Record<string, unknown> }>('/enquire', { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }, async (request, reply) => {
    const given = request.body ?? {};
    const body: Record<string, unknown> = {};
    for (const name of fields) if (typeof given[name] === 'string' && given[name] !== '') body[name] = given[name];
    const back = backTo(given.back);
    try {
      await runCall(route, services.database.db, anonymousCaller, getRequestOrigin(request), {
        body,
        key: computeContentIdempotencyKey(services.secret, route.call, body),
      });
      return reply.redirect(`${back}?enquiry=sent#enquiry`, 303);
    } catch (problem) {
      const answer = toFailureResponse(problem);
      if (answer.fault) request.log.error({ err: problem }, 'an enquiry could not be saved');
      return reply.redirect(`${back}?enquiry=failed#enquiry`, 303);
    }
  });
}
