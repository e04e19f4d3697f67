import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { walletMachine } from '#contract/wallet/machine.ts';
import type { WalletDetails } from '#contract/wallet/shapes.ts';
import { isAwaitingApprovalSql } from '#server/approval/service.ts';
import { type Ctx, Refusal, requireCompanyMember } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty, withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, orderByColumn, readPage } from '#server/lists/list.ts';
import { readPayoutAccounts } from './accounts.ts';
import { readWalletAdjustments } from './adjust.ts';
import { walletCorrectionApproval } from './approval.ts';
import {
  type CurrentWalletBalance,
  readCollectedOwnRentCash,
  readPayoutSettings,
  readWalletBalances,
  readWalletBalancesOf,
  readWalletHolds,
} from './wallet-balances.ts';

type Calls = typeof walletCalls;
export const walletNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

/** The ledger balance of a company's accounts of some kinds, from the stored totals. */
const standing = (
  funds: readonly string[],
  codes: readonly number[],
) => sql<number>`coalesce((select sum(case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end)
  from ledger_account a join ledger_total t on t.account_id = a.id
  where a.company_id = wallet.company_id and a.fund = any (${[...funds]}::text[]) and a.code = any (${[...codes]}::smallint[])), 0)::bigint`;
const total = standing(
  ['C', 'P'],
  [ledgerAccounts.ownerPayable, ledgerAccounts.agentPayable, ledgerAccounts.dealerPayable, ledgerAccounts.walletTopUps],
);
/** Deposits held before and after move-in: they belong to the tenants, and the company is responsible for them. */
const heldDeposits = standing(['D'], [ledgerAccounts.depositsHeld, ledgerAccounts.moveInDeposits]);
const mode = sql<'record' | 'trust'>`coalesce((select b.mode from ledger_book b where b.company_id = wallet.company_id), 'record')`;
const columns = [
  'wallet.id',
  'wallet.code',
  ...companyAndCountyColumns('wallet.company_id', 'company.region'),
  mode.as('mode'),
  'wallet.status',
  total.as('total_cents'),
  standing(['C', 'P'], [ledgerAccounts.payoutsInTransit]).as('transit_cents'),
] as const;
const toHead = <R extends CompanyAndCountyRow>({ holder_id, holder_name, holder_region, ...row }: R) => ({
  ...row,
  ...toCompanyAndCounty({ holder_id, holder_name, holder_region }),
});

/** The held amount of the payee's tile: clearing, on hold, and the reserve as far as it is covered. */
const heldOf = (there: readonly CurrentWalletBalance[]): number => sumCents(there.flatMap(({ pending, reserved }) => [pending, reserved]));

type Filter = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
/** The time of the oldest adjustment that needs the caller's approval. */
export const oldestPendingAdjustmentSql = (ctx: Ctx) => sql<Date | null>`(select min(x.created_at) from wallet_adjustment x
  where x.company_id = wallet.company_id and ${isAwaitingApprovalSql(ctx, walletCorrectionApproval, 'x')})`;
