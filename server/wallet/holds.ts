import { type RawBuilder, sql } from 'kysely';
import { getCommissionBasis } from '#contract/commission/kinds.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { type LedgerAccountCodeOf, ledgerAccounts } from '#contract/ledger/accounts.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOfDay } from '#contract/time/days.ts';
import { readAgentCommissionsOfAllocation, sumCommissionOnAllocation } from '#server/commission/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { readPayoutSettings, readWalletDebts } from './wallet-balances.ts';

const why = 'received money is held until it has cleared';
type Allocated = DomainEvents['payment.allocated'];

/**
 * Rent in trust mode belongs to the owner at once and is available when it has cleared, and so are commissions on it. Money paid before the tenancy
 * begins is not theirs yet. Cash the company collected is deducted from its wallet and needs no clearing.
 */
export async function onPaymentAllocatedForWallet(ctx: Ctx, all: readonly Allocated[]): Promise<void> {
  const given = all.filter(clears);
  if (given.length === 0) return;
  const holders = await holdersOf(ctx, given);
  await holdClearing(
    ctx,
    given.filter((what) => !holders.has(what)),
  );
  for (const [what, holder] of holders) await holdCash(ctx, what, holder);
}
const clears = ({ fund, lineKind, cents }: Allocated): boolean => fund === 'C' && lineKind !== 'deposit' && cents > 0;

type InHand = { readonly id: number; readonly holder_id: number };
/** The companies that collected the cash of these allocations. Credit from a credit note has no payment, and may come from cash of its tenancy. */
async function holdersOf(ctx: Ctx, all: readonly Allocated[]): Promise<Map<Allocated, number>> {
  const cash = async (which: RawBuilder<unknown>) => {
    const payments = sql<InHand>`/* unscoped: received money is held until it has cleared */ select id, holder_id from ${getLookup('paymentsInHand')()} p where ${which}`;
    return (await payments.execute(ctx.db)).rows;
  };
  const paymentIds = all.flatMap(({ paymentId }) => paymentId ?? []);
  const rows = paymentIds.length === 0 ? [] : await cash(sql`p.id = any (${paymentIds}::bigint[])`);
  const byPayment = new Map(rows.map((row) => [row.id, row.holder_id]));
  const holders = new Map<Allocated, number>();
  for (const what of all) {
    const { paymentId, tenancyId } = what;
    const holder =
      paymentId !== null ? byPayment.get(paymentId) : (await cash(sql`p.tenancy_id = ${tenancyId} order by p.id desc limit 1`))[0]?.holder_id;
    if (holder) holders.set(what, holder);
  }
  return holders;
}

/**
 * The part of a company's cash that belongs to another company is on hold until it is handed over: the owner's rent collected by an agent, or the
 * commission on rent collected by an owner.
 */
async function holdCash(ctx: Ctx, what: Allocated, holder: number): Promise<void> {
  const agents = await readAgentCommissionsOfAllocation(ctx, what.allocationId);
  const owners = {
    company: what.companyId,
    code: ledgerAccounts.ownerPayable,
    cents: what.cents - (await sumCommissionOnAllocation(ctx, what.allocationId, 'accrued')),
  };
  for (const { company, code, cents } of [owners, ...agents.map((one) => ({ ...one, code: ledgerAccounts.agentPayable }))])
    if (company !== holder && cents > 0) await holdFor(ctx, { company, code, cents, holder, source: 'allocation', sourceId: what.allocationId });
}
type Cash = {
  company: number;
  code: LedgerAccountCodeOf<'ownerPayable' | 'agentPayable'>;
  cents: number;
  holder: number;
  source: 'allocation' | 'commission';
  sourceId: number;
};
const holdFor = (ctx: Ctx, { company, code, cents, holder, source, sourceId }: Cash) =>
  add(ctx, 'wallet_hold')
    .values({ company_id: company, fund: 'C', code, kind: 'cash', cents, source, source_id: sourceId, holder_id: holder })
    .onConflict((oc) => oc.columns(['source', 'source_id', 'code']).doNothing())
    .execute();

