import { type RawBuilder, sql } from 'kysely';
import { type ChargedLateFee, calculateLateFeesDue, hasDailyLateFeeTier, type LateFeeTier } from '#contract/invoice/fees.ts';
import { calculateInvoiceLine } from '#contract/invoice/lines.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, countDaysBetween, type Day } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { requireCallerCompanyId } from '../access.ts';
import { issueInvoices } from '../issue.ts';
import { lockInvoice } from '../locks.ts';
import { notifyLateFee } from '../notify.ts';
import { invoiceNotFound } from '../rows.ts';
import {
  applicableFeePolicySql,
  assignLateFeeTierIds,
  type LateFeePolicy,
  propertyFeePolicySql,
  readLateFeePolicies,
  saveLateFeeTiers,
} from './fee-tiers.ts';

type Calls = typeof invoiceRunCalls;
/** Days between two charges of a daily tier. */
const gatherDays = 7;

/** Saves the late fee policy of the company, or of a property or tenancy that the caller may edit. */
export async function setLateFeePolicy(ctx: Ctx, given: HandlerInput<Calls['setFeePolicy']>): Promise<LateFeePolicy> {
  const company_id = requireCallerCompanyId(ctx);
  const { property_id, tenancy_id, active, revision } = given;
  if (property_id !== null && tenancy_id !== null) throw invalidInputRefusal({ tenancy_id: m.invoice_problem_policy_of() });
  for (const [table, id] of [
    ['property', property_id],
    ['tenancy', tenancy_id],
  ] as const) {
    if (id === null) continue;
    const row = await from(ctx, table)
      .select(mayChange(table, ctx.me, 'invoices.edit').as('may'))
      .where('id', '=', id)
      .where('company_id', '=', company_id)
      .executeTakeFirst();
    if (!row) throw invoiceNotFound();
    if (!row.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'invoices.edit' });
  }
  const steps = await assignLateFeeTierIds(ctx, { property_id, tenancy_id }, given.tiers);
  const facts = { active, revision: revision + 1 };
  const row = await add(ctx, 'late_fee_policy')
    .values({ company_id, property_id, tenancy_id, ...facts })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'property_id', 'tenancy_id'])
        .doUpdateSet({ ...facts, updated_at: clock.now() })
        .where('late_fee_policy.revision', '=', revision),
    )
    .returning(['id', 'revision'])
    .executeTakeFirst();
  if (!row || row.revision !== revision + 1) throw new Refusal('conflict', sentence('editConflict'));
  const tiers = await saveLateFeeTiers(ctx, row.id, steps);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id: row.id, after: { property_id, late_fee_steps: tiers, active } });
  const [policy] = await readLateFeePolicies(ctx, company_id, row.id);
  if (!policy) throw invoiceNotFound();
  return policy;
}

type Late = {
  id: number;
  code: string;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  property_name: string;
  unit_id: number;
  unit_name: string;
  home: string;
  tenancy_id: number;
  tenancy_code: string;
  tenant_id: number;
  tenant_name: string;
  due_on: Day;
  rent_cents: number;
  charged: ChargedLateFee[];
  last_on: Day | null;
  tiers: LateFeeTier[] | null;
  /** Whether a policy that is more specific than the company's, or than the property's, applies to the invoice. */
  over_company: boolean;
  over_property: boolean;
};
const ofTenancy = sql`exists (select 1 from late_fee_policy f where f.tenancy_id = t.id and f.company_id = i.company_id)`;
const overCompany = sql`(${ofTenancy} or ${propertyFeePolicySql} is not null or exists (select 1 from late_fee_policy f where f.property_id = i.property_id and f.company_id = i.company_id))`;

