import type { InboundResult } from '#contract/collection/kinds.ts';
import { parseB2cResult, parseStatusResult, type ResultCallback, readRequestedReceipt } from '#contract/daraja/results.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';

type Answered = { readonly state: 'done' | 'unrouted'; readonly result: InboundResult; readonly external?: string | null };

/** A result of M-Pesa about an outgoing transfer, or the answer to a query about one, which names that transfer. Its purpose is notified. */
export async function onTransferResultReceived(ctx: Ctx, account: { readonly company_id: number | null }, said: ResultCallback): Promise<Answered> {
  // Results are accepted only at the callback address of the platform's paybill. A company with its own paybill has only the address of its own.
  if (account.company_id !== null) return { state: 'unrouted', result: 'other_paybill' };
  const { timedOut } = said;
  const asked = readRequestedReceipt(said);
  // A query that timed out does not show the state of the transfer, so it is repeated.
  if (asked !== null) return timedOut ? { state: 'done', result: 'busy' } : payoutAsked(ctx, said, asked);
  await publishEvent(ctx, 'payout.answered', {
    conversationId: said.conversation,
    originator: said.originator,
    code: timedOut ? 'timeout' : said.code,
    receipt: said.transaction,
    text: said.text,
    cents: parseB2cResult(said).cents,
  });
  return { state: 'done', result: `code:${said.code}`, external: said.transaction };
}
/** The answer to a query: Completed is paid, a failed status is a failure, and any other status leaves the transfer unknown. */
async function payoutAsked(ctx: Ctx, said: ResultCallback, originator: string): Promise<Answered> {
  const of = parseStatusResult(said);
  const failed = /fail|cancel|declin|expired/i.test(of.status ?? '');
  if (said.outcome !== 'paid' || (!of.completed && !failed))
    return { state: 'done', result: said.outcome === 'paid' ? `status:${of.status ?? 'unknown'}` : `code:${said.code}` };
  const code = of.completed ? '0' : 'failed';
  await publishEvent(ctx, 'payout.answered', {
    conversationId: null,
    originator,
    code,
    receipt: of.receipt,
    text: of.status ?? said.text,
    cents: of.cents,
  });
  return { state: 'done', result: `status:${of.status}`, external: of.receipt };
}
