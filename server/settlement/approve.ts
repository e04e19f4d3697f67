import type { Input, Result } from '#contract/kernel/call.ts';
import { payoutApproved } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { feeOf, inParts } from '#contract/wallet/fees.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { post } from '#server/ledger/service.ts';
import { companyName } from '#server/people/service.ts';
import { newKey } from '#server/transfer/service.ts';
import { holdRail } from '#server/treasury/service.ts';
import { type AccountRow, accountHeld, settingsNow, walletHeld } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { type PaymentRow, payeeOf } from './attempts.ts';
import { figuresNow, takeJournal, takeLines } from './entries.ts';
import { against } from './may-leave.ts';
import { leavesFrom, roomOf } from './rail.ts';
import { tellPayee } from './tell.ts';

type Calls = typeof settlementCalls;

/**
 * Approved as it was seen, or not at all: everything is reckoned anew with the payee's account held, and what differs is written into the draft
 * and asked again. What is approved is on its way in the books before anything is sent.
 */
export async function approve(ctx: Ctx, { id, net_cents }: Input<Calls['approve']>): Promise<Result<Calls['approve']>> {
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  if (row.status !== 'draft') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, to: 'approved', allowed: [] });
  const account = row.payout_account_id === null ? null : await accountHeld(ctx.db, row.company_id, row.payout_account_id);
  const wrong = await against(ctx, row, account, await walletHeld(ctx.db, row.company_id));
  if (wrong || !account) throw new Refusal(wrong?.failure ?? 'conflict', wrong?.why ?? m.settlement_refusal_no_account());
  await holdRail(ctx.db, account.rail);
  const whose = { companyId: row.company_id, code: row.account_code };
  const figures = await figuresNow(ctx.db, whose, { cutOff: row.cut_off, wanted: row.wanted_cents, rail: account.rail });
  if (figures.net !== net_cents || figures.net === 0) {
    await put(ctx, id, { figures: JSON.stringify(figures), net_cents: figures.net, rail: account.rail, revision: row.revision + 1 });
    const facts = (cents: number) => ({ net_cents: cents });
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'settlement_transactions',
      id,
      code: row.code,
      before: facts(row.net_cents),
      after: facts(figures.net),
    });
    return { approved: false, net_cents: figures.net, was_cents: net_cents };
  }
  const { fees, feeByPayee } = await settingsNow(ctx.db);
  const parts = inParts(figures.net, account.rail).map((part) => ({ cents: part, fee: account.rail === 'mpesa' ? feeOf(fees, part) : cents(0) }));
  const fee = cents(parts.reduce((sum, part) => sum + part.fee, 0));
  if (figures.net + fee > (await roomOf(ctx.db, account.rail, row.fund))) throw new Refusal('conflict', m.settlement_refusal_cash());
  // Whose it is stands in the row before its state says so.
  await put(ctx, id, {
    ...{ figures: JSON.stringify(figures), net_cents: figures.net, fee_cents: fee, fee_by_payee: feeByPayee, rail: account.rail },
    ...{ approved_by: ctx.me.userId, approved_at: clock.now(), revision: row.revision + 1 },
  });
  await move(ctx, settlementMachine, 'approve', id);
  await takeLines(ctx.db, id, whose, row.cut_off);
  const journal = await post(ctx.db, {
    ...{ key: `settlement:${id}:approve`, kind: 'payout_approved', source: ['settlement_payment', id], companyId: row.company_id, by: ctx.me.userId },
    params: { who: await companyName(ctx.db, row.company_id), code: row.code },
    pairs: payoutApproved(payeeOf(row), figures.net + (feeByPayee ? fee : 0)),
  });
  await takeJournal(ctx.db, id, whose, journal);
  for (const [n, part] of parts.entries()) await begin(ctx, row, account, { part: n + 1, attempt: 1, cents: part.cents, fee: part.fee });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'settlement_transactions',
    id,
    code: row.code,
    before: { status: 'draft' },
    after: { status: 'approved', net_cents },
  });
  if (row.kind === 'withdrawal') await tellPayee(ctx, { ...row, net_cents: figures.net }, 'wallet.withdrawal.approved');
  return { approved: true, net_cents: figures.net, was_cents: net_cents };
}

type Change = Partial<Pick<PaymentRow, 'net_cents' | 'fee_cents' | 'fee_by_payee' | 'rail' | 'approved_by' | 'approved_at' | 'revision'>> & {
  figures: string;
};
const put = (ctx: Ctx, id: number, set: Change) =>
  change(ctx, 'settlement_payment')
    .set({ ...set, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

type Part = { readonly part: number; readonly attempt: number; readonly cents: number; readonly fee: number };
/** An attempt is written down before it is made; M-Pesa is sent by a job, a bank's waits for its file. */
export async function begin(ctx: Ctx, row: Pick<PaymentRow, 'id' | 'fund'>, account: AccountRow, part: Part): Promise<number> {
  const { id } = await add(ctx, 'settlement_transaction')
    .values({
      ...{
        settlement_id: row.id,
        part: part.part,
        attempt: part.attempt,
        rail: account.rail,
        payout_account_id: account.id,
        bank_code: account.bank_code,
      },
      ...{ tail: account.tail, cents: part.cents, fee_cents: cents(part.fee), key: newKey('S', row.id) },
      account_id: await leavesFrom(ctx.db, account.rail, row.fund),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (account.rail === 'mpesa') await emit(ctx.db, 'settlement.send', { transferId: id }, `settlement.send:${id}`);
  return id;
}
