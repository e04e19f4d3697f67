import { askedFor, b2cOf, type ResultCallback, statusOf } from '#contract/daraja/results.ts';
import type { ArrivalResult } from '#contract/payment/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { AccountRow } from './accounts.ts';

type Answered = { readonly state: 'done' | 'unrouted'; readonly result: ArrivalResult; readonly external?: string | null };

/** A payout's result belongs to who paid out; so does the answer to their question what became of it, which names the payout beside itself. */
export async function payoutAnswered(ctx: Ctx, account: AccountRow, said: ResultCallback): Promise<Answered> {
  // Payouts leave the platform's paybill alone; a company that connected its own knows the path of that one.
  if (account.company_id !== null) return { state: 'unrouted', result: 'other_paybill' };
  const { timedOut } = said;
  const asked = askedFor(said);
  // That a question timed out says nothing about the payout: it is asked again.
  if (asked !== null) return timedOut ? { state: 'done', result: 'busy' } : payoutAsked(ctx, said, asked);
  await happened(ctx, 'payout.answered', {
    conversationId: said.conversation,
    originator: said.originator,
    code: timedOut ? 'timeout' : said.code,
    receipt: said.transaction,
    text: said.text,
    cents: b2cOf(said).cents,
  });
  return { state: 'done', result: `code:${said.code}`, external: said.transaction };
}
/** That the question was answered says nothing by itself: the payout is there where its status is Completed, has failed where it says so, else nobody knows. */
async function payoutAsked(ctx: Ctx, said: ResultCallback, originator: string): Promise<Answered> {
  const of = statusOf(said);
  const failed = /fail|cancel|declin|expired/i.test(of.status ?? '');
  if (said.outcome !== 'paid' || (!of.completed && !failed))
    return { state: 'done', result: said.outcome === 'paid' ? `status:${of.status ?? 'unknown'}` : `code:${said.code}` };
  const code = of.completed ? '0' : 'failed';
  await happened(ctx, 'payout.answered', {
    conversationId: null,
    originator,
    code,
    receipt: of.receipt,
    text: of.status ?? said.text,
    cents: of.cents,
  });
  return { state: 'done', result: `status:${of.status}`, external: of.receipt };
}
