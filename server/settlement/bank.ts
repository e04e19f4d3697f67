import type { Input, Result } from '#contract/kernel/call.ts';
import { csvOf } from '#contract/kernel/csv.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { decimal } from '#contract/money/cents.ts';
import { parseMoney } from '#contract/money/parse.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { numberOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { openError } from './error-rows.ts';
import { confirmed, failed, lockTransfer, put } from './steps.ts';
import { readTable } from './table.ts';
import { settleUp } from './whole.ts';

type Calls = typeof settlementCalls;
const why = 'the file for the bank, by who may settle';

/** Every bank transfer that waits: each is in one file, and counts as sent from then on. */
export async function bankFile(ctx: Ctx): Promise<Result<Calls['bankFile']>> {
  const waiting = await everything(ctx.db, 'settlement_transaction', why)
    .select()
    .innerJoin('payout_account', 'payout_account.id', 'settlement_transaction.payout_account_id')
    .select(['settlement_transaction.id', 'settlement_transaction.code', 'settlement_transaction.cents', 'settlement_transaction.bank_code'])
    .select(['payout_account.sealed', 'payout_account.holder'])
    .where('settlement_transaction.status', '=', 'queued')
    .where('settlement_transaction.rail', '=', 'bank')
    .orderBy('settlement_transaction.id')
    .limit(1000)
    .execute();
  if (waiting.length === 0) throw new Refusal('conflict', m.settlement_refusal_no_file());
  const rows: Record<string, string>[] = [];
  for (const row of waiting) {
    const { transfer, payment } = await lockTransfer(ctx.db, row.id);
    if (transfer.status !== 'queued') continue;
    await move(ctx, transferMachine, 'send', row.id, null, 'clock');
    await put(ctx.db, row.id, { sent_at: clock.now() });
    await settleUp(ctx, payment.id);
    rows.push({
      reference: row.code,
      bank_code: row.bank_code ?? '',
      account: numberOf(row),
      name: row.holder,
      amount: decimal(row.cents),
      narration: payment.code,
    });
  }
  await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_transactions', id: null, after: { sent: rows.map(({ reference }) => reference) } });
  return { name: `bank-${clock.today()}`, csv: csvOf(rows, { head: true }), count: rows.length, more: false };
}

const paidWords = /^(paid|success(ful)?|ok|confirmed|completed|0)$/i;
const failedWords = /^(failed|rejected|returned|unpaid|error)$/i;

/** The bank's answer: reference, status, amount, the bank's own reference. Read twice it changes nothing; what does not fit is said by its line. */
export async function confirmations(ctx: Ctx, { file }: Input<Calls['confirmations']>): Promise<Result<Calls['confirmations']>> {
  const table = readTable(Buffer.from(file.data).toString('utf8'));
  if (!table?.head.includes('reference') || !table.head.includes('status'))
    throw invalid({ file: m.settlement_problem_file({ first: 'reference', second: 'status' }) });
  const unread: { line: number; why: string }[] = [];
  const count = { confirmed: 0, failed: 0, known: 0 };
  for (const [n, cells] of table.rows.entries()) {
    const line = n + 2;
    const found = await everything(ctx.db, 'settlement_transaction', why)
      .select()
      .select(['id', 'cents', 'status', 'rail', 'attempt'])
      .where('code', '=', cells.reference ?? '')
      .executeTakeFirst();
    const said = cells.status ?? '';
    if (found?.rail !== 'bank') unread.push({ line, why: m.settlement_line_unknown() });
    else if (cells.amount && parseMoney(cells.amount) !== found.cents) {
      const { transfer, payment } = await lockTransfer(ctx.db, found.id);
      await openError(ctx, transfer, payment.company_id, 'amount_mismatch', `${cells.amount}`);
      unread.push({ line, why: m.settlement_line_amount() });
    } else if (paidWords.test(said))
      count[(await confirmed(ctx, found.id, { external: cells.external || null, text: said })) ? 'confirmed' : 'known']++;
    else if (failedWords.test(said))
      count[(await failed(ctx, found.id, { external: null, text: cells.reason || said, error: 'bad_account' })) ? 'failed' : 'known']++;
    else unread.push({ line, why: m.settlement_line_status() });
  }
  await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_transactions', id: null, after: { ...count, unread: unread.length } });
  return { ...count, unread };
}

/** The bank's statement shows that a transfer left, with its code: it is as good as the bank's answer. A second time it is known. */
export async function followStatement(ctx: Ctx, { rail, cents, reference, details }: Happenings['statement.went']): Promise<void> {
  if (rail !== 'bank') return;
  for (const [code] of `${reference} ${details}`.matchAll(/\bTRF-[A-Z0-9]+\b/g)) {
    const found = await everything(ctx.db, 'settlement_transaction', why)
      .select()
      .select('id')
      .where('code', '=', code)
      .where('rail', '=', 'bank')
      .where('cents', '=', cents)
      .where('status', 'in', ['sent', 'unknown'])
      .executeTakeFirst();
    if (found) await confirmed(ctx, found.id, { external: reference || null, text: details });
  }
}
