import { sql } from 'kysely';
import { defaultGrants } from '#contract/access/grants.ts';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { calculateInvoiceLine } from '#contract/invoice/lines.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, type Day, monthEnd, monthOf, monthStart, startOfDay } from '#contract/time/days.ts';
import { addCommissionRule } from '#server/commission/service.ts';
import { chargeLateFees, issueDueInvoices, issueMany, onBookingApproved } from '#server/invoice/service.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { applyMoneyMode, closeCheckedLedgerMonth, runChecks } from '#server/ledger/service.ts';
import {
  createCollectionAccount,
  decideCollectionAccount,
  findOrCreateManualPaymentAccount,
  readCollectionAccount,
  saveCollectionAccount,
} from '#server/treasury/service.ts';
import { takeCash } from '../accounting/books-cash.ts';
import { openDesk } from '../accounting/books-desk.ts';
import { payVat } from '../accounting/books-tax.ts';
import type { DemoDatabase } from '../demo-database.ts';
import { runInThePast } from '../run-in-past.ts';
import { fillPaymentExceptions } from './money-desk.ts';
import { type CollectionTills, planPastPayments } from './money-payers.ts';
import { fillPayoutAccounts, payOutDemoWallets, payOutLastDemoRun, sweepDeposits, sweepToBank } from './money-payouts.ts';
import { recordPastPayments } from './past-payments.ts';

const months = 24;
/** Two of the companies that let homes collect their rent themselves. Makao collects for the others. */
const recordOnly = 2;
/** This many months stay open; earlier months are closed. */
const open = 3;

/**
 * Adds two years of rent through the services, month by month: invoices, payments (early, late, partial or missing), late fees, payouts, ledger
 * checks and closed months.
 */
export const fillDemoPayments = ({ db, files }: Pick<DemoDatabase, 'db' | 'files'>): Promise<void> =>
  runInThePast(db, async (tx, at) => {
    const [today, now] = [clock.today(), clock.ms()];
    const first = addMonths(monthStart(today), -months);
    const morning = (day: Day) => at(new Date(startOfDay(day).getTime() + 9 * 3_600_000));
    await morning(addDays(first, -3));
    const [maker, second] = await superadmins(tx);
    const tills = await prepare(tx, maker, second);
    const desk = await openDesk(tx, { files, at, now });
    for (let month = first; month <= monthStart(today); month = addMonths(month, 1)) {
      await morning(addDays(month, -1));
      if (Number(month.slice(5, 7)) % 3 === 0 || month === addMonths(first, 1)) await measure(tx);
      await issueDueInvoices(tx);
      await askDeposits(tx, month, today);
      for (const day of [addDays(month, 5), addDays(month, 14), addDays(monthEnd(month), -1)]) {
        if (day >= today) continue;
        await morning(day);
        if (day === addDays(month, 5) && month >= addMonths(monthStart(today), -2))
          await takeCash(desk, day, 3, { isFirstWrong: month === addMonths(monthStart(today), -1) });
        await recordPastPayments(asClock(tx), await planPastPayments(tx, day, today, tills));
        // Late fees are charged for the last few months only, because each fee is an invoice, and years of them would double the time of filling.
        if (day === addDays(month, 14) && month >= addMonths(monthStart(today), -open)) await chargeLateFees(tx);
        if (day === addDays(month, 14)) await payVat(tx, month, { maker, second, bank: tills.bank, files });
        if (day === addDays(month, 5)) await endOfMonth(tx, addMonths(month, -1), { maker, second, tills, latest: monthStart(today) });
      }
    }
    // A start before six in the morning must not find entries in the future.
    await at(new Date(Math.min(startOfDay(today).getTime() + 6 * 3_600_000, now)));
    await recordPastPayments(asClock(tx), await planPastPayments(tx, addDays(today, -1), today, tills));
    await moveIns(tx);
    await fillPaymentExceptions(tx, tills, today);
    await sweepToBank(tx, maker, tills);
    await sweepDeposits(tx, maker, tills);
    await payOutLastDemoRun(tx, maker, second, addDays(today, -4));
    await askDemoTenant(tx, today);
    await runChecks(maker(tx));
  });

