import { sql } from 'kysely';
import { findTransferCodes } from '#contract/bank-statement/reconcile.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { writeCsv } from '#contract/kernel/csv.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { sumCents, toCents, toDecimalText } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { bankChannelLabels } from '#contract/settlement/labels.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { type BankChannelLimits, bankChannels, bankFileFunds, getBankChannelRange } from '#contract/wallet/bank-channel.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readAccountPayoutsBlockedReason } from '#server/ledger/service.ts';
import { confirmTransfer, failTransfer, textContainsReferenceSql } from '#server/transfer/service.ts';
import { readOwnBank, readPayingAccountRow } from '#server/treasury/service.ts';
import { readPayoutSettings, readWalletRow, unsealPayoutAccountNumber } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { lockPayoutTransfer, updatePayoutTransfer } from '../attempts.ts';
import { findFileBlockedReason } from '../control/money-handlers.ts';
import { checkTransferReadiness, findPayoutBlockedReason } from '../payout-guards.ts';
import { updatePayoutStatus } from '../payout-status.ts';
import { payoutTransferPurpose, recordReturnedTransfer } from '../transfers.ts';
import { buildBankFileName, storeBankFile } from './bank-files.ts';

type Calls = typeof settlementCalls;
const why = 'a person who may settle creates the bank file';
const perFile = 1000;

type FileOf = HandlerInput<Calls['createBankFile']>;
/** The pending bank transfers of one debit account and channel. */
const waiting = (ctx: Ctx, { fund, channel }: FileOf, limits: BankChannelLimits) => {
  const { over, upto } = getBankChannelRange(limits, channel);
  return unscopedTable(ctx.db, 'settlement_transaction', why)
    .select()
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .innerJoin('payout_account', 'payout_account.id', 'settlement_transaction.payout_account_id')
    .innerJoin('company', 'company.id', 'payout_account.company_id')
    .where('settlement_transaction.status', '=', 'queued')
    .where('settlement_transaction.rail', '=', 'bank')
    .where('settlement_payment.fund', '=', fund)
    .where('settlement_transaction.cents', '>', toCents(over))
    .where('settlement_transaction.cents', '<=', toCents(upto))
    .orderBy('settlement_transaction.settlement_id')
    .orderBy('settlement_transaction.id');
};

/** The account that a file debits: the clients' account or Makao's own. A setting has its number while it is not a collection account. */
async function readDebitAccount(ctx: Ctx, fund: FileOf['fund']): Promise<{ readonly id: number | null; readonly number: string }> {
  const account = fund === 'P' ? await readOwnBank(ctx.db, 'P') : await readPayingAccountRow(ctx.db, 'bank');
  if (fund === 'P' && !account) return { id: null, number: (await readPayoutSettings(ctx.db)).ownAccountNumber };
  return { id: account?.id ?? null, number: account?.number ?? '' };
}

type Left = { company: string; why: string };
async function previewFile(ctx: Ctx, of: FileOf, limits: BankChannelLimits) {
  const rows = await waiting(ctx, of, limits)
    .selectAll('payout_account')
    .select(['settlement_transaction.cents', 'company.name', 'settlement_payment.made_by', 'settlement_payment.money_handlers'])
    .limit(perFile + 1)
    .execute();
  const left: Left[] = [];
  const going: number[] = [];
  for (const { cents, name, made_by, money_handlers, ...account } of rows.slice(0, perFile)) {
    const why =
      findFileBlockedReason(ctx, { made_by, money_handlers }) ??
      (await findPayoutBlockedReason(ctx, await readWalletRow(ctx.db, account.company_id), account, of.fund));
    if (why) left.push({ company: name, why });
    else going.push(cents);
  }
  const { number: account } = await readDebitAccount(ctx, of.fund);
  return { file: { ...of, account, count: going.length, cents: sumCents(going) }, left, more: rows.length > perFile };
}

/** The bank files that could be made now, one for each debit account and channel, and the payouts that would be left out. */
export async function previewBankFiles(ctx: Ctx): Promise<HandlerResult<Calls['previewBankFile']>> {
  const { channelLimits } = await readPayoutSettings(ctx.db);
  const seen: Awaited<ReturnType<typeof previewFile>>[] = [];
  for (const fund of bankFileFunds) for (const channel of bankChannels) seen.push(await previewFile(ctx, { fund, channel }, channelLimits));
  return {
    files: seen.map(({ file }) => file).filter(({ count }) => count > 0),
    left: seen.flatMap(({ left }) => left),
    more: seen.some(({ more }) => more),
  };
}

/**
 * Creates the bank file with every pending bank transfer of one debit account and channel that may be sent. Each transfer is in one file, which is
 * stored, and counts as sent.
 */
export async function createBankFile(ctx: Ctx, of: FileOf): Promise<HandlerResult<Calls['createBankFile']>> {
  const stopped = await readAccountPayoutsBlockedReason(ctx.db, async () => (await readDebitAccount(ctx, of.fund)).id);
  if (stopped) throw new Refusal('conflict', stopped);
  const { channelLimits } = await readPayoutSettings(ctx.db);
  const found = await waiting(ctx, of, channelLimits)
    .select(['settlement_transaction.id', 'company.name'])
    .limit(perFile + 1)
    .execute();
  if (found.length === 0) throw new Refusal('conflict', m.settlement_refusal_no_file());
  const debit = await readDebitAccount(ctx, of.fund);
  if (debit.number === '') throw new Refusal('conflict', of.fund === 'C' ? m.settlement_refusal_cash() : m.settlement_refusal_own_account());
  const [rows, ids, amounts]: [Record<string, string>[], number[], number[]] = [[], [], []];
  const left: Left[] = [];
  for (const { id, name } of found.slice(0, perFile)) {
    const { transfer, payment } = await lockPayoutTransfer(ctx.db, id);
    if (transfer.status !== 'queued') continue;
    const barred = findFileBlockedReason(ctx, payment);
    const may = barred ? { account: null, why: barred, isClosed: false } : await checkTransferReadiness(ctx, transfer, payment);
    if (!may.account) {
      if (may.isClosed) await failTransfer(ctx, payoutTransferPurpose, id, { external: null, text: may.why, error: 'bad_account' });
      left.push({ company: name, why: may.why });
      continue;
    }
    await makeMove(ctx, transferMachine, 'send', id, null, 'clock');
    await updatePayoutTransfer(ctx.db, id, { sent_at: clock.now(), account_id: debit.id });
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
      debit_account: debit.number,
      channel: bankChannelLabels[of.channel](),
    });
  }
  const csv = writeCsv(rows, { head: true });
  const code =
    rows.length > 0 ? await storeBankFile(ctx, { transfers: ids, csv, cents: sumCents(amounts), channel: of.channel, account: debit.number }) : '';
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'settlement_transactions',
    id: null,
    ...(code ? { code } : {}),
    after: { sent: rows.map(({ reference }) => reference), left: left.length },
  });
  return { name: buildBankFileName(code, clock.today(), of.channel), csv, count: rows.length, more: found.length > perFile, left };
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
