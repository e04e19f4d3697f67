import type { Input, Result } from '#contract/kernel/call.ts';
import { kesPlain } from '#contract/money/format.ts';
import { type AnswerLine, answerMost, readAnswer } from '#contract/settlement/bank-answer.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { isOthers } from './bank.ts';
import { openError } from './error-rows.ts';
import { confirmed, failed, lockTransfer } from './steps.ts';

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
  if (line.amount && line.cents !== found.cents) return { ...unread(m.settlement_line_amount()), otherSum: true };
  if (line.said === null) return unread(m.settlement_line_status());
  const isKnown = found.status === (line.said === 'paid' ? 'confirmed' : 'failed');
  return { becomes: isKnown ? 'known' : line.said === 'paid' ? 'confirmed' : 'failed', why: line.reason || null };
}

/** Books one line as it was judged. What the bank says twice, or otherwise than before, is known or an error of its own: that is answered. */
async function take(ctx: Ctx, line: AnswerLine, { id, cents }: Found, { becomes, otherSum }: Judged): Promise<Row['becomes']> {
  if (becomes === 'unread') {
    if (!otherSum) return becomes;
    const { transfer, payment } = await lockTransfer(ctx.db, id);
    const said = line.cents === null ? line.amount : kesPlain(line.cents);
    await openError(ctx, transfer, payment.company_id, 'amount_mismatch', m.settlement_bank_amount({ said, sent: kesPlain(cents) }));
    return becomes;
  }
  const isNew =
    line.said === 'paid'
      ? // A batch has one reference of the bank's: it stands under the first, as where the statement tells of them.
        await confirmed(ctx, id, { external: (await isOthers(ctx, id, line.external)) ? null : line.external || null, text: line.words })
      : await failed(ctx, id, { external: null, text: line.reason || line.words, error: 'bad_account' });
  return isNew ? (line.said === 'paid' ? 'confirmed' : 'failed') : 'known';
}

/** The bank's answer, line by line: shown first, booked when asked. Read twice it changes nothing; what does not fit is said by its line. */
export async function confirmations(ctx: Ctx, { csv, dry }: Input<Calls['confirmations']>): Promise<Answered> {
  const lines = readAnswer(csv);
  if (!lines || lines.length === 0) throw invalid({ csv: m.settlement_problem_answer() });
  if (lines.length > answerMost) throw invalid({ csv: m.settlement_problem_answer_long({ most: answerMost }) });
  const rows: Row[] = [];
  for (const line of lines) {
    const found = await transferOf(ctx, line.reference);
    const judged = judge(line, found);
    const becomes = dry || !found ? judged.becomes : await take(ctx, line, found, judged);
    rows.push({
      line: line.line,
      reference: line.reference,
      company: found?.name ?? null,
      cents: found?.cents ?? line.cents,
      becomes,
      why: judged.why,
    });
  }
  const count = (what: Row['becomes']) => rows.filter(({ becomes }) => becomes === what).length;
  const counts = { confirmed: count('confirmed'), failed: count('failed'), known: count('known') };
  const unread = rows.flatMap(({ line, becomes, why: text }) => (becomes === 'unread' ? [{ line, why: text ?? '' }] : []));
  await audit(ctx.db, ctx, {
    ...{ kind: dry ? 'undefined' : 'edit', document: 'settlement_transactions', id: null, after: { ...counts, unread: unread.length } },
    ...(dry ? { reason: 'the bank’s answer was looked at, nothing booked' } : {}),
  });
  return { ...counts, unread, rows: rows.slice(0, shown) };
}