/** No other transaction sees these rows yet, so PostgreSQL has no statistics of them. Without statistics it would scan all rows for each one. */
const measure = (db: Db) =>
  sql`analyze ledger_account, ledger_total, journal, journal_entry, invoice, invoice_line, payment, receipt, allocation, commission, settlement_line`.execute(
    db,
  );

type Ending = { readonly maker: As; readonly second: As; readonly tills: CollectionTills; readonly latest: Day };
/** Pays owners, once a quarter at first and then every month, and closes old months. */
async function endOfMonth(db: Db, month: Day, { maker, second, tills, latest }: Ending): Promise<void> {
  const ago = (n: number) => addMonths(latest, -n);
  await sweepToBank(db, maker, tills);
  await sweepDeposits(db, maker, tills);
  if ((/-(03|06|09|12)-/.test(month) || month >= ago(5)) && month < ago(1)) await payOutDemoWallets(db, maker, second, monthEnd(month));
  if (month < ago(open)) await closeCheckedLedgerMonth(maker(db), { month: monthOf(month) });
}

type As = (db: Db) => Ctx;
/** The two super admins as callers: one starts a payout run, the other approves it. */
async function superadmins(db: Db): Promise<[As, As]> {
  const { rows } = await sql<{ id: number; user_type: number }>`/* unscoped: the demo data */
    select id, user_type from person where user_type = (select user_type from person where email = 'superadmin@makao.test') order by email = 'superadmin@makao.test', id`.execute(
    db,
  );
  const [second, maker] = [rows.at(0), rows.at(-1)];
  if (!maker || !second || maker.id === second.id) throw new Error('The demo data needs two super admins.');
  const as = ({ id, user_type }: { id: number; user_type: number }): As => {
    const me = {
      ...asClock(db).me,
      userId: Number(id),
      userType: user_type,
      role: 'superadmin' as const,
      layout: 'superadmin' as const,
      grants: defaultGrants.superadmin,
    };
    return (tx) => ({ ...asClock(tx), me });
  };
  return [as(maker), as(second)];
}

/** The commission of Makao on rents, and of dealers on the featured slots of companies that they recruited. */
async function createDemoCommissionRules(ctx: ReturnType<As>): Promise<void> {
  const rule = {
    tiers: null,
    fixed_cents: null,
    min_cents: toCents(0),
    max_cents: null,
    per: 'invoice' as const,
    region: null,
    property_id: null,
    months: null,
    ends_on: null,
    priority: 0,
  };
  await addCommissionRule(ctx, {
    ...rule,
    name: 'Rent collected',
    beneficiary: 'platform',
    basis: 'rent_collected',
    kind: 'rate',
    bps: 200,
    vat_bps: 1600,
    company_id: null,
    starts_on: clock.today(),
  });
  await addCommissionRule(ctx, {
    ...rule,
    name: 'Featured slots of recruited companies',
    beneficiary: 'dealer',
    basis: 'featured_payment',
    kind: 'rate',
    bps: 1000,
    vat_bps: 0,
    company_id: null,
    starts_on: clock.today(),
  });
}

