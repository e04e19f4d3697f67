import type { FastifyInstance } from 'fastify';
import { parseMoney } from '#contract/money/parse.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { answerFor } from '#server/http/answer.ts';
import { originOf } from '#server/http/http.ts';
import { opened } from '#server/http/json-text.ts';
import { keyOfContent } from '#server/http/once.ts';
import { type Route, run } from '#server/http/registry.ts';
import { nobody, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';

const text = (given: unknown): string => (typeof given === 'string' ? given.trim() : '');
/** What the page says of it, by the field that was wrong. */
function problemOf(problem: unknown): 'phone' | 'amount' | 'busy' | 'failed' {
  if (!(problem instanceof Refusal)) return 'failed';
  const { fields = {} } = problem.extra;
  if ('phone' in fields) return 'phone';
  if ('cents' in fields) return 'amount';
  return problem.failure === 'tooMany' || problem.failure === 'conflict' ? 'busy' : 'failed';
}

/**
 * Paying an invoice by its link where no script runs: the same call as scripts make, for a stranger, answered by the page it came from, which
 * says how the payment stands each time it is loaded. Pressed twice, it rings once.
 */
export async function plainPayRoutes(app: FastifyInstance, house: House, served: readonly Route[]): Promise<void> {
  const route = served.find((one) => one.call.path === paymentCalls.payOpen.path);
  if (!route) return;
  app.post<{ Body: Record<string, unknown> }>('/pay', { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }, async (request, reply) => {
    const given = request.body ?? {};
    const [id, token] = [text(given.invoice_id), text(given.token)];
    if (!/^[1-9]\d{0,14}$/.test(id) || !/^[\w-]{1,200}$/.test(token)) return reply.redirect('/', 303);
    const page = `/auth/invoice/${token}/${id}`;
    try {
      const body = { invoice_id: Number(id), token, cents: parseMoney(text(given.shillings)) ?? 0, phone: text(given.phone) };
      const answer = await run(route, house.database.db, nobody, originOf(request), { body, key: keyOfContent(house.secret, route.call, body) });
      const { code } = paymentCalls.payOpen.result.parse(opened(answer));
      return reply.redirect(`${page}?pay=${code}`, 303);
    } catch (problem) {
      if (answerFor(problem).fault) request.log.error({ err: problem }, 'a payment could not be begun');
      return reply.redirect(`${page}?problem=${problemOf(problem)}`, 303);
    }
  });
}
