import { createHash } from 'node:crypto';
import type { cashCalls } from '#contract/cash/calls.ts';
import { cashDepositMachine } from '#contract/cash/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { paymentNotFound } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, Refusal, requireCompanyMember } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow, remove } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { storeFile } from '#server/media/service.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { listDepositAccounts, unbankedCash } from './held-cash.ts';
import { readCashDeposits } from './lists.ts';

type Calls = typeof cashCalls;
type Signing = Pick<RunningServices, 'secret'>;

async function readDeposit(services: Signing, ctx: Ctx, id: number): Promise<HandlerResult<Calls['declareDeposit']>> {
  const [row] = await readCashDeposits(services, ctx, [id]);
  if (!row) throw paymentNotFound();
  return row;
}
const alreadyDeclared = () => new Refusal('conflict', m.cash_refusal_declared());

/** The amount is the sum of the chosen payments, so that the deposit clears exactly their cash. */
export const declareCashDeposit =
  (services: Signing) =>
  async (ctx: Ctx, given: HandlerInput<Calls['declareDeposit']>): Promise<HandlerResult<Calls['declareDeposit']>> => {
    const { account_id, paid_on, reference } = given;
    const { companyId, userId } = requireCompanyMember(ctx);
    const ids = [...new Set(given.payment_ids)];
    const account = await listDepositAccounts(ctx).where('collection_account.id', '=', account_id).executeTakeFirst();
    if (!account) throw paymentNotFound();
    if (paid_on > clock.today()) throw invalidInputRefusal({ paid_on: m.cash_problem_future() });
    const cash = await unbankedCash(ctx)
      .select(['payment.id', 'payment.code', 'payment.cents', 'payment.paid_on'])
      .where('payment.id', 'in', ids)
      .orderBy('payment.id')
      .forNoKeyUpdate()
      .execute();
    if (cash.length < ids.length) throw alreadyDeclared();
    if (cash.some((one) => one.paid_on !== null && one.paid_on > paid_on)) throw invalidInputRefusal({ paid_on: m.cash_problem_before() });
    const cents = sumCents(cash.map((one) => one.cents));
    const made = await add(ctx, 'cash_deposit')
      .values({ company_id: companyId, account_id, cents, paid_on, reference, declared_by: userId })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    // Another person of the company declared the same cash at the same moment.
    await refuseOnUniqueViolation(
      add(ctx, 'cash_deposit_payment')
        .values(cash.map((one) => ({ deposit_id: made.id, payment_id: one.id })))
        .execute(),
      alreadyDeclared,
    );
    const after = { cents, paid_on, reference };
    await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id: made.id, code: made.code, after, reason: 'cash paid into the bank' });
    return readDeposit(services, ctx, made.id);
  };

/** A declared deposit that the caller may change, locked: of the caller's company, or for Makao of any company. */
async function lockDeclared(ctx: Ctx, id: number, { ofAny = false } = {}) {
  const companyId = ofAny ? null : requireCompanyMember(ctx).companyId;
  const row = await from(ctx, 'cash_deposit')
    .select(['id', 'code', 'status', 'company_id', 'cents'])
    .where('id', '=', id)
    .$if(companyId !== null, (deposits) => deposits.where('company_id', '=', companyId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw paymentNotFound();
  if (row.status !== 'declared') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
  return row;
}

/** The beginning of the hash of a file, as in its storage key. */
const markSlip = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex').slice(0, 40);
/** The same file would prove the same cash twice. The unique index refuses two uploads at once. */
async function assertNewSlip(ctx: Ctx, id: number, { companyId, mark }: { companyId: number; mark: string }): Promise<void> {
  const other = await from(ctx, 'cash_deposit')
    .select('code')
    .where('company_id', '=', companyId)
    .where('slip_mark', '=', mark)
    .where('status', '<>', 'withdrawn')
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw new Refusal('conflict', m.cash_refusal_slip({ code: other.code }));
}

/** The file is stored before the deposit is locked, because it locks the company. */
export const addDepositSlip =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['addSlip']>): Promise<HandlerResult<Calls['addSlip']>> => {
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'slip' });
    const { code, company_id: companyId } = await lockDeclared(ctx, id);
    const mark = markSlip(file.data);
    await assertNewSlip(ctx, id, { companyId, mark });
    await refuseOnUniqueViolation(
      change(ctx, 'cash_deposit').set({ slip_file_id: kept.id, slip_mark: mark }).where('id', '=', id).$call(oneRow),
      () => new Refusal('conflict', m.cash_refusal_slip_other()),
    );
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code, reason: 'the slip of a deposit' });
    return readDeposit(services, ctx, id);
  };

export const withdrawCashDeposit =
  (services: Signing) =>
  async (ctx: Ctx, { id, reason }: HandlerInput<Calls['withdrawDeposit']>): Promise<HandlerResult<Calls['withdrawDeposit']>> => {
    await withdraw(ctx, await lockDeclared(ctx, id), reason);
    return readDeposit(services, ctx, id);
  };
/** Makao withdraws a deposit that the bank will not show, so that the cash is due again. The notification names Makao and no person. */
export const withdrawCompanyDeposit =
  (services: Signing) =>
  async (ctx: Ctx, { id, reason }: HandlerInput<Calls['withdrawCompanyDeposit']>): Promise<HandlerResult<Calls['withdrawCompanyDeposit']>> => {
    const row = await lockDeclared(ctx, id, { ofAny: true });
    await withdraw(ctx, row, reason);
    await notifyAudience(
      ctx,
      'payment.deposit_withdrawn',
      { sum: formatKesPlain(row.cents), code: row.code, reason },
      createNotificationAudience().heads(row.company_id),
      { key: `withdrawn:${id}`, page: screenPagePath('payment.transactions', {}, 'tab=deposits') },
    );
    return readDeposit(services, ctx, id);
  };
async function withdraw(ctx: Ctx, { id, code, status }: Awaited<ReturnType<typeof lockDeclared>>, reason: string): Promise<void> {
  await makeMove(ctx, cashDepositMachine, 'withdraw', id, reason);
  await remove(ctx, 'cash_deposit_payment').where('deposit_id', '=', id).execute();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code, before: { status }, after: { status: 'withdrawn' }, reason });
}

/** The amount of a deposit is the sum of its payments, so none of them is reversed while the bank may still show it. */
export async function assertNotDeclared(ctx: Ctx, { paymentId, credit }: DomainEvents['payment.freeing']): Promise<void> {
  // Only its allocation is undone: the cash stays in the deposit.
  if (credit) return;
  const row = await from(asClock(ctx.db, 'a payment is reversed by a person who may'), 'cash_deposit_payment')
    .innerJoin('cash_deposit', 'cash_deposit.id', 'cash_deposit_payment.deposit_id')
    .select('cash_deposit.code')
    .where('payment_id', '=', paymentId)
    .where('cash_deposit.status', '=', 'declared')
    .executeTakeFirst();
  if (row) throw new Refusal('conflict', m.cash_refusal_reversal({ code: row.code }));
}
