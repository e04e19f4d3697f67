import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { sum } from '#contract/money/cents.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { walletMachine } from '#contract/wallet/machine.ts';
import type { WalletFull } from '#contract/wallet/shapes.ts';
import { awaitsApproval } from '#server/approval/service.ts';
import { type Ctx, companyMember, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { type HolderRow, holderColumns, toHolder, withHeads } from '#server/lists/holder.ts';
import { byColumn, contains, pageOf, tabsOf } from '#server/lists/list.ts';
import { accountsOf } from './accounts.ts';
import { adjustmentsOf } from './adjust.ts';
import { correctionApproval } from './approval.ts';
import { holdsOf, ownCash, type PocketNow, pocketsOf, pocketsOfAll, settingsNow } from './pockets.ts';

type Calls = typeof walletCalls;
export const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** What the books say of a company's accounts of some kinds, from the totals that are kept. */
const standing = (
  funds: readonly string[],
  codes: readonly number[],
) => sql<number>`coalesce((select sum(case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end)
  from ledger_account a join ledger_total t on t.account_id = a.id
  where a.company_id = wallet.company_id and a.fund = any (${[...funds]}::text[]) and a.code = any (${[...codes]}::smallint[])), 0)::bigint`;
const total = standing(['C', 'P'], [accounts.ownerPayable, accounts.agentPayable, accounts.dealerPayable, accounts.walletTopUps]);
/** What is held for tenants, living there or not yet: theirs, and the company's to see to. */
const heldDeposits = standing(['D'], [accounts.depositsHeld, accounts.moveInDeposits]);
const mode = sql<'record' | 'trust'>`coalesce((select b.mode from ledger_book b where b.company_id = wallet.company_id), 'record')`;
const columns = [
  'wallet.id',
  'wallet.code',
  ...holderColumns('wallet.company_id', 'company.region'),
  mode.as('mode'),
  'wallet.status',
  total.as('total_cents'),
  standing(['C', 'P'], [accounts.payoutsInTransit]).as('transit_cents'),
] as const;
const toHead = <R extends HolderRow>({ holder_id, holder_name, holder_region, ...row }: R) => ({
  ...row,
  ...toHolder({ holder_id, holder_name, holder_region }),
});

/** Held back, as the payee's tile has it: what clears or waits, and what they wish to keep, as far as it is there. */
const heldOf = (there: readonly PocketNow[]): number => sum(there.flatMap(({ pending, reserved }) => [pending, reserved]));

type Filter = NonNullable<Input<Calls['all']>['z_filter']>;
/** Since when a correction of it waits for the caller. */
export const firstAsked = (ctx: Ctx) => sql<Date | null>`(select min(x.created_at) from wallet_adjustment x
  where x.company_id = wallet.company_id and ${awaitsApproval(ctx, correctionApproval, 'x')})`;
export function found(ctx: Ctx, f: Filter) {
  let rows = from(ctx, 'wallet').innerJoin('company', 'company.id', 'wallet.company_id');
  if (f.status) rows = rows.where('wallet.status', '=', f.status);
  if (f.company_id) rows = rows.where('wallet.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (f.mode) rows = rows.where(sql<boolean>`${mode} = ${f.mode}`);
  if (f.waiting) rows = rows.where(sql<boolean>`${firstAsked(ctx)} is not null`);
  const { q } = f;
  if (q) rows = rows.where((eb) => eb.or([contains('company.name', q), contains('wallet.code', q)]));
  return rows;
}

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(
        sort.endsWith('name') ? byColumn(sort.replace('name', 'company.name')) : sort.startsWith('-') ? sql`total_cents desc` : sql`total_cents asc`,
      )
      .orderBy('wallet.id'),
  );
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`wallet.status`);
  const there = await pocketsOfAll(
    ctx.db,
    rows.map(({ holder_id }) => holder_id),
  );
  const results = rows.map((row) => ({ ...toHead(row), held_cents: heldOf(there.get(row.holder_id) ?? []) }));
  return { count, results: await withHeads(ctx, results), ...counts };
}

export async function one(ctx: Ctx, by: { id: number } | { companyId: number }): Promise<WalletFull> {
  const row = await found(ctx, {})
    .select([...columns])
    .select(['wallet.company_id', 'wallet.status_reason', 'wallet.reserve_cents', 'wallet.revision'])
    .select([
      heldDeposits.as('deposits_cents'),
      standing(['M'], [accounts.ownerPayable, accounts.agentPayable]).as('memo_cents'),
      standing(['M'], [accounts.depositsHeld]).as('memo_deposits'),
    ])
    .where('id' in by ? 'wallet.id' : 'wallet.company_id', '=', 'id' in by ? by.id : by.companyId)
    .executeTakeFirst();
  if (!row) throw missing();
  const { company_id, memo_cents, memo_deposits, ...rest } = row;
  const [pocketRows, rules] = [await pocketsOf(ctx.db, company_id), await settingsNow(ctx.db)];
  const own = company_id === ctx.me.companyId;
  return {
    ...toHead(rest),
    held_cents: heldOf(pocketRows),
    pockets: pocketRows
      .filter(({ code, total: there, owes }) => there !== 0 || owes > 0 || (code === accounts.ownerPayable && row.mode === 'trust'))
      .map((pocket) => ({
        ...{ code: pocket.code, total_cents: pocket.total, pending_cents: pocket.pending },
        ...{
          reserved_cents: pocket.reserved,
          owed_cents: pocket.owed,
          owes_cents: pocket.owes,
          asked_cents: pocket.asked,
          available_cents: pocket.available,
        },
      })),
    holds: (await holdsOf(ctx.db, company_id)).map(({ until, created_at, ...hold }) => ({
      ...hold,
      until: until?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    in_hand_cents: await ownCash(ctx.db, company_id),
    memo: row.mode === 'record' ? { collected_cents: memo_cents, deposits_cents: memo_deposits } : null,
    accounts: await accountsOf(ctx, company_id),
    adjustments: ctx.me.role === 'admin' || ctx.me.role === 'superadmin' ? await adjustmentsOf(ctx, company_id) : [],
    rules: {
      ...{ minimum_cents: rules.minimum, day_limit_cents: rules.dayLimit, holding_days: rules.holdingDays },
      fee_bearer: rules.feeByPayee ? 'payee' : 'platform',
    },
    moves: ctx.me.grants.has('wallet.edit') ? movesFor(walletMachine, row.status, ctx.me.role) : [],
    own: own && ctx.me.grants.has('wallet_settings.edit'),
  };
}
export const details = (ctx: Ctx, { id }: Input<Calls['details']>): Promise<Result<Calls['details']>> => one(ctx, { id });
export const own = (ctx: Ctx): Promise<Result<Calls['own']>> => one(ctx, { companyId: companyMember(ctx).companyId });

export const depositsOf = async ({ db }: Pick<Ctx, 'db'>, companyId: number): Promise<number> =>
  (
    await everything(db, 'wallet', 'what keeps an account from closing')
      .select()
      .select(heldDeposits.as('cents'))
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  )?.cents ?? 0;
/** Everything a company has with us in trust: what keeps its account from closing. */
export const allOf = async (ctx: Pick<Ctx, 'db'>, companyId: number): Promise<number> =>
  sum((await pocketsOf(ctx.db, companyId)).map((one) => one.total));
