import type { PaymentRail } from '#contract/collection/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { treasuryCalls } from '#contract/treasury/calls.ts';
import type { PlatformFund } from '#contract/treasury/kinds.ts';
import type { CollectionAccount } from '#contract/treasury/shapes.ts';
import { findApprovalBlocker, isAwaitingApprovalSql } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { readMoneyMode } from '#server/ledger/service.ts';
import { listActiveSuperadmins } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { type CollectionAccountRow, createCollectionAccount, readPlatformPaybillNumber, sealSecrets } from './accounts.ts';
import { collectionAccountApproval } from './approvals.ts';
import { notifyPlatformAccountChange } from './notify.ts';

type Calls = typeof treasuryCalls;
const why = 'an account that the caller manages';
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

const shown = (ctx: Ctx, wanted: Parameters<typeof filterCollectionAccounts>[1] = {}) =>
  filterCollectionAccounts(ctx, wanted)
    .leftJoin('company', 'company.id', 'collection_account.company_id')
    .leftJoin('person as asker', 'asker.id', 'collection_account.asked_by')
    .selectAll('collection_account')
    .select(['company.name as company_name', 'asker.name as asker_name']);
type Shown = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];
/** The details of an account, without its secrets. */
const toAccount = (ctx: Ctx, heads: readonly { id: number }[], row: Shown): CollectionAccount => ({
  id: row.id,
  rail: row.rail,
  name: row.name,
  number: row.number,
  bank_code: row.bank_code,
  fund: row.fund as CollectionAccount['fund'],
  company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
  active: row.active,
  connected: row.rail === 'mpesa' && row.refused_at === null && (row.of_env || (row.company_id !== null && row.secrets !== null)),
  refused: row.refused_at !== null,
  asked:
    row.asked_number === null || row.asked_at === null
      ? null
      : {
          fresh: row.waiting,
          name: row.asked_name ?? row.name,
          number: row.asked_number,
          bank_code: row.asked_bank_code,
          active: row.asked_active ?? row.active,
          by: row.asker_name,
          at: row.asked_at.toISOString(),
          own: row.asked_by === ctx.me.userId,
          alone: heads.every(({ id }) => id === row.asked_by),
        },
});

export const filterCollectionAccounts = (ctx: Ctx, { waiting }: NonNullable<HandlerInput<Calls['listAccounts']>['z_filter']>) =>
  from(ctx, 'collection_account').$if(waiting === 'true', (rows) => rows.where(isAwaitingApprovalSql(ctx, collectionAccountApproval)));
export async function listCollectionAccounts(
  ctx: Ctx,
  { z_filter = {} }: HandlerInput<Calls['listAccounts']> = {},
): Promise<HandlerResult<Calls['listAccounts']>> {
  const rows = await shown(ctx, z_filter).orderBy('collection_account.id').limit(500).execute();
  const company = companyOf(ctx);
  const held = company !== null && (await readMoneyMode(ctx.db, company)) === 'trust' ? { paybill: await readPlatformPaybillNumber(ctx.db) } : null;
  const heads = rows.some(({ asked_at }) => asked_at !== null) ? await listActiveSuperadmins(ctx.db) : [];
  return { count: rows.length, results: rows.map((row) => toAccount(ctx, heads, row)), held };
}

/**
 * Saves a collection account. A company edits its own accounts. Super admins request a change of the platform's, and a second one must confirm it:
 * also a new name, by which people recognise the account, and turning it off, because an account that is off is left out of the reconciliation. The
 * environment's paybill can be changed only in the environment.
 */
