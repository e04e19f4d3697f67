import { sql, type Updateable } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { toCents } from '#contract/money/cents.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { findNextRentIncreaseDay } from '#contract/tenancy/guards.ts';
import { minimumNoticeDays, payingTenancyRoles, type RentEscalation, type TenancyTermReason, tenancyDefaults } from '#contract/tenancy/kinds.ts';
import type { RecurringCharge } from '#contract/tenancy/schedule.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { TenancyTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { asAddedScopedRow, type ScopedRow, sameRow } from '#server/kernel/scoped-row.ts';
import { handOverStay, readUnitAvailableFrom, reserveUnit } from '#server/stay/service.ts';
import { assertTenantPhonesUnique, findOrCreateTenant, linkVerifiedAccount } from '#server/tenant/service.ts';
import { lockUnit, readUnitIdsOfProperty } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { type CreatedTenancy, checkNewTenancy, hasResidentTenants, type NewTenancy, type TenancyPersonInput } from './check-input.ts';
import { askForTerms, moveInAtOnce } from './people/terms-answers.ts';
import { type TenancyRow, tenancyNotFound, toTenancyAuditValues } from './rows.ts';
import { readTenancyDetails } from './tenancy-detail.ts';

type Calls = typeof tenancyCalls;
/** Increases due before the import were applied or waived, so only the next one counts. */
const fromNowOn = (up: RentEscalation = { kind: 'none' }): RentEscalation =>
  up.kind === 'none' || up.next_on === undefined || up.next_on > clock.today() ? up : { ...up, next_on: findNextRentIncreaseDay(up, clock.today()) };
const range = (first: string, last: string | null) => sql<string>`daterange(${first}::date, ${last === null ? null : addDays(last, 1)}::date, '[)')`;

/**
 * Creates every tenancy: from a booking, by the wizard, or by an import, all with the same rules. Its unit is reserved (or the reservation of its
 * booking is taken over); an existing tenancy occupies the unit at once. Callers check their permission before.
 */
export async function createTenancy(asker: Ctx, given: NewTenancy): Promise<CreatedTenancy> {
  const ctx = asUnscoped(asker, 'the permission to let the unit was checked before');
  checkNewTenancy(given);
  const unit = await lockUnit(ctx, given.unitId);
  const saidOnly = unit.status === 'occupied' && unit.occupied_said;
  await assertFree(ctx, given, saidOnly);
  const row = await written(ctx, asker, given, unit);
  const tenants = await addTenancyPeople(ctx, row, given.people, given.startsOn);
  // An imported tenant is asked by a link instead, which opens only these terms, because numbers in a sheet are often mistyped.
  if (given.asksFirst === true && given.importId === undefined)
    for (const [at, { role }] of given.people.entries())
      if (payingTenancyRoles.includes(role)) await linkVerifiedAccount(ctx, requiredId(tenants[at], 'a tenant who was just found or made'));
  await addTenancyTerm(
    ctx,
    row.id,
    { first: given.startsOn, last: given.endsOn, rentCents: given.rentCents, period: given.period },
    hasResidentTenants(given) ? 'import' : 'start',
  );
  for (const charge of given.charges ?? []) await addTenancyCharge(ctx, row.id, { ...charge, from: given.startsOn, last: charge.last ?? null });
  if (given.bookingId !== undefined) await handOverStay(ctx, given.bookingId, row.id);
  else
    for (const unitId of row.whole ? await readUnitIdsOfProperty(ctx, row.property_id) : [row.unit_id])
      await reserveUnit(ctx, { unitId, from: given.startsOn, to: null, tenancyId: row.id }, 'a tenancy was made');
  await audit(ctx.db, asker, {
    kind: 'add',
    document: 'tenancies',
    id: row.id,
    code: row.code,
    after: toTenancyAuditValues(row),
    ...(given.note ? { reason: given.note } : {}),
  });
  const asks = given.asksFirst === true && hasResidentTenants(given) && (await askForTerms(ctx, row));
  if (hasResidentTenants(given) && !asks) await moveInAtOnce(ctx, row);
  for (const tenantId of tenants) await publishEvent(ctx, 'tenant.facts', { tenantId });
  // Nothing is billed before the payers who are asked have accepted.
  if (!asks) await publishEvent(ctx, 'tenancy.made', { tenancyId: row.id, bookingId: row.booking_id });
  return { id: row.id, code: row.code, status: hasResidentTenants(given) && !asks ? 'active' : 'pending', tookUp: saidOnly };
}

