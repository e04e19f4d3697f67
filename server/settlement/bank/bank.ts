import { sql } from 'kysely';
import { findTransferCodes } from '#contract/bank-statement/reconcile.ts';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { writeCsv } from '#contract/kernel/csv.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { sumCents, toDecimalText } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readAllPayoutsBlockedReason } from '#server/ledger/service.ts';
import { confirmTransfer, failTransfer, textContainsReferenceSql } from '#server/transfer/service.ts';
import { readWalletRow, unsealPayoutAccountNumber } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { lockPayoutTransfer, updatePayoutTransfer } from '../attempts.ts';
import { checkTransferReadiness, findPayoutBlockedReason } from '../payout-guards.ts';
import { updatePayoutStatus } from '../payout-status.ts';
import { readSourceAccount } from '../source-account.ts';
import { payoutTransferPurpose, recordReturnedTransfer } from '../transfers.ts';
import { buildBankFileName, storeBankFile } from './bank-files.ts';

type Calls = typeof settlementCalls;
const why = 'a person who may settle creates the bank file';
const perFile = 1000;

const waiting = (ctx: Ctx) =>
  unscopedTable(ctx.db, 'settlement_transaction', why)
    .select()
    .innerJoin('payout_account', 'payout_account.id', 'settlement_transaction.payout_account_id')
    .innerJoin('company', 'company.id', 'payout_account.company_id')
    .where('settlement_transaction.status', '=', 'queued')
    .where('settlement_transaction.rail', '=', 'bank')
    .orderBy('settlement_transaction.settlement_id')
    .orderBy('settlement_transaction.id');

/** The content of a bank file made now, and the payouts that would be left out. */
export async function previewBankFile(ctx: Ctx): Promise<HandlerResult<Calls['previewBankFile']>> {
  const rows = await waiting(ctx)
    .selectAll('payout_account')
    .select(['settlement_transaction.cents', 'company.name'])
    .limit(perFile + 1)
    .execute();
  const left: { company: string; why: string }[] = [];
  const going: number[] = [];
  for (const { cents, name, ...account } of rows.slice(0, perFile)) {
    const why = await findPayoutBlockedReason(ctx, await readWalletRow(ctx.db, account.company_id), account);
    if (why) left.push({ company: name, why });
    else going.push(cents);
  }
  return { count: going.length, cents: sumCents(going), left, more: rows.length > perFile };
}

/** Creates the bank file with every pending bank transfer that may be sent. Each transfer is in one file, which is stored, and counts as sent. */
export async function createBankFile(ctx: Ctx): Promise<HandlerResult<Calls['createBankFile']>> {
  const stopped = await readAllPayoutsBlockedReason(ctx.db);
  if (stopped) throw new Refusal('conflict', stopped);
  const found = await waiting(ctx)
    .select(['settlement_transaction.id', 'company.name'])
    .limit(perFile + 1)
    .execute();
  if (found.length === 0) throw new Refusal('conflict', m.settlement_refusal_no_file());
  // One file goes to one bank.
  const from = await readSourceAccount(ctx.db, 'bank', 'C');
  const [rows, ids, amounts]: [Record<string, string>[], number[], number[]] = [[], [], []];
  const left: { company: string; why: string }[] = [];
  for (const { id, name } of found.slice(0, perFile)) {
    const { transfer, payment } = await lockPayoutTransfer(ctx.db, id);
    if (transfer.status !== 'queued') continue;
    const may = await checkTransferReadiness(ctx, transfer, payment);
    if (!may.account) {
      if (may.isClosed) await failTransfer(ctx, payoutTransferPurpose, id, { external: null, text: may.why, error: 'bad_account' });
      left.push({ company: name, why: may.why });
      continue;
    }
    if (payment.fund === 'C' && from === null) throw new Refusal('conflict', m.settlement_refusal_cash());
    await makeMove(ctx, transferMachine, 'send', id, null, 'clock');
    await updatePayoutTransfer(ctx.db, id, { sent_at: clock.now(), account_id: payment.fund === 'C' ? from : null });
    await updatePayoutStatus(ctx, payment.id);
    ids.push(id);
    amounts.push(transfer.cents);
    rows.push({
      reference: transfer.code,
      bank_code: transfer.bank_code ?? '',
      account: unsealPayoutAccountNumber(may.account),
      name: may.account.holder,
      amount: toDecimalText(transfer.cents),
      narration: payment.code,
    });
  }
  const csv = writeCsv(rows, { head: true });
  const code = rows.length > 0 ? await storeBankFile(ctx, ids, csv, sumCents(amounts)) : '';
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'settlement_transactions', id: null, ...(code ? { code } : {}) },
    after: { sent: rows.map(({ reference }) => reference), left: left.length },
  });
  return { name: buildBankFileName(code, clock.today()), csv, count: rows.length, more: found.length > perFile, left };
}

/** A bank reference is stored on one transfer: a second line with it is part of a batch or a mistake. */
export const isBankReferenceUsed = async (ctx: Ctx, id: number, external: string | undefined): Promise<boolean> =>
  Boolean(external) &&
  (await unscopedTable(ctx.db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('rail', '=', 'bank')
    .where('external_id', '=', external ?? '')
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined;

/**
 * A statement line with a transfer's code shows that it left the account: this confirms it like the bank's answer. A second line is already known.
 */
export async function onStatementTransferPaid(
  ctx: Ctx,
  { accountId, rail, cents, reference, details }: DomainEvents['statement.went'],
): Promise<void> {
  if (rail !== 'bank') return;
  for (const code of findTransferCodes(`${reference} ${details}`)) {
    const found = await unscopedTable(ctx.db, 'settlement_transaction', why)
      .select()
      .select('id')
      .where('code', '=', code)
      .where('rail', '=', 'bank')
      .where('cents', '=', cents)
      .where('status', 'in', ['sent', 'unknown'])
      .executeTakeFirst();
    if (!found) continue;
    const { transfer } = await lockPayoutTransfer(ctx.db, found.id);
    if (transfer.status !== 'sent' && transfer.status !== 'unknown') continue;
    // The transfer left the account of this statement, even if the bank was asked to use another account.
    await updatePayoutTransfer(ctx.db, found.id, { account_id: accountId });
    await confirmTransfer(ctx, payoutTransferPurpose, found.id, {
      external: (await isBankReferenceUsed(ctx, found.id, reference)) ? null : reference || null,
      text: details,
    });
  }
}

/** The statement shows a returned transfer, by Makao's code or by its bank reference, on the account it left. This also proves that it was sent. */
export async function onStatementTransferReturned(ctx: Ctx, line: DomainEvents['statement.returned']): Promise<void> {
  if (line.rail !== 'bank') return;
  const said = `${line.reference} ${line.details}`;
  const found = await unscopedTable(ctx.db, 'settlement_transaction', why)
    .select()
    .select(['id', 'status'])
    .where('rail', '=', 'bank')
    .where('cents', '=', line.cents)
    .where('account_id', '=', line.accountId)
    .where('status', 'in', ['sent', 'unknown', 'confirmed'])
    .where(sql<boolean>`(code = any (${findTransferCodes(said)}::text[]) or ${textContainsReferenceSql(said, sql.ref('external_id'))})`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!found) return;
  if (found.status !== 'confirmed') await confirmTransfer(ctx, payoutTransferPurpose, found.id, { external: null, text: line.details });
  await recordReturnedTransfer(ctx, found.id, said.trim(), line.day);
}