/** Overdue rent invoices (arrears) that are neither disputed nor exempt from late fees. */
async function late(db: Db, which: RawBuilder<boolean>, limit: number): Promise<Late[]> {
  const { rows } = await sql<Late>`/* unscoped: late invoices of the caller’s company, or of all companies in the scheduled job */
    select * from (select i.id, i.code, i.company_id, i.agent_company_id, i.property_id, p.name as property_name, i.unit_id,
      case when t.whole then app.whole_name(t.property_id) else u.name end as unit_name, case when t.whole then p.name else u.name || ', ' || p.name end as home,
      t.id as tenancy_id, t.code as tenancy_code, n.id as tenant_id, n.name as tenant_name, i.due_on::text as due_on,
      (select coalesce(sum(l.cents - l.off_cents - l.paid_cents - l.credited_cents), 0)::bigint from invoice_line l where l.invoice_id = i.id and l.kind = 'rent') as rent_cents,
      (select coalesce(jsonb_agg(jsonb_build_object('tier', x.tier, 'n', x.n, 'cents', x.cents)), '[]') from late_fee x where x.invoice_id = i.id) as charged,
      (select max(x.charged_on)::text from late_fee x where x.invoice_id = i.id) as last_on, ${applicableFeePolicySql} as tiers, ${ofTenancy} as over_property, ${overCompany} as over_company
    from invoice i join tenancy t on t.id = i.tenancy_id join property p on p.id = i.property_id join unit u on u.id = i.unit_id join tenant n on n.id = i.tenant_id
    where i.status in ('unpaid', 'active') and i.due_on < app.today() and i.kind in ('rent', 'move_in') and i.disputed_at is null and i.fees_off_at is null and ${which}) s
    where s.rent_cents > 0 order by s.id limit ${limit}`.execute(db);
  return rows;
}
const page = 1000;
/** Reads all overdue invoices in pages, so that invoices charged long ago do not hide the others. */
async function* eachLate(db: Db, which: RawBuilder<boolean>): AsyncGenerator<Late> {
  for (let after = 0; ; ) {
    const rows = await late(db, sql<boolean>`i.id > ${after} and ${which}`, page);
    yield* rows;
    if (rows.length < page) return;
    after = Number(rows.at(-1)?.id ?? after);
  }
}
const chargedNow = (one: Late, tiers: readonly LateFeeTier[]): ChargedLateFee[] =>
  calculateLateFeesDue(tiers, { ...one, rent_cents: Number(one.rent_cents) }, clock.today());

const shown = 500;
export async function previewLateFees(
  ctx: Ctx,
  { property_id, tiers: given }: HandlerInput<Calls['previewLateFees']>,
): Promise<HandlerResult<Calls['previewLateFees']>> {
  if (property_id !== null && !(await from(ctx, 'property').select('id').where('id', '=', property_id).executeTakeFirst())) throw invoiceNotFound();
  const which = sql<boolean>`${visibleTo('invoice:managed', ctx.me, 'i')} ${property_id === null ? sql`` : sql`and i.property_id = ${property_id}`}`;
  // An unsaved tier has charged nothing. It gets a negative number, which no saved tier has.
  const tiers =
    given &&
    (await assignLateFeeTierIds(ctx, { property_id, tenancy_id: null }, given)).map((step, place) => ({ ...step, id: step.id ?? -1 - place }));
  const [charged, spared]: [Row[], Row[]] = [[], []];
  let [count, total, all] = [0, 0, 0];
  for await (const one of eachLate(ctx.db, which)) {
    // If a more specific policy applies, these tiers would change nothing.
    const nearer = property_id === null ? one.over_company : one.over_property;
    const cents = sumCents(chargedNow(one, (nearer ? null : tiers) ?? one.tiers ?? []).map((fee) => fee.cents));
    const among = cents > 0 ? charged : spared;
    if (among.length < shown) among.push(toRow(one, cents));
    all += 1;
    total += cents;
    if (cents > 0) count += 1;
  }
  return { rows: [...charged, ...spared].slice(0, shown), count, total_cents: sumCents([total]), late: all };
}
type Row = HandlerResult<Calls['previewLateFees']>['rows'][number];
const toRow = (one: Late, cents: number): Row => ({
  invoice: { id: one.id, code: one.code },
  tenancy: { id: one.tenancy_id, code: one.tenancy_code },
  tenant: { id: one.tenant_id, name: one.tenant_name },
  unit: { id: one.unit_id, name: one.unit_name },
  property: { id: one.property_id, name: one.property_name },
  overdue_days: countDaysBetween(one.due_on, clock.today()),
  overdue_cents: Number(one.rent_cents),
  charged_cents: sumCents(one.charged.map((fee) => fee.cents)),
  charged_on: one.last_on,
  cents,
});

