import { sql } from 'kysely';
import { transfersIn } from '#contract/bank-statement/reconcile.ts';
import type { Result } from '#contract/kernel/call.ts';
import { csvOf } from '#contract/kernel/csv.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { decimal, sum } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { confirm, fail, namesReference } from '#server/transfer/service.ts';
import { numberOf, walletOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { lockTransfer, putTransfer } from '../attempts.ts';
import { leaving, stopping } from '../may-leave.ts';
import { leavesFrom } from '../rail.ts';
import { payoutTransfers, recordReturn } from '../transfers.ts';
import { settleUp } from '../whole.ts';
import { keepFile, nameOf } from './bank-files.ts';

type Calls = typeof settlementCalls;
const why = 'the file for the bank, by who may settle';
const perFile = 1000;

const waiting = (ctx: Ctx) =>
  everything(ctx.db, 'settlement_transaction', why)
    .select()
    .innerJoin('payout_account', 'payout_account.id', 'settlement_transaction.payout_account_id')
    .innerJoin('company', 'company.id', 'payout_account.company_id')
    .where('settlement_transaction.status', '=', 'queued')
    .where('settlement_transaction.rail', '=', 'bank')
    .orderBy('settlement_transaction.settlement_id')
    .orderBy('settlement_transaction.id');

/** What a file made now would hold, and who would be left out of it. */
export async function bankWaiting(ctx: Ctx): Promise<Result<Calls['bankWaiting']>> {
  const rows = await waiting(ctx)
    .selectAll('payout_account')
    .select(['settlement_transaction.cents', 'company.name'])
    .limit(perFile + 1)
    .execute();
  const left: { company: string; why: string }[] = [];
  const going: number[] = [];
  for (const { cents, name, ...account } of rows.slice(0, perFile)) {
    const why = await stopping(ctx, await walletOf(ctx.db, account.company_id), account);
    if (why) left.push({ company: name, why });
    else going.push(cents);
  }
  return { count: going.length, cents: sum(going), left, more: rows.length > perFile };
}

/** Every bank transfer that waits and may leave: each is in one file, which is kept, and counts as sent from then on. */
export async function bankFile(ctx: Ctx): Promise<Result<Calls['bankFile']>> {
  const stopped = await settlementsStopped(ctx.db);
  if (stopped) throw new Refusal('conflict', stopped);
  const found = await waiting(ctx)
    .select(['settlement_transaction.id', 'company.name'])
    .limit(perFile + 1)
    .execute();
  if (found.length === 0) throw new Refusal('conflict', m.settlement_refusal_no_file());
  // One file goes to one bank.
  const from = await leavesFrom(ctx.db, 'bank', 'C');
  const [rows, ids, amounts]: [Record<string, string>[], number[], number[]] = [[], [], []];
  const left: { company: string; why: string }[] = [];
  for (const { id, name } of found.slice(0, perFile)) {
    const { transfer, payment } = await lockTransfer(ctx.db, id);
    if (transfer.status !== 'queued') continue;
    const may = await leaving(ctx, transfer, payment);
    if (!may.account) {
      if (may.isClosed) await fail(ctx, payoutTransfers, id, { external: null, text: may.why, error: 'bad_account' });
      left.push({ company: name, why: may.why });
      continue;
    }
    if (payment.fund === 'C' && from === null) throw new Refusal('conflict', m.settlement_refusal_cash());
    await move(ctx, transferMachine, 'send', id, null, 'clock');
    await putTransfer(ctx.db, id, { sent_at: clock.now(), account_id: payment.fund === 'C' ? from : null });
    await settleUp(ctx, payment.id);
    ids.push(id);
    amounts.push(transfer.cents);
    rows.push({
      reference: transfer.code,
      bank_code: transfer.bank_code ?? '',
      account: numberOf(may.account),
      name: may.account.holder,
      amount: decimal(transfer.cents),
      narration: payment.code,
    });
  }
  const csv = csvOf(rows, { head: true });
  const code = rows.length > 0 ? await keepFile(ctx, ids, csv, sum(amounts)) : '';
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'settlement_transactions', id: null, ...(code ? { code } : {}) },
    after: { sent: rows.map(({ reference }) => reference), left: left.length },
  });
  return { name: nameOf(code, clock.today()), csv, count: rows.length, more: found.length > perFile, left };
}

/** The bank's own reference stands under one transfer: a second line with it is a batch's, or a mistake. */
export const isOthers = async (ctx: Ctx, id: number, external: string | undefined): Promise<boolean> =>
  Boolean(external) &&
  (await everything(ctx.db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('rail', '=', 'bank')
    .where('external_id', '=', external ?? '')
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined;

/** The bank's statement shows that a transfer left, with its code: it is as good as the bank's answer. A second time it is known. */
export async function followStatement(ctx: Ctx, { accountId, rail, cents, reference, details }: Happenings['statement.went']): Promise<void> {
  if (rail !== 'bank') return;
  for (const code of transfersIn(`${reference} ${details}`)) {
    const found = await everything(ctx.db, 'settlement_transaction', why)
      .select()
      .select('id')
      .where('code', '=', code)
      .where('rail', '=', 'bank')
      .where('cents', '=', cents)
      .where('status', 'in', ['sent', 'unknown'])
      .executeTakeFirst();
    if (!found) continue;
    const { transfer } = await lockTransfer(ctx.db, found.id);
    if (transfer.status !== 'sent' && transfer.status !== 'unknown') continue;
    // Whichever account the bank was asked to take it from: it left the one whose statement this is.
    await putTransfer(ctx.db, found.id, { account_id: accountId });
    await confirm(ctx, payoutTransfers, found.id, { external: (await isOthers(ctx, found.id, reference)) ? null : reference || null, text: details });
  }
}

/** It shows that one came back, by our code or by the number it left under, to where it left from: that it had arrived is said by it too. */
export async function followReturn(ctx: Ctx, line: Happenings['statement.returned']): Promise<void> {
  if (line.rail !== 'bank') return;
  const said = `${line.reference} ${line.details}`;
  const found = await everything(ctx.db, 'settlement_transaction', why)
    .select()
    .select(['id', 'status'])
    .where('rail', '=', 'bank')
    .where('cents', '=', line.cents)
    .where('account_id', '=', line.accountId)
    .where('status', 'in', ['sent', 'unknown', 'confirmed'])
    .where(sql<boolean>`(code = any (${transfersIn(said)}::text[]) or ${namesReference(said, sql.ref('external_id'))})`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!found) return;
  if (found.status !== 'confirmed') await confirm(ctx, payoutTransfers, found.id, { external: null, text: line.details });
  await recordReturn(ctx, found.id, said.trim(), line.day);
}
