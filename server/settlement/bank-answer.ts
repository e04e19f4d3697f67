import type { Input, Result } from '#contract/kernel/call.ts';
import { kesPlain } from '#contract/money/format.ts';
import { type AnswerLine, answerMost, readAnswer } from '#contract/settlement/bank-answer.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { confirm, fail } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { lockTransfer } from './attempts.ts';
import { isOthers } from './bank.ts';
import { openError } from './error-rows.ts';
import { payoutTransfers } from './transfers.ts';

type Calls = typeof settlementCalls;
type Answered = Result<Calls['confirmations']>;
type Row = Answered['rows'][number];
const why = 'the bank’s answer, by who may settle';
const shown = 200;

const transferOf = (ctx: Ctx, code: string) =>
  everything(ctx.db, 'settlement_transaction', why)
    .select()
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .innerJoin('company', 'company.id', 'settlement_payment.company_id')
    .select([
      'settlement_transaction.id',
      'settlement_transaction.settlement_id',
      'settlement_transaction.cents',
      'settlement_transaction.status',
      'settlement_transaction.rail',
      'company.name',
    ])
    .where('settlement_transaction.code', '=', code)
    .executeTakeFirst();
type Found = NonNullable<Awaited<ReturnType<typeof transferOf>>>;
type Judged = Pick<Row, 'becomes' | 'why'> & { readonly otherSum?: true };
/** What a line would come to; nothing is booked by asking. */
function judge(line: AnswerLine, found: Found | undefined): Judged {
  const unread = (text: string): Judged => ({ becomes: 'unread', why: text });
  if (found?.rail !== 'bank') return unread(m.settlement_line_unknown());
  if (line.amount && line.cents !== found.cents) return { becomes: 'error', why: otherSum(line, found), otherSum: true };
  if (line.said === null) return unread(m.settlement_line_status());
  const was = found.status;
  if (was === (line.said === 'paid' ? 'confirmed' : 'failed')) return { becomes: 'known', why: line.reason || null };
  if (line.said === 'failed' && was === 'confirmed') return { becomes: 'error', why: m.settlement_line_back() };
  if (line.said === 'paid' && was === 'failed') return { becomes: 'error', why: m.settlement_line_after_all() };
  return { becomes: line.said === 'paid' ? 'confirmed' : 'failed', why: line.reason || null };
}
const otherSum = (line: AnswerLine, { cents }: Found): string =>
  m.settlement_bank_amount({ said: line.cents === null ? line.amount : kesPlain(line.cents), sent: kesPlain(cents) });

/** Books one line as it was judged. What the bank says twice, or otherwise than before, is known or an error of its own: that is answered. */
async function take(ctx: Ctx, line: AnswerLine, found: Found, judged: Judged): Promise<Row['becomes']> {
  const { id } = found;
  if (judged.becomes === 'unread') return judged.becomes;
  if (judged.otherSum) {
    const { transfer, payment } = await lockTransfer(ctx.db, id);
    await openError(ctx, transfer, payment.company_id, 'amount_mismatch', otherSum(line, found));
    return judged.becomes;
  }
  // A batch has one reference of the bank's: it stands under the first, as where the statement tells of them.
  const external = line.said === 'paid' && !(await isOthers(ctx, id, line.external)) ? line.external || null : null;
  const isNew =
    line.said === 'paid'
      ? await confirm(ctx, payoutTransfers, id, { external, text: m.settlement_file_paid({ reference: external ?? line.reference }) })
      : await fail(ctx, payoutTransfers, id, {
          ...{ external: null, error: 'bad_account' },
          text: m.settlement_file_failed({ said: line.reason || line.words }),
        });
  if (judged.becomes === 'error') return judged.becomes;
  return isNew ? (line.said === 'paid' ? 'confirmed' : 'failed') : 'known';
}

/** The bank's answer, line by line: shown first, booked when asked. Read twice it changes nothing; what does not fit is said by its line. */
export async function confirmations(ctx: Ctx, { csv, dry }: Input<Calls['confirmations']>): Promise<Answered> {
  const lines = readAnswer(csv);
  if (!lines || lines.length === 0) throw invalid({ csv: m.settlement_problem_answer() });
  if (lines.length > answerMost) throw invalid({ csv: m.settlement_problem_answer_long({ most: answerMost }) });
  const seen: { line: AnswerLine; found: Found | undefined }[] = [];
  for (const line of lines) seen.push({ line, found: await transferOf(ctx, line.reference) });
  const became = new Map<AnswerLine, Row['becomes']>();
  // Several payouts are held by their number, in whatever order the file has them.
  for (const { line, found } of dry ? [] : seen.toSorted((a, b) => (a.found?.settlement_id ?? 0) - (b.found?.settlement_id ?? 0)))
    if (found) became.set(line, await take(ctx, line, found, judge(line, found)));
  const rows = seen.map(({ line, found }): Row => {
    const judged = judge(line, found);
    return {
      ...{ line: line.line, reference: line.reference, company: found?.name ?? null, cents: found?.cents ?? line.cents },
      ...{ becomes: became.get(line) ?? judged.becomes, why: judged.why },
    };
  });
  const count = (what: Row['becomes']) => rows.filter(({ becomes }) => becomes === what).length;
  const counts = { confirmed: count('confirmed'), failed: count('failed'), known: count('known'), errors: count('error') };
  const unread = rows.flatMap(({ line, becomes, why: text }) => (becomes === 'unread' ? [{ line, why: text ?? '' }] : []));
  await audit(ctx.db, ctx, {
    ...{ kind: dry ? 'undefined' : 'edit', document: 'settlement_transactions', id: null, after: { ...counts, unread: unread.length } },
    ...(dry ? { reason: 'the bank’s answer was looked at, nothing booked' } : {}),
  });
  return { ...counts, unread, rows: rows.slice(0, shown) };
}
