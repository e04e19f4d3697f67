import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { type BankResponseLine, maxBankResponseLines, parseBankResponse } from '#contract/settlement/bank-answer.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { applySheet, previewSheet, type SheetImport } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { confirmTransfer, failTransfer } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { lockPayoutTransfer } from '../attempts.ts';
import { findFailureRequest, requestTransferFailure } from '../control/failure-request.ts';
import { payoutTransferPurpose } from '../transfers.ts';
import { isBankReferenceUsed } from './bank.ts';
import { recordPayoutError } from './error-rows.ts';

type Calls = typeof settlementCalls;
type Answered = HandlerResult<Calls['importBankAnswer']>;
type Row = Answered['rows'][number];
const why = 'a person who may settle records the answer of the bank';
const shown = 200;

const transferOf = (ctx: Ctx, code: string) =>
  unscopedTable(ctx.db, 'settlement_transaction', why)
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
type Found = NonNullable<Awaited<ReturnType<typeof transferOf>>> & { readonly requested: boolean };
type Judged = Pick<Row, 'becomes' | 'why'> & { readonly otherSum?: true };
/** The result that a line would have, without posting. */
function judge(line: BankResponseLine, found: Found | undefined): Judged {
  const unread = (text: string): Judged => ({ becomes: 'unread', why: text });
  if (found?.rail !== 'bank') return unread(m.settlement_line_unknown());
  if (line.amount && line.cents !== found.cents) return { becomes: 'error', why: otherSum(line, found), otherSum: true };
  if (line.said === null) return unread(m.settlement_line_status());
  const was = found.status;
  if (was === (line.said === 'paid' ? 'confirmed' : 'failed') || (line.said === 'failed' && found.requested))
    return { becomes: 'known', why: line.reason || null };
  if (line.said === 'failed' && was === 'confirmed') return { becomes: 'error', why: m.settlement_line_back() };
  if (line.said === 'paid' && was === 'failed') return { becomes: 'error', why: m.settlement_line_after_all() };
  return { becomes: line.said === 'paid' ? 'confirmed' : 'asked', why: line.reason || null };
}
const otherSum = (line: BankResponseLine, { cents }: Found): string =>
  m.settlement_bank_amount({ said: line.cents === null ? line.amount : formatKesPlain(line.cents), sent: formatKesPlain(cents) });

/** Posts one line as it was classified. A repeated answer is known; a contradicting one becomes an error. */
async function take(ctx: Ctx, line: BankResponseLine, found: Found, judged: Judged): Promise<Row['becomes']> {
  const { id } = found;
  if (judged.becomes === 'unread') return judged.becomes;
  if (judged.otherSum) {
    const { transfer, payment } = await lockPayoutTransfer(ctx.db, id);
    await recordPayoutError(ctx, transfer, payment.company_id, 'amount_mismatch', otherSum(line, found));
    return judged.becomes;
  }
  if (line.said === 'failed') return takeFailure(ctx, line, found, judged);
  // A batch has one bank reference, which is stored on its first transfer, as in the bank statement.
  const external = (await isBankReferenceUsed(ctx, id, line.external)) ? null : line.external || null;
  const text = m.settlement_file_paid({ reference: external ?? line.reference });
  const isNew = await confirmTransfer(ctx, payoutTransferPurpose, id, { external, text });
  return judged.becomes === 'error' ? judged.becomes : isNew ? 'confirmed' : 'known';
}
/** A failure in a file that a person uploads is a report of that person: it becomes a request, and a contradiction of an earlier answer an error. */
async function takeFailure(ctx: Ctx, line: BankResponseLine, found: Found, { becomes }: Judged): Promise<Row['becomes']> {
  const said = m.settlement_file_failed({ said: line.reason || line.words });
  if (becomes === 'asked') {
    const { transfer, payment } = await lockPayoutTransfer(ctx.db, found.id);
    await requestTransferFailure(ctx, { transfer, company: { id: payment.company_id, name: found.name } }, { error: 'bad_account', said });
  } else if (becomes === 'error') await failTransfer(ctx, payoutTransferPurpose, found.id, { external: null, error: 'bad_account', text: said });
  return becomes;
}

type Seen = { readonly line: BankResponseLine; readonly found: Found | undefined; readonly judged: Judged };
function answerOf(seen: readonly Seen[], became: ReadonlyMap<BankResponseLine, Row['becomes']> = new Map()) {
  const rows = seen.map(
    ({ line, found, judged }): Row => ({
      line: line.line,
      reference: line.reference,
      company: found?.name ?? null,
      cents: found?.cents ?? line.cents,
      becomes: became.get(line) ?? judged.becomes,
      why: judged.why,
    }),
  );
  const count = (what: Row['becomes']) => rows.filter(({ becomes }) => becomes === what).length;
  const counts = { confirmed: count('confirmed'), asked: count('asked'), known: count('known'), errors: count('error') };
  const unread = rows.flatMap(({ line, becomes, why: text }) => (becomes === 'unread' ? [{ line, why: text ?? '' }] : []));
  const answer: Answered = { ...counts, unread, rows: rows.slice(0, shown) };
  return { answer, logged: { id: null, after: { ...counts, unread: unread.length } } };
}

/** Imports the bank's answer file. Importing it twice changes nothing; a line that does not match is reported by its number. */
const answerSheet: SheetImport<HandlerInput<Calls['importBankAnswer']>, null, BankResponseLine, Seen, Answered> = {
  document: 'settlement_transactions',
  load: async () => null,
  rows: ({ csv }) => {
    const lines = parseBankResponse(csv);
    if (!lines || lines.length === 0) throw invalidInputRefusal({ csv: m.settlement_problem_answer() });
    if (lines.length > maxBankResponseLines) throw invalidInputRefusal({ csv: m.settlement_problem_answer_long({ most: maxBankResponseLines }) });
    return lines;
  },
  check: async (line, _shared, _given, ctx) => {
    const row = await transferOf(ctx, line.reference);
    const found = row && { ...row, requested: line.said === 'failed' && (await findFailureRequest(ctx, row.id)) !== null };
    return { line, found, judged: judge(line, found) };
  },
  // An unknown or wrong line is reported and does not stop the others.
  isGood: () => true,
  noGoodRow: () => invalidInputRefusal({ csv: m.settlement_problem_answer() }),
  previewed: ({ rows }) => ({ ...answerOf(rows).logged, reason: 'the bank’s answer was looked at, nothing booked' }),
  apply: async (ctx, { rows }) => {
    const became = new Map<BankResponseLine, Row['becomes']>();
    // Payouts are locked in the order of their ids, whatever the order of the file.
    const known = rows.flatMap(({ line, found, judged }) => (found ? [{ line, found, judged }] : []));
    for (const { line, found, judged } of known.toSorted((a, b) => a.found.settlement_id - b.found.settlement_id))
      became.set(line, await take(ctx, line, found, judged));
    const { answer, logged } = answerOf(rows, became);
    return { applied: answer, logged: { ...logged, kind: 'edit' } };
  },
};

export async function importBankAnswer(ctx: Ctx, given: HandlerInput<Calls['importBankAnswer']>): Promise<Answered> {
  return given.dry ? answerOf((await previewSheet(answerSheet, ctx, given)).rows).answer : applySheet(answerSheet, ctx, given);
}
