import { sql } from 'kysely';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import { BookingBill } from '#contract/booking/bill.ts';
import { monthsByFrequency, toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import { tenancyDefaults } from '#contract/tenancy/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { toTenancyTermsOfBooking } from '#server/tenancy/service.ts';
import { findDefaultAgreementTemplate, listAgreementCautions, renderAgreementTemplate, type TenancyFacts } from './facts.ts';
import { agreementNotFound } from './rows.ts';

type Calls = typeof agreementCalls;

/**
 * The facts for the lease that a booking leads to, so that an applicant can read the lease before paying. They follow the rules of the later tenancy.
 */
async function factsOfBooking(ctx: Ctx, bookingId: number): Promise<TenancyFacts | null> {
  const row = await from(ctx, 'booking')
    .innerJoin('property', 'property.id', 'booking.property_id')
    .innerJoin('unit', 'unit.id', 'booking.unit_id')
    .innerJoin('company', 'company.id', 'booking.company_id')
    .leftJoin('company as agency', 'agency.id', 'booking.agent_company_id')
    .innerJoin('tenant', 'tenant.id', 'booking.tenant_id')
    .select(['booking.company_id', 'booking.agent_company_id', 'booking.property_id', 'booking.bill', 'booking.term_months'])
    .select([
      'property.name as property',
      'property.address',
      'property.region',
      'property.tax_profile',
      sql<string>`case when booking.whole then (select string_agg(o.name, ', ' order by o.id) from unit o
        where o.property_id = booking.property_id and o.deleted_at is null) else unit.name end`.as('unit'),
      'unit.code as unit_code',
    ])
    .select(['company.name as owner', 'agency.name as agent', 'tenant.name as tenant', 'tenant.phone'])
    .select(sql<string>`booking.starts_on::text`.as('starts_on'))
    .where('booking.id', '=', bookingId)
    .executeTakeFirst();
  if (!row) return null;
  const bill = BookingBill.parse(row.bill);
  const terms = toTenancyTermsOfBooking(bill, row.starts_on, row.term_months);
  const commercial = row.tax_profile === 'commercial';
  return {
    tenancyId: 0,
    companyId: row.company_id,
    agentCompanyId: row.agent_company_id,
    propertyId: row.property_id,
    controlled: false,
    commercial,
    tenants: [{ name: row.tenant, phone: row.phone }],
    guarantors: [],
    owner: row.owner,
    agent: row.agent,
    property: row.property,
    address: row.address || row.property,
    county: getCountyName(row.region),
    unitCode: row.unit_code,
    unit: row.unit,
    rentCents: terms.rentCents,
    months: monthsByFrequency[toPaymentFrequency(bill.price_period) ?? 'month'] ?? 1,
    charges: (terms.charges ?? []).map(({ label, cents, often, last }) => ({ label, cents, often, from: row.starts_on, last: last ?? null })),
    dueDay: tenancyDefaults.dueDay,
    depositCents: terms.depositCents,
    startsOn: row.starts_on,
    endsOn: terms.endsOn,
    noticeDays: tenancyDefaults.noticeDays,
    escalation: { kind: 'none' },
    lease: null,
  };
}

export async function readLeasePreviewForBooking(
  ctx: Ctx,
  { booking_id }: HandlerInput<Calls['beforePaying']>,
): Promise<HandlerResult<Calls['beforePaying']>> {
  const facts = await factsOfBooking(ctx, booking_id);
  const template = facts && (await findDefaultAgreementTemplate(ctx.db, facts.companyId, 'lease', facts.commercial));
  if (!facts || !template) throw agreementNotFound();
  const { title, blocks } = renderAgreementTemplate(template, facts, null);
  return { text: { title, blocks: [...blocks] }, governs: template.governs, cautions: [...listAgreementCautions(facts, template)] };
}
