import { sql } from 'kysely';
import { empty, type Heap, step } from '#contract/commission/engine.ts';
import { isRent } from '#contract/commission/kinds.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { accountKinds, keyOf, type Pair } from '#contract/ledger/accounts.ts';
import { type Cents, cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { held, type Journal, type Named, postMany } from '#server/ledger/service.ts';
import { type Accrual, accrualsOf, heapOf, oncePerSource } from './accrue.ts';
import { type CommissionRow, pairsFor, type Said, saidBy } from './book.ts';
import { type Found, liveRules, mandateRule, namesFor } from './facts.ts';
import { termsOf } from './rule-terms.ts';

const why = 'a rule accrues what money that came brings';
type Allocated = Happenings['payment.allocated'];

/** What `followAllocated` does to one part of a payment, for hundreds: read once a table, reckoned in their order, written in one statement a table. */
export async function followAllocatedMany(ctx: Ctx, all: readonly Allocated[]): Promise<void> {
  const rents = all.filter((what) => isRent(what.lineKind) && what.cents > 0);
  if (rents.length === 0) return;
  const rules = await liveRules(ctx);
  const placed = await placesOf(ctx, rents);
  const accruals: Accrual[] = [];
  for (const what of rents) accruals.push(...(await accrualsOf(ctx, rules, what, await placed(what))));
  const written = await write(ctx, accruals);
  await bookMany(ctx, written);
}

/** Where these stand and whether they are lived in, read at once; of those with an agent the mandate too, one by one. */
async function placesOf(ctx: Ctx, rents: readonly Allocated[]): Promise<(what: Allocated) => Promise<Found>> {
  const properties = await everything(ctx.db, 'property', why)
    .select()
    .select(['id', 'region'])
    .where('id', 'in', [...new Set(rents.map((one) => one.propertyId))])
    .execute();
  const tenancies = await everything(ctx.db, 'tenancy', why)
    .select()
    .select(['id', sql<boolean>`app.lived_in(tenancy)`.as('lived')])
    .where('id', 'in', [0, ...new Set(rents.flatMap((one) => one.tenancyId ?? []))])
    .execute();
  const regions = new Map(properties.map((row) => [row.id, row.region]));
  const states = new Map(tenancies.map((row) => [row.id, row.lived]));
  const mandates = new Map<string, Found>();
  return async (what) => {
    const found = { region: regions.get(what.propertyId) ?? null, active: (what.tenancyId !== null && states.get(what.tenancyId)) || false };
    if (what.agentCompanyId === null) return { ...found, mandateId: null, rule: null };
    const key = `${what.companyId}:${what.agentCompanyId}:${what.propertyId}`;
    const known = mandates.get(key) ?? (await mandateRule(ctx, what));
    mandates.set(key, known);
    return { ...known, ...found };
  };
}

async function write(ctx: Ctx, accruals: readonly Accrual[]): Promise<{ row: CommissionRow; now: boolean }[]> {
  if (accruals.length === 0) return [];
  const keyed = (rule: number, heap: string) => `${rule}/${heap}`;
  const wanted = [
    ...new Map(accruals.map(({ rule, fact }) => [keyed(rule.id, heapOf(rule, fact)), { rule: rule.id, heap: heapOf(rule, fact) }])).values(),
  ];
  // A statement of its own: one that waited sees what stood there when it began, and not what the other wrote meanwhile.
  await sql`select pg_advisory_xact_lock(k) from (select distinct hashtextextended('commission:' || rule || ':' || heap, 0) as k
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (rule bigint, heap text) order by 1) x`.execute(ctx.db);
  const { rows: found } = await sql<{
    rule_id: number;
    heap: string;
    base: number;
    amount: number;
    tax: number;
  }>`/* all: what stands in these heaps, alone until this ends */
    select c.rule_id, c.heap, sum(c.base_cents)::bigint as base, sum(c.amount_cents)::bigint as amount, sum(c.tax_cents)::bigint as tax
    from commission c join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (rule bigint, heap text) on w.rule = c.rule_id and w.heap = c.heap group by 1, 2`.execute(
    ctx.db,
  );
  const heaps = new Map<string, Heap>(
    found.map((row) => [keyed(Number(row.rule_id), row.heap), { base: Number(row.base), amount: Number(row.amount), tax: Number(row.tax) }]),
  );
  const rows = accruals.map(({ rule, fact, earner, cap }) => {
    const heap = heapOf(rule, fact);
    const one = step(termsOf(rule), heaps.get(keyed(rule.id, heap)) ?? empty, fact.cents, cap);
    heaps.set(keyed(rule.id, heap), one.heap);
    return {
      ...{
        rule_id: rule.id,
        beneficiary: rule.beneficiary,
        beneficiary_company_id: earner,
        company_id: fact.companyId,
        property_id: fact.propertyId,
      },
      ...{
        tenancy_id: fact.tenancyId,
        source: fact.source,
        source_id: fact.sourceId,
        payment_id: fact.paymentId,
        invoice_id: fact.invoiceId,
        fund: fact.fund,
      },
      ...{
        heap,
        heap_cents: one.heap.base,
        base_cents: one.base,
        amount_cents: one.amount,
        tax_cents: one.tax,
        cap_cents: cap,
        happened_on: fact.on,
      },
    };
  });
  const { rows: made } = await sql<CommissionRow>`/* all: what a rule accrues */
    insert into commission (rule_id, beneficiary, beneficiary_company_id, company_id, property_id, tenancy_id, source, source_id, payment_id, invoice_id, fund, heap, heap_cents,
      base_cents, amount_cents, tax_cents, cap_cents, happened_on)
    select rule_id, beneficiary, beneficiary_company_id, company_id, property_id, tenancy_id, source, source_id, payment_id, invoice_id, fund, heap, heap_cents,
      base_cents, amount_cents, tax_cents, cap_cents, happened_on from jsonb_populate_recordset(null::commission, ${JSON.stringify(rows)}::jsonb)
    on conflict (rule_id, source, source_id, beneficiary) where ${oncePerSource} do nothing returning *, happened_on::text as happened_on`.execute(
    ctx.db,
  );
  const isNow = new Map(accruals.map(({ fact }) => [fact.sourceId, fact.now]));
  return made.map((row) => ({ row, now: isNow.get(row.source_id) ?? false }));
}

/** Into the books together. What stands on an account is read once, under its lock, and reckoned on with each. */
async function bookMany(ctx: Ctx, written: readonly { row: CommissionRow; now: boolean }[]): Promise<void> {
  const rows = written.filter((one) => one.now).map((one) => one.row);
  if (rows.length === 0) return;
  const asked: Named[] = [];
  // What each would ask for first, so that all of it is held at once, in the order of accounts.
  for (const row of rows)
    await pairsFor(row, (named) => {
      asked.push(...named);
      return Promise.resolve(named.map(() => cents(0)));
    });
  const standing = new Map<string, number>();
  const names = [...new Map(asked.map((one) => [keyOf(...one), one])).values()];
  for (const [n, sum] of (names.length > 0 ? await held(ctx.db, names) : []).entries()) {
    const one = names[n];
    if (one) standing.set(keyOf(...one), sum);
  }
  const there = (named: readonly Named[]): Promise<Cents[]> => Promise.resolve(named.map((one) => cents(standing.get(keyOf(...one)) ?? 0)));
  const said = new Map<string, Said>();
  const journals: Journal[] = [];
  for (const row of rows) {
    const pairs = await pairsFor(row, there);
    for (const pair of pairs) reckon(standing, pair);
    const key = [row.beneficiary_company_id, row.company_id, row.property_id].join(':');
    const words = said.get(key) ?? (await namesFor(ctx, row));
    said.set(key, words);
    journals.push({ ...saidBy(ctx, row, words), pairs });
  }
  await postMany(ctx.db, journals);
  await everything(ctx.db, 'commission', why)
    .change()
    .set({ booked_at: clock.now() })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
}
function reckon(standing: Map<string, number>, { fund, dr, cr, cents: sum }: Pair): void {
  for (const [acct, side] of [
    [dr, 'debit'],
    [cr, 'credit'],
  ] as const) {
    const key = keyOf(fund, acct);
    const was = standing.get(key);
    if (was !== undefined) standing.set(key, was + (accountKinds[acct.code].side === side ? sum : -sum));
  }
}