/** Whether a late fee is due now. A daily tier is charged once a week. */
const isDue = (one: Late): boolean => {
  const tiers = one.tiers ?? [];
  if (chargedNow(one, tiers).length === 0) return false;
  return !hasDailyLateFeeTier(tiers) || one.last_on === null || addDays(one.last_on, gatherDays) <= clock.today();
};
const worked = 10_000;
const policied = sql<boolean>`${applicableFeePolicySql} <> '[]'::jsonb`;
async function dueNow(db: Db): Promise<Late[]> {
  const due: Late[] = [];
  for await (const one of eachLate(db, policied)) if (isDue(one) && due.push(one) === worked) break;
  return due;
}
export const countDueLateFees = async (db: Db): Promise<number> => (await dueNow(db)).length;

/** Whether an open invoice may still get a late fee: a policy applies and late fees were not waived. */
export async function canChargeLateFee(db: Db, invoiceId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`/* unscoped: of an invoice the caller sees */
    select i.id from invoice i join tenancy t on t.id = i.tenancy_id join property p on p.id = i.property_id
    where i.id = ${invoiceId} and i.status in ('unpaid', 'active') and i.kind in ('rent', 'move_in') and i.fees_off_at is null and ${policied}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Charges late fees; runs daily. Each fee has its own transaction and is checked again under a lock, so that a second run charges nothing. */
export async function chargeLateFees(db: Db): Promise<number> {
  return processDueRows(db, await dueNow(db), async (tx, { id }) => {
    const ctx = asClock(tx);
    await lockInvoice(ctx, id);
    const [one] = await late(tx, sql<boolean>`i.id = ${id}`, 1);
    if (!one || !isDue(one)) return;
    const fees = chargedNow(one, one.tiers ?? []);
    const cents = sumCents(fees.map((fee) => fee.cents));
    const [made] = await issueInvoices(ctx, [
      {
        companyId: one.company_id,
        agentCompanyId: one.agent_company_id,
        propertyId: one.property_id,
        unitId: one.unit_id,
        tenancyId: one.tenancy_id,
        bookingId: null,
        tenantId: one.tenant_id,
        kind: 'late_fee' as const,
        onceKey: null,
        periodFrom: null,
        periodLast: null,
        dueOn: clock.today(),
        home: one.home,
        lines: [calculateInvoiceLine({ kind: 'late_fee', label: '', unit_cents: cents }, clock.today())],
        note: one.code,
      },
    ]);
    if (!made) return;
    await add(ctx, 'late_fee')
      .values(
        fees.map((fee) => ({
          invoice_id: id,
          tier: fee.tier,
          n: fee.n,
          cents: sumCents([fee.cents]),
          fee_invoice_id: made.id,
          charged_on: clock.today(),
        })),
      )
      .execute();
    await audit(tx, ctx, {
      kind: 'add',
      document: 'invoices',
      id: made.id,
      code: made.code,
      after: { kind: 'late_fee', total_cents: made.totalCents },
      reason: `late fee on ${one.code}`,
    });
    await publishEvent(ctx, 'invoice.issued', { invoiceId: made.id });
    await notifyLateFee(ctx, made.id, one.code);
  });
}