export async function saveCollectionAccount(
  ctx: Ctx,
  { id, secrets, ...given }: HandlerInput<Calls['saveAccount']>,
): Promise<HandlerResult<Calls['saveAccount']>> {
  const platform = ctx.me.role === 'superadmin';
  if (!platform && ctx.me.companyId === null) throw missing();
  if (given.rail === 'bank' && given.bank_code === null) throw invalidInputRefusal({ bank_code: m.payment_problem_bank() });
  if (given.rail === 'mpesa' && !/^[1-9]\d{4,7}$/.test(given.number)) throw invalidInputRefusal({ number: m.payment_problem_paybill() });
  const fund = checkFund(given, platform);
  const sealed = secrets
    ? sealSecrets({
        consumerKey: secrets.consumer_key,
        consumerSecret: secrets.consumer_secret,
        passkey: secrets.passkey,
        initiator: secrets.initiator,
        initiatorPassword: secrets.initiator_password,
      })
    : undefined;
  const row = id === undefined ? await made(ctx, { ...given, fund }, platform) : await seen(ctx, id);
  if (given.fund !== undefined && given.fund !== row.fund) throw invalidInputRefusal({ fund: m.payment_problem_fund_fixed() });
  if (row.of_env && !given.active) throw new Refusal('conflict', m.payment_refusal_paybill_off());
  if (id !== undefined && row.asked_at !== null) throw new Refusal('conflict', m.payment_refusal_account_waits());
  const ours = row.company_id === null;
  const asks = ours && id !== undefined && isChanged(row, given);
  if (ours && secrets) throw new Refusal('conflict', m.payment_refusal_paybill_env());
  if (asks) await assertMayChange(ctx, row, given);
  await unscopedTable(ctx.db, 'collection_account', why)
    .change()
    .set({
      updated_at: clock.now(),
      ...(ours ? {} : { name: given.name, active: given.active, bank_code: given.bank_code }),
      ...(asks ? askedBy(ctx, given) : {}),
      ...(sealed === undefined ? {} : { secrets: sealed, announce_tries: 0, announce_at: clock.now(), refused_at: null }),
    })
    .where('id', '=', row.id)
    .$call(oneRow);
  const waits = asks || row.waiting;
  const { name, number, active } = ours ? row : { ...given, number: row.number };
  await audit(ctx.db, ctx, {
    kind: id === undefined ? 'add' : 'edit',
    document: 'payments',
    id: row.id,
    before: id === undefined ? null : { name: row.name, active: row.active },
    after: {
      name,
      number,
      active,
      ...(waits ? requestedValues(given) : {}),
      ...(sealed === undefined ? {} : { secrets: 'changed' }),
    },
  });
  if (waits) await notifyPlatformAccountChange(ctx, row, given, 'asked');
  return toAccount(ctx, await listActiveSuperadmins(ctx.db), await shown(ctx).where('collection_account.id', '=', row.id).executeTakeFirstOrThrow());
}
type AccountValues = Pick<CollectionAccountRow, 'name' | 'number' | 'bank_code' | 'active'>;
const isChanged = (row: AccountValues, given: AccountValues): boolean =>
  (['name', 'number', 'bank_code', 'active'] as const).some((column) => row[column] !== given[column]);
const requestedValues = ({ name, number, active }: AccountValues) => ({ asked_name: name, asked_of_second: number, asked_active: active });
async function assertMayChange(ctx: Ctx, row: CollectionAccountRow, given: AccountValues): Promise<void> {
  if (row.of_env) throw new Refusal('conflict', m.payment_refusal_paybill_env());
  if (given.number !== row.number) await assertNewNumber(ctx, { number: given.number, rail: row.rail }, row.id);
  if (given.active && !row.active) await assertOnlyOwnBank(ctx, row.fund as PlatformFund, row.id);
}
const askedBy = (ctx: Ctx, { name, number, bank_code, active }: AccountValues) => ({
  asked_name: name,
  asked_number: number,
  asked_bank_code: bank_code,
  asked_active: active,
  asked_by: ctx.me.userId,
  asked_at: clock.now(),
});
const nobodyAsks = {
  waiting: false,
  asked_name: null,
  asked_active: null,
  asked_number: null,
  asked_bank_code: null,
  asked_by: null,
  asked_at: null,
};

/**
 * Decides a requested account. One super admin alone cannot redirect money, so another one confirms. A new account that is rejected was never used,
 * and is deleted.
 */
