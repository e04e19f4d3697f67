import { sql } from 'kysely';
import type { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import type { InvoiceTaxCode } from '#contract/invoice/kinds.ts';
import {
  calculateInvoiceDraft,
  calculateInvoiceLine,
  type InvoiceDraftTotals,
  invoiceLineLimit,
  type UnissuedInvoiceLine,
} from '#contract/invoice/lines.ts';
import { formatInvoiceLineName } from '#contract/invoice/words.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthEnd, monthStart } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { readInvoiceDetails } from './invoice-detail.ts';
import { type InvoiceDraft, issueInvoice } from './issue.ts';
import { buildRentInvoiceKey } from './rent-facts.ts';
import { invoiceNotFound } from './rows.ts';

type Calls = typeof invoiceActionCalls;
type Given = HandlerInput<Calls['create']>;

/** Tenancies that the caller may invoice, with their payers. */
export async function readBillableTenancies(ctx: Ctx, ids: readonly number[]) {
  const rows = await from(ctx, 'tenancy:managed')
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .select([
      'tenancy.id',
      'tenancy.code',
      'tenancy.status',
      'tenancy.company_id',
      'tenancy.agent_company_id',
      'tenancy.property_id',
      'tenancy.unit_id',
    ])
    .select([
      // Before it begins, a tenancy is billed only if its payers agreed: by a booking or a signed lease, and not while they are asked to confirm it.
      sql<boolean>`(tenancy.status = 'pending' and (tenancy.terms_ask is not null
        or (tenancy.booking_id is null and not ${getLookup('hasSignedLease')(sql.ref('tenancy.id'))})))`.as('not_agreed'),
    ])
    .select(['property.name as property_name', mayChange('tenancy:managed', ctx.me, 'invoices.create', 'tenancy').as('may')])
    .select([
      sql<string>`case when tenancy.whole then app.whole_name(tenancy.property_id) else unit.name end`.as('unit_name'),
      sql<string>`case when tenancy.whole then property.name else unit.name || ', ' || property.name end`.as('home'),
      sql<{
        id: number;
        name: string;
      } | null>`(select jsonb_build_object('id', n.id, 'name', n.name) from tenancy_person p join tenant n on n.id = p.tenant_id
        where p.tenancy_id = tenancy.id and p.role = 'lead' order by p.until nulls first, p.id desc limit 1)`.as('lead'),
      sql<boolean>`coalesce((select s.vat_registered from invoice_setting s where s.company_id = tenancy.company_id), false)`.as('charges_vat'),
      sql<number | null>`unit.area_m2`.as('area_m2'),
      sql<number>`(select count(*)::int from tenancy_person p where p.tenancy_id = tenancy.id and p.role <> 'guarantor' and p.until is null)`.as(
        'people',
      ),
    ])
    .where('tenancy.id', 'in', [...ids])
    .orderBy('tenancy.id')
    .execute();
  if (rows.length !== new Set(ids).size) throw invoiceNotFound();
  if (rows.some((row) => !row.may)) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'invoices.create' });
  const early = rows.find((row) => row.not_agreed);
  if (early) throw new Refusal('conflict', m.invoice_refusal_not_agreed({ home: early.home }));
  return rows;
}
export type BillableTenancy = Awaited<ReturnType<typeof readBillableTenancies>>[number];

/** Asserts that a company that is not registered for VAT does not use the tax codes B and E. */
export function assertVatAllowed(
  homes: readonly Pick<BillableTenancy, 'charges_vat'>[],
  codes: readonly InvoiceTaxCode[],
  field: (at: number) => string,
): void {
  if (homes.every((home) => home.charges_vat)) return;
  const at = codes.findIndex((code) => code === 'B' || code === 'E');
  if (at >= 0) throw invalidInputRefusal({ [field(at)]: m.invoice_problem_vat() });
}
const ofLines = (home: BillableTenancy, { lines }: Given): void =>
  assertVatAllowed(
    [home],
    lines.map((line) => line.tax_code),
    (at) => `lines.${at}.tax_code`,
  );

