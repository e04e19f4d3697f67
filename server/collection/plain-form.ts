import type { FastifyInstance } from 'fastify';
import { collectionCalls } from '#contract/collection/calls.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { toFailureResponse } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { computeContentIdempotencyKey } from '#server/http/idempotency.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { type CallRoute, runCall } from '#server/http/registry.ts';
import { anonymousCaller, type Db, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { makePhoneBlindMark } from './phones.ts';

const text = (given: unknown): string => (typeof given === 'string' ? given.trim() : '');
/** The field of the form that has the error. */
function problemOf(problem: unknown): 'phone' | 'amount' | 'busy' | 'failed' {
  if (!(problem instanceof Refusal)) return 'failed';
  const { fields = {} } = problem.extra;
  if ('phone' in fields) return 'phone';
  if ('cents' in fields) return 'amount';
  return problem.failure === 'tooMany' || problem.failure === 'conflict' ? 'busy' : 'failed';
}
/** The latest finished prompt of this phone for this invoice: what is submitted after it is a new attempt, not a duplicate. */
async function lastOver(db: Db, { invoice_id, phone }: { readonly invoice_id: number; readonly phone: string }): Promise<number | null> {
  const mark = makePhoneBlindMark(phone);
  if (mark === null) return null;
  const last = await unscopedTable(db, 'push_invoice', 'checks whether the same form is a new attempt')
    .select()
    .select((eb) => eb.fn.max('push_id').as('id'))
    .where('invoice_id', '=', invoice_id)
    .where('phone_mark', '=', mark)
    .where('open', '=', false)
    .executeTakeFirst();
  return last?.id ?? null;
}

/**
 * Paying an invoice by its link without scripts: the same call as with scripts, for an anonymous caller, answered by the page that it was sent from,
 * which shows the progress each time it is loaded. Submitting twice sends one prompt.
 */
export async function noScriptPaymentRoutes(app: FastifyInstance, services: RunningServices, served: readonly CallRoute[]): Promise<void> {
  const route = served.find((one) => one.call.path === collectionCalls.publicPay.path);
  if (!route) return;
  app.post<{ Body: Record<string, unknown> }>('/pay', { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }, async (request, reply) => {
    const given = request.body ?? {};
    const [id, token] = [text(given.invoice_id), text(given.token)];
    if (!/^[1-9]\d{0,14}$/.test(id) || !/^[\w-]{1,200}$/.test(token)) return reply.redirect('/', 303);
    const page = `/auth/invoice/${token}/${id}`;
    try {
      const body = { invoice_id: Number(id), token, cents: parseMoney(text(given.shillings)) ?? 0, phone: text(given.phone) };
      const key = computeContentIdempotencyKey(services.secret, route.call, { ...body, after: await lastOver(services.database.db, body) });
      const answer = await runCall(route, services.database.db, anonymousCaller, getRequestOrigin(request), { body, key });
      const { code } = collectionCalls.publicPay.result.parse(parseJsonText(answer));
      return reply.redirect(`${page}?pay=${code}`, 303);
    } catch (problem) {
      if (toFailureResponse(problem).fault) request.log.error({ err: problem }, 'a payment could not be started');
      return reply.redirect(`${page}?problem=${problemOf(problem)}`, 303);
    }
  });
}
