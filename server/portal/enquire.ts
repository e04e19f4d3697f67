import type { FastifyInstance } from 'fastify';
import { answerFor } from '#server/http/answer.ts';
import { originOf } from '#server/http/http.ts';
import { keyOfContent } from '#server/http/once.ts';
import { type Route, run } from '#server/http/registry.ts';
import { nobody } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';

const enquirePath = '/api/v2/lead/enquire/';
const fields = ['listing_id', 'agent_id', 'name', 'phone', 'email', 'message', 'may_call', 'website'] as const;

/** Only back to a page of ours that has the form. */
const backTo = (given: unknown): string => (typeof given === 'string' && /^\/(property|agents)\/[\w\-/%.]+$/.test(given) ? given : '/listings');

/**
 * The enquiry form where no script runs: the same call as scripts make, for a stranger, answered by the page it came from. No session is
 * looked at, so there is nothing another site could do in somebody's name. Pressed twice, or sent again by the browser, it is taken once.
 */
export async function enquireRoutes(app: FastifyInstance, house: House, served: readonly Route[]): Promise<void> {
  const route = served.find((one) => one.call.path === enquirePath);
  if (!route) return;
  app.post<{ Body: Record<string, unknown> }>('/enquire', { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }, async (request, reply) => {
    const given = request.body ?? {};
    const body: Record<string, unknown> = {};
    for (const name of fields) if (typeof given[name] === 'string' && given[name] !== '') body[name] = given[name];
    const back = backTo(given.back);
    try {
      await run(route, house.database.db, nobody, originOf(request), { body, key: keyOfContent(house.secret, route.call, body) });
      return reply.redirect(`${back}?enquiry=sent#enquiry`, 303);
    } catch (problem) {
      const answer = answerFor(problem);
      if (answer.fault) request.log.error({ err: problem }, 'an enquiry could not be taken');
      return reply.redirect(`${back}?enquiry=failed#enquiry`, 303);
    }
  });
}