/**
 * A commission returned to the owner after the agent was paid is the agent's debt. The amount is held until the debt is paid, so that no other
 * company's money covers it.
 */
export async function onCommissionOwed(ctx: Ctx, what: DomainEvents['commission.owed']): Promise<void> {
  await holdFor(ctx, {
    company: what.companyId,
    code: ledgerAccounts.ownerPayable,
    cents: what.cents,
    holder: what.agentCompanyId,
    source: 'commission',
    sourceId: what.commissionId,
  });
}

/** An unallocated amount cannot be on hold. */
export const onPaymentUnallocatedForWallet = (ctx: Ctx, { allocationId }: Allocated): Promise<void> => release(ctx, 'allocation', allocationId);
/** An amount credited by a credit note is released in proportion to the rest. */
export async function onPaymentCredited(ctx: Ctx, { allocationId, cents, left }: DomainEvents['payment.given_back']): Promise<void> {
  if (left === 0) return release(ctx, 'allocation', allocationId);
  await activeHolds(ctx, 'allocation', allocationId)
    .set({ cents: sql<Cents>`ceil(cents * ${left}::numeric / ${left + cents})` })
    .execute();
}
export const onPaymentReversedForWallet = (ctx: Ctx, { paymentId }: DomainEvents['payment.reversed']): Promise<void> =>
  release(ctx, 'payment', paymentId);
const activeHolds = (ctx: Ctx, source: 'allocation' | 'payment', id: number) =>
  unscopedTable(ctx.db, 'wallet_hold', why).change().where('source', '=', source).where('source_id', '=', id).where('released_at', 'is', null);
async function release(ctx: Ctx, source: 'allocation' | 'payment', id: number): Promise<void> {
  await activeHolds(ctx, source, id).set({ released_at: clock.now() }).execute();
}

/** Move-in: money paid before belongs to the owner now, and clears from the day of payment. */
export async function onTenancyActivatedForWallet(ctx: Ctx, { tenancyId }: DomainEvents['tenancy.activated']): Promise<void> {
  const { rows } = await sql<Came>`/* unscoped: payments that a new tenancy has made */
    select a.id as "allocationId", a.company_id as "companyId", a.tenancy_id as "tenancyId", a.payment_id as "paymentId", a.cents, to_char(a.paid_on, 'YYYY-MM-DD') as "on"
    from ${getLookup('rentPaidFor')(tenancyId, 'C')} a order by a.id`.execute(ctx.db);
  await holdClearing(ctx, rows);
}

type Came = Pick<Allocated, 'allocationId' | 'companyId' | 'tenancyId' | 'paymentId' | 'cents' | 'on'>;
/**
 * Holds the shares of owner and agent on their balances until they clear. Commission on the rent of an owner with a debt is also held for that debt.
 */