/** Checks that the unit is available from the first day or reserved by the booking. An existing tenancy needs an opening balance or an import. */
async function assertFree(ctx: Ctx, given: NewTenancy, saidOnly: boolean): Promise<void> {
  if (saidOnly && !hasResidentTenants(given)) throw invalidInputRefusal({ starts_on: m.tenancy_problem_lived_in() });
  if (!saidOnly && given.bookingId === undefined) {
    const free = await readUnitAvailableFrom(ctx, given.unitId);
    if (free === null) throw invalidInputRefusal({ unit_id: m.stay_refusal_held() });
    if (!hasResidentTenants(given) && given.startsOn < free)
      throw invalidInputRefusal({ starts_on: m.tenancy_problem_not_free({ day: formatLongDate(free) }) });
  }
}
/** Inserts the row of the tenancy, without its people, terms and charges. */
async function written(ctx: Ctx, { me }: Ctx, given: NewTenancy, unit: Awaited<ReturnType<typeof lockUnit>>): Promise<TenancyRow> {
  const own = me.companyId !== null && me.companyId !== unit.company_id ? me.companyId : null;
  const row = await add(ctx, 'tenancy')
    .values({
      company_id: unit.company_id,
      agent_company_id: given.agentCompanyId === undefined ? own : given.agentCompanyId,
      property_id: unit.property_id,
      unit_id: given.unitId,
      whole: given.whole ?? false,
      booking_id: given.bookingId ?? null,
      listing_type: given.listingType ?? 0,
      starts_on: given.startsOn,
      ends_on: given.endsOn,
      review_on: given.reviewOn ?? null,
      term_type: given.termType ?? 'fixed',
      holdover: given.holdover ?? 'roll',
      notice_days: given.noticeDays ?? tenancyDefaults.noticeDays,
      due_day: given.dueDay ?? tenancyDefaults.dueDay,
      deposit_cents: toCents(given.depositCents),
      escalation: JSON.stringify(fromNowOn(given.escalation)),
      controlled: given.controlled ?? false,
      opening: given.opening ? JSON.stringify(given.opening) : null,
      import_id: given.importId ?? null,
      created_by: me.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return asAddedScopedRow('tenancy', row);
}

export async function addTenancyPeople(
  ctx: Ctx,
  row: Pick<TenancyRow, 'id' | 'company_id'>,
  people: readonly TenancyPersonInput[],
  since: string,
): Promise<number[]> {
  const tenants: number[] = [];
  for (const one of people)
    tenants.push('tenantId' in one ? await known(ctx, row.company_id, one.tenantId) : await findOrCreateTenant(ctx, row.company_id, one.somebody));
  if (new Set(tenants).size !== tenants.length) throw invalidInputRefusal({ people: m.tenancy_problem_twice() });
  await add(ctx, 'tenancy_person')
    .values(
      people.map((one, at) => ({
        tenancy_id: row.id,
        tenant_id: requiredId(tenants[at], 'a tenant who was just found or made'),
        role: one.role,
        share_bp: one.shareBp,
        since,
      })),
    )
    .execute();
  return tenants;
}
async function known(ctx: Ctx, companyId: number, id: number): Promise<number> {
  const row = await unscopedTable(ctx.db, 'tenant', 'tenants that the caller selected, of the company that owns the unit')
    .select()
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (!row) throw invalidInputRefusal({ people: m.tenancy_problem_unknown() });
  return row.id;
}

type Lasting = { readonly first: string; readonly last: string | null; readonly rentCents: number; readonly period: number };
export const addTenancyTerm = (
  ctx: Ctx,
  tenancyId: number,
  { first, last, rentCents, period }: Lasting,
  why: TenancyTermReason,
  signed: number | null = null,
) =>
  add(ctx, 'tenancy_term')
    .values({
      tenancy_id: tenancyId,
      during: range(first, last),
      rent_cents: toCents(rentCents),
      signed_cents: signed === null ? null : toCents(signed),
      period,
      why,
      created_by: ctx.me.userId,
    })
    .execute();
export const addTenancyCharge = (ctx: Ctx, tenancyId: number, { label, kind, cents: each, often, from: first, last }: RecurringCharge) =>
  add(ctx, 'tenancy_charge')
    .values({ tenancy_id: tenancyId, label, kind, cents: each, often, during: range(first, last) })
    .execute();

export const toTenancyPeople = (people: HandlerInput<Calls['create']>['people']): TenancyPersonInput[] =>
  people.map(({ tenant_id, name, phone, email, role, share_bp }) => {
    const part = { role, shareBp: share_bp };
    if (tenant_id !== undefined) return { ...part, tenantId: tenant_id };
    if (!name || !phone) throw invalidInputRefusal({ people: m.tenancy_problem_who() });
    return { ...part, somebody: { personId: null, name, phone: normalizePhoneForStorage(phone, 'people'), email: email || null } };
  });

/** Manual creation by a person who may let the unit. The selected tenants must be visible to them. */
export async function createTenancyForUnit(ctx: Ctx, { unit_id, ...given }: HandlerInput<Calls['create']>): Promise<HandlerResult<Calls['create']>> {
  const unit = await from(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.id', 'property.company_id', mayChange('property', ctx.me, 'tenancies.create').as('may')])
    .where('unit.id', '=', unit_id)
    .executeTakeFirst();
  if (!unit) throw tenancyNotFound();
  if (!unit.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'tenancies.create' });
  await assertTenantsVisible(
    ctx,
    given.people.flatMap((one) => one.tenant_id ?? []),
  );
  const people = toTenancyPeople(given.people);
  await assertTenantPhonesUnique(
    ctx,
    unit.company_id,
    people.flatMap((one) => ('somebody' in one ? [one.somebody] : [])),
  );
  const { id, status } = await createTenancy(ctx, {
    unitId: unit_id,
    startsOn: given.starts_on,
    endsOn: given.ends_on,
    people,
    rentCents: given.rent_cents,
    period: given.period,
    depositCents: given.deposit_cents,
    charges: given.charges,
    listingType: given.listing_type,
    termType: given.term_type,
    holdover: given.holdover,
    noticeDays: given.notice_days,
    dueDay: given.due_day,
    reviewOn: given.review_on,
    escalation: given.escalation,
    controlled: given.controlled,
    opening: given.opening,
    asksFirst: true,
    note: given.note,
  });
  // A tenancy that began without a question has only terms that the landlord typed.
  if (status === 'active' && given.notice_days < minimumNoticeDays)
    throw invalidInputRefusal({ notice_days: m.tenancy_problem_min_notice({ days: minimumNoticeDays }) });
  return readTenancyDetails(ctx, { id });
}
export async function assertTenantsVisible(ctx: Ctx, tenantIds: readonly number[]): Promise<void> {
  if (tenantIds.length === 0) return;
  const rows = await from(ctx, 'tenant')
    .select('id')
    .where('id', 'in', [...tenantIds])
    .execute();
  if (rows.length !== new Set(tenantIds).size) throw invalidInputRefusal({ people: m.tenancy_problem_unknown() });
}
/** Updates a tenancy and increments its revision, which every change must do; returns the new row. */
export const updateTenancy = (ctx: Pick<Ctx, 'db'>, row: ScopedRow<'tenancy'>, facts: Updateable<TenancyTable> = {}): Promise<TenancyRow> =>
  sameRow(ctx.db, 'tenancy', row)
    .change()
    .set((eb) => ({ ...facts, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .returningAll()
    .executeTakeFirstOrThrow();