export function filterWallets(ctx: Ctx, f: Filter) {
  let rows = from(ctx, 'wallet').innerJoin('company', 'company.id', 'wallet.company_id');
  if (f.status) rows = rows.where('wallet.status', '=', f.status);
  if (f.company_id) rows = rows.where('wallet.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (f.mode) rows = rows.where(sql<boolean>`${mode} = ${f.mode}`);
  if (f.waiting) rows = rows.where(sql<boolean>`${oldestPendingAdjustmentSql(ctx)} is not null`);
  const { q } = f;
  if (q) rows = rows.where((eb) => eb.or([containsTextSql('company.name', q), containsTextSql('wallet.code', q)]));
  return rows;
}

export async function listWallets(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterWallets(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(
        sort.endsWith('name')
          ? orderByColumn(sort.replace('name', 'company.name'))
          : sort.startsWith('-')
            ? sql`total_cents desc`
            : sql`total_cents asc`,
      )
      .orderBy('wallet.id'),
  );
  const counts = await countTabs(tabs, () => filterWallets(ctx, { ...z_filter, status: undefined }), sql`wallet.status`);
  const there = await readWalletBalancesOf(
    ctx.db,
    rows.map(({ holder_id }) => holder_id),
  );
  const results = rows.map((row) => ({ ...toHead(row), held_cents: heldOf(there.get(row.holder_id) ?? []) }));
  return { count, results: await withCompanyHeads(ctx, results), ...counts };
}

export async function readWallet(ctx: Ctx, by: { id: number } | { companyId: number }): Promise<WalletDetails> {
  const row = await filterWallets(ctx, {})
    .select([...columns])
    .select(['wallet.company_id', 'wallet.status_reason', 'wallet.reserve_cents', 'wallet.revision'])
    .select([
      heldDeposits.as('deposits_cents'),
      standing(['M'], [ledgerAccounts.ownerPayable, ledgerAccounts.agentPayable]).as('memo_cents'),
      standing(['M'], [ledgerAccounts.depositsHeld]).as('memo_deposits'),
    ])
    .where('id' in by ? 'wallet.id' : 'wallet.company_id', '=', 'id' in by ? by.id : by.companyId)
    .executeTakeFirst();
  if (!row) throw walletNotFound();
  const { company_id, memo_cents, memo_deposits, ...rest } = row;
  const [pocketRows, rules] = [await readWalletBalances(ctx.db, company_id), await readPayoutSettings(ctx.db)];
  const own = company_id === ctx.me.companyId;
  return {
    ...toHead(rest),
    held_cents: heldOf(pocketRows),
    pockets: pocketRows
      .filter(({ code, total: there, owes }) => there !== 0 || owes > 0 || (code === ledgerAccounts.ownerPayable && row.mode === 'trust'))
      .map((pocket) => ({
        code: pocket.code,
        total_cents: pocket.total,
        pending_cents: pocket.pending,
        reserved_cents: pocket.reserved,
        owed_cents: pocket.owed,
        owes_cents: pocket.owes,
        asked_cents: pocket.asked,
        available_cents: pocket.available,
      })),
    holds: (await readWalletHolds(ctx.db, company_id)).map(({ until, created_at, ...hold }) => ({
      ...hold,
      until: until?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    in_hand_cents: await readCollectedOwnRentCash(ctx.db, company_id),
    memo: row.mode === 'record' ? { collected_cents: memo_cents, deposits_cents: memo_deposits } : null,
    accounts: await readPayoutAccounts(ctx, company_id),
    adjustments: ctx.me.role === 'admin' || ctx.me.role === 'superadmin' ? await readWalletAdjustments(ctx, company_id) : [],
    rules: {
      minimum_cents: rules.minimum,
      day_limit_cents: rules.dayLimit,
      holding_days: rules.holdingDays,
      fee_bearer: rules.feeByPayee ? 'payee' : 'platform',
    },
    moves: ctx.me.grants.has('wallet.edit') ? listAllowedMoves(walletMachine, row.status, ctx.me.role) : [],
    own: own && ctx.me.grants.has('wallet_settings.edit'),
  };
}
export const readWalletDetails = (ctx: Ctx, { id }: HandlerInput<Calls['walletDetails']>): Promise<HandlerResult<Calls['walletDetails']>> =>
  readWallet(ctx, { id });
export const readOwnWallet = (ctx: Ctx): Promise<HandlerResult<Calls['ownWallet']>> =>
  readWallet(ctx, { companyId: requireCompanyMember(ctx).companyId });

export const readHeldDeposits = async ({ db }: Pick<Ctx, 'db'>, companyId: number): Promise<number> =>
  (
    await unscopedTable(db, 'wallet', 'checks whether bookings prevent the account from closing')
      .select()
      .select(heldDeposits.as('cents'))
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  )?.cents ?? 0;
/** The total a company holds in trust, which prevents closing its account. */
export const sumWalletBalances = async (ctx: Pick<Ctx, 'db'>, companyId: number): Promise<number> =>
  sumCents((await readWalletBalances(ctx.db, companyId)).map((one) => one.total));