const toLines = ({ lines, due_on }: Given): UnissuedInvoiceLine[] =>
  lines.map(({ from: first, last, ...line }, at) => {
    if (first && last && last < first) throw invalidInputRefusal({ [`lines.${at}.last`]: m.problem_day_order() });
    if (line.unit_cents === 0) throw invalidInputRefusal({ [`lines.${at}.unit_cents`]: m.invoice_problem_nothing() });
    if (line.unit_cents < 0 !== (line.kind === 'discount')) throw invalidInputRefusal({ [`lines.${at}.unit_cents`]: m.invoice_problem_sign() });
    const made = calculateInvoiceLine({ ...line, from: first, last }, due_on);
    if (Math.abs(made.cents) > invoiceLineLimit)
      throw invalidInputRefusal({
        [line.qty > 1 ? `lines.${at}.qty` : `lines.${at}.unit_cents`]: m.invoice_problem_line_too_much({ sum: formatKesPlain(invoiceLineLimit) }),
      });
    return made;
  });

function drafted(given: Given): InvoiceDraftTotals {
  if (given.due_on < addDays(clock.today(), -366) || given.due_on > addDays(clock.today(), 366))
    throw invalidInputRefusal({ due_on: m.invoice_problem_due() });
  if (given.period_from && given.period_last && given.period_last < given.period_from)
    throw invalidInputRefusal({ period_last: m.problem_day_order() });
  const draft = calculateInvoiceDraft(toLines(given));
  if (!draft) throw invalidInputRefusal({ lines: m.invoice_problem_below_zero() });
  if (draft.total_cents === 0) throw invalidInputRefusal({ lines: m.invoice_problem_nothing() });
  return draft;
}
/** Rent of a full month is invoiced once, whether manually or by an invoice run. */
const onceKey = ({ kind, tenancy_id, period_from, period_last }: Given): string | null =>
  kind === 'rent' && period_from && period_from === monthStart(period_from) && period_last === monthEnd(period_from)
    ? buildRentInvoiceKey(tenancy_id, period_from)
    : null;

export async function previewInvoice(ctx: Ctx, given: HandlerInput<Calls['preview']>): Promise<HandlerResult<Calls['preview']>> {
  const [tenancy] = await readBillableTenancies(ctx, [given.tenancy_id]);
  if (tenancy) ofLines(tenancy, given);
  const draft = drafted(given);
  const key = onceKey(given);
  const stands =
    key === null
      ? undefined
      : await from(ctx, 'invoice').select(['id', 'code']).where('once_key', '=', key).where('status', '<>', 'expired').executeTakeFirst();
  return {
    lines: draft.lines.map((line) => ({ ...line, label: formatInvoiceLineName(line) })),
    tax_cents: draft.tax_cents,
    total_cents: draft.total_cents,
    deposit_cents: draft.deposit_cents,
    duplicate: stands ?? null,
  };
}

export async function createInvoice(ctx: Ctx, given: Given): Promise<HandlerResult<Calls['create']>> {
  const [tenancy] = await readBillableTenancies(ctx, [given.tenancy_id]);
  if (!tenancy) throw invoiceNotFound();
  ofLines(tenancy, given);
  drafted(given);
  const { id } = await issueInvoice(ctx, {
    ...toInvoiceDraftBase(tenancy),
    kind: given.kind,
    onceKey: onceKey(given),
    periodFrom: given.period_from,
    periodLast: given.period_last ?? given.period_from,
    dueOn: given.due_on,
    lines: toLines(given),
    note: given.note,
  });
  return readInvoiceDetails(ctx, { id });
}

export const toInvoiceDraftBase = (
  tenancy: BillableTenancy,
): Omit<InvoiceDraft, 'kind' | 'onceKey' | 'periodFrom' | 'periodLast' | 'dueOn' | 'lines'> => ({
  companyId: tenancy.company_id,
  agentCompanyId: tenancy.agent_company_id,
  propertyId: tenancy.property_id,
  unitId: tenancy.unit_id,
  tenancyId: tenancy.id,
  bookingId: null,
  tenantId: requiredId(tenancy.lead?.id, 'the lead tenant of a tenancy'),
  home: tenancy.home,
});
