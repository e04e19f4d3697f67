import type { FastifyInstance } from 'fastify';
import { collectionCalls } from '#contract/collection/calls.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { answerFor } from '#server/http/answer.ts';
import { originOf } from '#server/http/http.ts';
import { opened } from '#server/http/json-text.ts';
import { keyOfContent } from '#server/http/once.ts';
import { type Route, run } from '#server/http/registry.ts';
import { type Db, nobody, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { phoneMark } from './phones.ts';

const text = (given: unknown): string => (typeof given === 'string' ? given.trim() : '');
/** What the page says of it, by the field that was wrong. */
function problemOf(problem: unknown): 'phone' | 'amount' | 'busy' | 'failed' {
  if (!(problem instanceof Refusal)) return 'failed';
  const { fields = {} } = problem.extra;
  if ('phone' in fields) return 'phone';
  if ('cents' in fields) return 'amount';
  return problem.failure === 'tooMany' || problem.failure === 'conflict' ? 'busy' : 'failed';
}
/** The last prompt of this phone for this invoice that is over, however it ended: what is pressed after it is a new try, not the same one twice. */
async function lastOver(db: Db, { invoice_id, phone }: { readonly invoice_id: number; readonly phone: string }): Promise<number | null> {
  const mark = phoneMark(phone);
  if (mark === null) return null;
  const last = await everything(db, 'push_invoice', 'whether the same form is a new try')
    .select()
    .select((eb) => eb.fn.max('push_id').as('id'))
    .where('invoice_id', '=', invoice_id)
    .where('phone_mark', '=', mark)
    .where('open', '=', false)
    .executeTakeFirst();
  return last?.id ?? null;
}

/**
 * Paying an invoice by its link where no script runs: the same call as scripts make, for a stranger, answered by the page it came from, which
 * says how the payment stands each time it is loaded. Pressed twice while it rings, it rings once.
 */
export async function plainPayRoutes(app: FastifyInstance, house: House, served: readonly Route[]): Promise<void> {
  const route = served.find((one) => one.call.path === collectionCalls.payOpen.path);
  if (!route) return;
  app.post<{ Body: Record<string, unknown> }>('/pay', { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }, async (request, reply) => {
    const given = request.body ?? {};
    const [id, token] = [text(given.invoice_id), text(given.token)];
    if (!/^[1-9]\d{0,14}$/.test(id) || !/^[\w-]{1,200}$/.test(token)) return reply.redirect('/', 303);
    const page = `/auth/invoice/${token}/${id}`;
    try {
      const body = { invoice_id: Number(id), token, cents: parseMoney(text(given.shillings)) ?? 0, phone: text(given.phone) };
      const key = keyOfContent(house.secret, route.call, { ...body, after: await lastOver(house.database.db, body) });
      const answer = await run(route, house.database.db, nobody, originOf(request), { body, key });
      const { code } = collectionCalls.payOpen.result.parse(opened(answer));
      return reply.redirect(`${page}?pay=${code}`, 303);
    } catch (problem) {
      if (answerFor(problem).fault) request.log.error({ err: problem }, 'a payment could not be begun');
      return reply.redirect(`${page}?problem=${problemOf(problem)}`, 303);
    }
  });
}