async function holdClearing(ctx: Ctx, all: readonly Came[]): Promise<void> {
  // For an owner with a debt or a frozen wallet, no other company is paid from the money received until then, even with an agreement.
  const debtors = await readWalletDebts(ctx.db, [...new Set(all.map((what) => what.companyId))]);
  const clearsOn = await clearing(ctx);
  const rows = all
    .filter((what) => what.tenancyId !== null)
    .map((what) => ({
      id: what.allocationId,
      company: what.companyId,
      tenancy: what.tenancyId,
      payment: what.paymentId,
      cents: what.cents,
      until: clearsOn(what.on),
      debtor: debtors.has(what.companyId),
    }))
    .filter(({ until, debtor }) => debtor || until > clock.now());
  if (rows.length === 0) return;
  await sql`/* unscoped: received money is held until it has cleared */
    insert into wallet_hold (company_id, fund, code, kind, cents, until, source, source_id, holder_id)
    select s.company, 'C', s.code, case when s.holder is null then 'clearing' else 'cash' end, s.cents, w.until, 'allocation', w.id, s.holder
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w (id bigint, company bigint, tenancy bigint, payment bigint, cents bigint, until timestamptz, debtor boolean)
      join tenancy t on t.id = w.tenancy and app.lived_in(t)
      cross join lateral (
        select w.company, ${accountCodeSql('ownerPayable')} as code, w.cents - coalesce(sum(c.amount_cents + c.tax_cents), 0)::bigint as cents, null::bigint as holder
        from commission c where c.source = 'allocation' and c.source_id = w.id and c.booked_at is not null
        union all select c.beneficiary_company_id, ${accountCodeSql('agentPayable')}, sum(c.amount_cents + c.tax_cents)::bigint, case when w.debtor then w.company end
        from commission c where c.source = 'allocation' and c.source_id = w.id and c.booked_at is not null and c.beneficiary = 'agent' group by 1) s
    where s.cents > 0 and (s.holder is not null or w.until > app.now()) and not ${getLookup('isPaymentInHand')(sql.ref('w.payment'))}
    on conflict (source, source_id, code) do nothing`.execute(ctx.db);
}
async function clearing(ctx: Ctx): Promise<(on: string) => Date> {
  const { holdingDays } = await readPayoutSettings(ctx.db);
  return (on) => (holdingDays === 0 ? clock.now() : startOfDay(addDays(on, holdingDays + 1)));
}
/** A dealer's commission clears like the payment, and not before the purchase begins: until then it may be refunded. */
async function holdDealer(ctx: Ctx, source: 'payment' | 'featured', id: number, from: string = clock.today()): Promise<void> {
  const [clears, begins] = [(await clearing(ctx))(clock.today()), startOfDay(from)];
  const until = clears > begins ? clears : begins;
  await sql`/* unscoped: received money is held until it has cleared */
    insert into wallet_hold (company_id, fund, code, kind, cents, until, source, source_id)
    select c.beneficiary_company_id, 'P', ${accountCodeSql('dealerPayable')}, 'clearing', sum(c.amount_cents + c.tax_cents), ${until}, ${source}, ${id} from commission c
    where c.source = ${source} and c.source_id = ${id} and c.beneficiary = 'dealer' and c.booked_at is not null and c.reverses is null and ${until} > app.now()
    group by 1 having sum(c.amount_cents + c.tax_cents) > 0 on conflict (source, source_id, code) do nothing`.execute(ctx.db);
}
export async function onPaymentCompleted(ctx: Ctx, { paymentId, purpose }: DomainEvents['payment.completed']): Promise<void> {
  if (getCommissionBasis(purpose) === 'plan_payment') await holdDealer(ctx, 'payment', paymentId);
}
export async function onFeaturedBoughtForWallet(ctx: Ctx, { bookingId, paymentId, startsOn }: DomainEvents['featured.bought']): Promise<void> {
  if (paymentId !== null) await holdDealer(ctx, 'featured', bookingId, startsOn);
}
/** Refunded days earn no commission: the hold is reduced to the rest. */
export async function onFeaturedRefundedForWallet(ctx: Ctx, { bookingId }: DomainEvents['featured.back']): Promise<void> {
  await sql`/* unscoped: a reversed payment cannot be held */
    with earned as (select beneficiary_company_id as company, sum(amount_cents + tax_cents)::bigint as cents from commission
      where source in ('featured', 'featured_back') and source_id = ${bookingId} and beneficiary = 'dealer' group by 1)
    update wallet_hold h set cents = case when e.cents > 0 then least(h.cents, e.cents) else h.cents end, released_at = case when e.cents <= 0 then app.now() end
    from earned e where h.company_id = e.company and h.source = 'featured' and h.source_id = ${bookingId} and h.released_at is null`.execute(ctx.db);
}