export async function decideCollectionAccount(
  ctx: Ctx,
  { id, at, agree }: HandlerInput<Calls['decideAccount']>,
): Promise<HandlerResult<Calls['decideAccount']>> {
  const row = await seen(ctx, id);
  const { asked_name: name, asked_number: number, asked_bank_code: bank_code, asked_active: active, waiting } = row;
  if (name === null || number === null || active === null || row.asked_at?.toISOString() !== at)
    throw new Refusal('conflict', sentence('editConflict'));
  if (agree) await assertMayAgree(ctx, id);
  if (agree && active && !row.active) await assertOnlyOwnBank(ctx, row.fund as PlatformFund, id);
  if (!agree && waiting) await remove(ctx, 'collection_account').where('id', '=', id).$call(oneRow);
  else
    await refuseOnUniqueViolation(
      unscopedTable(ctx.db, 'collection_account', why)
        .change()
        .set({ ...nobodyAsks, ...(agree ? { name, number, bank_code, active } : {}), updated_at: clock.now() })
        .where('id', '=', id)
        .$call(oneRow),
      () => new Refusal('conflict', m.payment_refusal_account()),
    );
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    code: row.name,
    before: { name: row.name, number: row.number, active: row.active, ...requestedValues({ name, number, bank_code, active }) },
    after: agree ? { name, number, active } : { name: row.name, number: row.number, active: row.active },
  });
  await notifyPlatformAccountChange(ctx, row, { name, number, bank_code, active }, agree ? 'confirmed' : 'refused');
  return { id };
}
/** The only super admin is informed that there is no second approver. */
async function assertMayAgree(ctx: Ctx, id: number): Promise<void> {
  const bar = await findApprovalBlocker(ctx, collectionAccountApproval, id);
  if (!bar) return;
  const alone = bar.name === 'asker' && (await listActiveSuperadmins(ctx.db)).every((one) => one.id === ctx.me.userId);
  throw new Refusal(bar.failure, alone ? m.payment_refusal_account_alone() : bar.why);
}
const seen = async (ctx: Ctx, id: number) => {
  const row = await from(ctx, 'collection_account')
    .selectAll('collection_account')
    .where('collection_account.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
};
/** The maximum number of a company's accounts of a kind: each paybill is queried when a message is pasted, and pulled every hour. */
const mostAccounts = 10;
async function assertAccountLimit(ctx: Ctx, rail: PaymentRail): Promise<void> {
  const { count } = await unscopedTable(ctx.db, 'collection_account', why)
    .select()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', ctx.me.companyId)
    .where('rail', '=', rail)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostAccounts) throw new Refusal('conflict', m.payment_refusal_many_accounts({ most: mostAccounts }));
}
/** Rejects a number that belongs to the platform, or that the company already has. */
async function assertNewNumber(ctx: Ctx, { rail, number }: { rail: PaymentRail; number: string }, but = 0): Promise<void> {
  const known = await unscopedTable(ctx.db, 'collection_account', why)
    .select()
    .select('id')
    .where('company_id', 'is', null)
    .where('rail', '=', rail)
    .where('number', '=', number)
    .where('id', '<>', but)
    .executeTakeFirst();
  if (known) throw new Refusal('conflict', m.payment_refusal_account());
}
/** Only the platform's own accounts have a fund to choose, and only a bank account holds deposits or the platform's money. */
function checkFund({ fund = 'C', rail }: { readonly fund?: PlatformFund | undefined; readonly rail: PaymentRail }, platform: boolean): PlatformFund {
  if (fund !== 'C' && (!platform || rail !== 'bank')) throw invalidInputRefusal({ fund: m.payment_problem_fund_bank() });
  return fund;
}
/** Deposits and the platform's own money have one ledger account each, so each has one bank account in use. */
async function assertOnlyOwnBank(ctx: Ctx, fund: PlatformFund, but = 0): Promise<void> {
  if (fund === 'C') return;
  const known = await unscopedTable(ctx.db, 'collection_account', why)
    .select()
    .select('name')
    .where('fund', '=', fund)
    .where((eb) => eb.or([eb('active', '=', true), eb('asked_active', '=', true)]))
    .where('id', '<>', but)
    .executeTakeFirst();
  if (known) throw new Refusal('conflict', m.payment_refusal_own_bank({ name: known.name }));
}
type NewAccount = { rail: PaymentRail; name: string; number: string; bank_code: string | null; fund: PlatformFund; active: boolean };
async function made(ctx: Ctx, given: NewAccount, platform: boolean) {
  const { rail, name, number, bank_code, fund } = given;
  if (platform && rail === 'mpesa') throw new Refusal('conflict', m.payment_refusal_paybill_env());
  await assertNewNumber(ctx, given);
  if (platform) await assertOnlyOwnBank(ctx, fund);
  if (!platform) await assertAccountLimit(ctx, rail);
  const whose = platform
    ? ({ company_id: null, fund, waiting: true, active: false, ...askedBy(ctx, { ...given, active: true }) } as const)
    : ({ company_id: ctx.me.companyId, fund: 'M' } as const);
  const row = await createCollectionAccount(ctx.db, { rail, name, number, bank_code, ...whose });
  if (!row) throw new Refusal('conflict', m.payment_refusal_account());
  return row;
}

const companyOf = ({ me }: Ctx): number | null => (me.role === 'superadmin' || me.role === 'admin' ? null : me.companyId);