/** Sets the collection mode and accounts of each company, the commission rules of Makao and the payout accounts of owners. */
async function prepare(db: Db, maker: As, second: As): Promise<CollectionTills> {
  const { rows: companies } = await sql<{ id: number }>`/* unscoped: the demo data */
    select t.company_id as id from tenancy t join company c on c.id = t.company_id group by t.company_id order by count(*) desc, t.company_id`.execute(
    db,
  );
  const ids = companies.map((row) => Number(row.id));
  const trusted = ids.slice(0, -recordOnly);
  for (const company_id of trusted)
    await applyMoneyMode(maker(db), { company_id, mode: 'trust', reason: 'Makao holds the rent in trust for this company' });
  await createDemoCommissionRules(maker(db));
  const mpesa = await createCollectionAccount(db, {
    company_id: null,
    rail: 'mpesa',
    name: `M-Pesa ${simulatorCredentials.shortcode}`,
    number: simulatorCredentials.shortcode,
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  if (!mpesa) throw new Error('Makao already has its M-Pesa collection account.');
  const banks: number[] = [];
  for (const [fund, name, number] of [
    ['C', 'Client account', '0110099887701'],
    ['D', 'Deposit account', '0110099887702'],
    ['P', 'Makao account', '01100200300'],
  ] as const) {
    const { id, asked } = await saveCollectionAccount(maker(db), { rail: 'bank', name, number, bank_code: '01', active: true, fund });
    await decideCollectionAccount(second(db), { id, at: asked?.at ?? '', agree: true });
    banks.push(id);
  }
  const bank = await readCollectionAccount(db, requiredId(banks[0], 'the clients’ bank account'));
  const own = new Map<number, CollectionTills['mpesa']>();
  for (const id of ids.slice(-recordOnly)) own.set(id, await findOrCreateManualPaymentAccount(db, id));
  await fillPayoutAccounts(db, trusted);
  return { mpesa, bank, own };
}

type Starting = {
  id: number;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number;
  tenant_id: number;
  deposit_cents: number;
  starts_on: Day;
  home: string;
};
/** Invoices the deposit of tenants who move in this month. */
async function askDeposits(db: Db, month: Day, today: Day): Promise<void> {
  const { rows } = await sql<Starting>`/* unscoped: the demo data */
    select t.id, t.company_id, t.agent_company_id, t.property_id, t.unit_id, p.tenant_id, t.deposit_cents, t.starts_on::text as starts_on,
      case when t.whole then o.name else u.name || ', ' || o.name end as home
    from tenancy t join tenancy_person p on p.tenancy_id = t.id and p.role = 'lead' join unit u on u.id = t.unit_id join property o on o.id = t.property_id
    where t.status in ('active', 'expired') and t.deposit_cents > 0 and t.starts_on between ${month}::date and ${monthEnd(month)}::date and t.starts_on < ${today}::date order by t.id`.execute(
    db,
  );
  await issueMany(
    asClock(db),
    rows.map((one) => ({
      ...byHand(one),
      onceKey: `deposit:${one.id}`,
      dueOn: one.starts_on,
      lines: [calculateInvoiceLine({ kind: 'deposit', unit_cents: Number(one.deposit_cents), tax_code: 'D' }, one.starts_on)],
    })),
  );
}

/** The common fields of a manual invoice for this lease. */
const byHand = (one: Starting) => ({
  companyId: one.company_id,
  agentCompanyId: one.agent_company_id,
  propertyId: one.property_id,
  unitId: one.unit_id,
  tenancyId: Number(one.id),
  bookingId: null,
  tenantId: one.tenant_id,
  kind: 'ad_hoc' as const,
  periodFrom: null,
  periodLast: null,
  home: one.home,
});

/** Invoices the amounts due of bookings that await payment. */
async function moveIns(db: Db): Promise<void> {
  const { rows } = await sql<{
    id: number;
    unit_id: number;
  }>`/* unscoped: the demo data */ select id, unit_id from booking where status = 'await_payment' order by id`.execute(db);
  for (const { id, unit_id } of rows) await onBookingApproved(asClock(db), { bookingId: Number(id), unitId: unit_id });
}

/** Invoices the demo tenant for an amount that is not overdue yet. */
async function askDemoTenant(db: Db, today: Day): Promise<void> {
  const { rows } = await sql<Starting>`/* unscoped: the demo data */
    select t.id, t.company_id, t.agent_company_id, t.property_id, t.unit_id, n.id as tenant_id, 0 as deposit_cents, t.starts_on::text as starts_on, u.name || ', ' || o.name as home
    from tenancy t join tenancy_person p on p.tenancy_id = t.id join tenant n on n.id = p.tenant_id join person g on g.id = n.person_id and g.email = 'tenant@makao.test'
      join unit u on u.id = t.unit_id join property o on o.id = t.property_id where t.status = 'active' order by t.id limit 1`.execute(db);
  await issueMany(
    asClock(db),
    rows.map((one) => ({
      ...byHand(one),
      onceKey: null,
      dueOn: addDays(today, 5),
      lines: [
        calculateInvoiceLine({ kind: 'parking', unit_cents: 250_000 }, today),
        calculateInvoiceLine({ kind: 'internet', unit_cents: 199_900 }, today),
      ],
    })),
  );
}
