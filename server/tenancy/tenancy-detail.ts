import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { listTenancyActions } from '#contract/tenancy/acts.ts';
import { splitBookingPayment } from '#contract/tenancy/booking-payment.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { getEarliestTenancyEndDay, waivableMoveInGuards } from '#contract/tenancy/guards.ts';
import { objectionableEndKinds, payingTenancyRoles, rentScheduleMonths } from '#contract/tenancy/kinds.ts';
import { calculateDepositAndPrepaidRefund } from '#contract/tenancy/move-out-refund.ts';
import { allocateToDueLines, buildRentSchedule, listChargesInForce } from '#contract/tenancy/schedule.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthStart, toNairobiDay } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { asUnproved, childrenOf, type ScopedRow } from '#server/kernel/scoped-row.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { getWaivedMoveInRequirements, readMissingMoveInRequirements } from './guards.ts';
import { readTenancyHistory } from './history.ts';
import { getTenancyPeopleAtDeparture, readTenancySummaryAtDeparture } from './leaving/after-leaving.ts';
import { readVisibleTenancyPeopleRequest } from './people/people-request.ts';
import type { RequestedPayers } from './people/same-payers.ts';
import { toVisibleTermsRequest } from './people/terms-request.ts';
import {
  getOpeningBalance,
  joinUnitAndProperty,
  readEscalation,
  type TenancyRow,
  tenancyNotFound,
  tenancySummaryColumns,
  toTenancySummary,
} from './rows.ts';

type Calls = typeof tenancyCalls;
const lastDay = (of: string) => sql<string | null>`(upper(${sql.ref(of)}) - 1)::text`;
const firstDay = (of: string) => sql<string>`lower(${sql.ref(of)})::text`;

const asTerms = (terms: ReturnType<typeof from<'tenancy_term'>>) =>
  terms
    .select(['id', firstDay('during').as('from'), lastDay('during').as('last'), 'rent_cents', 'signed_cents', 'period', 'why'])
    .orderBy(sql`lower(during)`)
    .execute();
const asCharges = (charges: ReturnType<typeof from<'tenancy_charge'>>) =>
  charges
    .select(['id', firstDay('during').as('from'), lastDay('during').as('last'), 'label', 'kind', 'cents', 'often'])
    .orderBy('id')
    .execute();
/** The terms and charges of a tenancy that the caller may see. */
export const readTenancyTerms = (ctx: Pick<Ctx, 'db' | 'me'>, id: number) => asTerms(from(ctx, 'tenancy_term').where('tenancy_id', '=', id));
export const readTenancyCharges = (ctx: Pick<Ctx, 'db' | 'me'>, id: number) => asCharges(from(ctx, 'tenancy_charge').where('tenancy_id', '=', id));
/** All terms and charges of a tenancy, for work on it by any caller. */
export const readAllTenancyTerms = (db: Db, row: ScopedRow<'tenancy'>) => asTerms(childrenOf(db, row, 'tenancy_term', 'tenancy_id').select());
export const readAllTenancyCharges = (db: Db, row: ScopedRow<'tenancy'>) => asCharges(childrenOf(db, row, 'tenancy_charge', 'tenancy_id').select());

async function peopleOf(ctx: Ctx, id: number, manages: boolean, reader: number | null): Promise<TenancyDetails['people']> {
  const rows = await from(ctx, 'tenancy_person')
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .select(['tenancy_person.id', 'tenant_id', 'tenant.code as tenant_code', 'tenant.name', 'tenant.email', 'tenant.person_id'])
    // The contact data of the booking is used for the applicant, even if the company recorded them without a number.
    .select(
      sql<
        string | null
      >`coalesce(tenant.phone, (select p.phone from tenancy t join booking b on b.id = t.booking_id join person p on p.id = b.person_id
        where t.id = tenancy_person.tenancy_id and p.id = tenant.person_id))`.as('phone'),
    )
    .select(['role', 'share_bp', 'since', 'until'])
    .where('tenancy_id', '=', id)
    .orderBy(sql`until is not null`)
    .orderBy(sql`array_position(array['lead', 'co_tenant', 'occupant', 'guarantor'], role)`)
    .orderBy('tenancy_person.id')
    .execute();
  return rows.map(({ person_id, phone, email, ...row }) => {
    const isMe = person_id !== null && person_id === reader;
    return { ...row, has_account: person_id !== null, is_me: isMe, phone: manages || isMe ? phone : null, email: manages || isMe ? email : null };
  });
}

/** The day the caller left the tenancy; null while the caller is in it. */
function leftOn(people: TenancyDetails['people']): string | null {
  const mine = people.filter((one) => one.is_me);
  return mine.length > 0 && mine.every((one) => one.until !== null)
    ? (mine
        .flatMap((one) => one.until ?? [])
        .sort()
        .at(-1) ?? null)
    : null;
}

/** All units of the tenancy by its stays, including those it moved out of. */
const unitsOf = (ctx: Ctx, id: number) =>
  from(ctx, 'stay')
    .$call(asUnproved)
    .innerJoin('unit', 'unit.id', 'stay.unit_id')
    .select(['unit.id', 'unit.code', 'unit.name', firstDay('stay.during').as('from'), lastDay('stay.during').as('last')])
    .where('stay.tenancy_id', '=', id)
    .where(sql<boolean>`lower(stay.during) <= app.today()`)
    .orderBy('stay.id')
    .execute();

/** The tenancy with the names that its page shows, and the actions of the caller. */
const rowOf = (ctx: Ctx, id: number) =>
  joinUnitAndProperty(from(ctx, 'tenancy'))
    .leftJoin('booking', 'booking.id', 'tenancy.booking_id')
    .leftJoin('unit as target', (join) => join.on(sql<boolean>`target.id = (tenancy.transfer ->> 'unit_id')::bigint`))
    .leftJoin('property as there', 'there.id', 'target.property_id')
    .leftJoin('company as agent', 'agent.id', 'tenancy.agent_company_id')
    .selectAll('tenancy')
    .select([...tenancySummaryColumns, 'booking.code as booking_code', 'booking.status as booking_status', 'agent.name as agent_name'])
    .select([
      'target.code as target_code',
      'target.name as target_name',
      'there.id as there_id',
      'there.code as there_code',
      'there.name as there_name',
    ])
    .select(['booking.bill', 'booking.paid'])
    .select([
      visibleTo('tenancy:managed', ctx.me, 'tenancy').as('managed'),
      mayChange('tenancy:managed', ctx.me, 'tenancies.edit', 'tenancy').as('may'),
    ])
    .where('tenancy.id', '=', id)
    .executeTakeFirst();

/** `reader`: the person for whom the record is written, if it is not the caller. */
export async function readTenancyDetails(
  ctx: Ctx,
  { id, code }: HandlerInput<Calls['details']>,
  reader?: number,
): Promise<HandlerResult<Calls['details']>> {
  const found = await rowOf(ctx, id);
  if (!found || (code !== undefined && code !== found.code)) throw tenancyNotFound();
  const row = reader === undefined ? found : { ...found, managed: false };
  const everybody = await peopleOf(ctx, id, row.managed, reader ?? ctx.me.userId);
  // Former tenants see their own time up to their last day, and neither their successors nor the present rent.
  const left = row.managed ? null : leftOn(everybody);
  // A person who is asked to become a payer sees the present terms, and nothing of the past.
  const outside = !row.managed && !everybody.some((one) => one.is_me);
  const known = (first: string | null) => left === null || first === null || first <= left;
  const people = left === null ? everybody.filter((one) => !outside || one.until === null) : getTenancyPeopleAtDeparture(everybody, left);
  const terms = (await readTenancyTerms(ctx, id)).filter((one) => known(one.from));
  const charges = (await readTenancyCharges(ctx, id)).filter((one) => known(one.from));
  const paid = paidOf(row);
  const [now] = await withCompanyHeads(ctx, [toTenancySummary(row)]);
  if (!now) throw tenancyNotFound();
  const head = left === null ? now : await readTenancySummaryAtDeparture(ctx, now, left);
  const asked = row.status === 'terminate' ? null : await readVisibleTenancyPeopleRequest(ctx, row, row.managed);
  const confirm = outside || row.status !== 'pending' ? null : toVisibleTermsRequest(row, everybody);
  const inside = left === null && !outside;
  return {
    ...head,
    asks: head.asks || asked !== null,
    term_type: row.term_type,
    holdover: row.holdover,
    review_on: row.review_on,
    notice_days: row.notice_days,
    due_day: row.due_day,
    deposit_cents: row.deposit_cents,
    escalation: readEscalation(row),
    controlled: row.controlled,
    opening: outside ? null : getOpeningBalance(row),
    leaving: inside ? leavingOf(row) : null,
    leaving_ask: inside ? read(row.leaving_ask as TenancyDetails['leaving_ask']) : null,
    transfer: left === null ? movingTo(row) : null,
    termination: left === null ? (row.termination as TenancyDetails['termination']) : null,
    renewal: inside ? read(row.renewal as TenancyDetails['renewal']) : null,
    people_ask: asked,
    terms_ask: confirm,
    booking: row.booking_id === null || outside ? null : { id: row.booking_id, code: row.booking_code ?? '' },
    agent: row.agent_company_id === null ? null : { id: row.agent_company_id, name: row.agent_name ?? '' },
    paid_before: outside ? null : paid && { cents: paid.cents, on: paid.on, deposit_cents: paid.deposit_cents },
    people,
    terms,
    charges,
    schedule: left === null ? ahead(row, terms, charges, paid?.toward_cents ?? 0) : [],
    comes_back: inside ? back(row, terms, charges, paid) : null,
    missing: outside ? [] : await readMissingMoveInRequirements(ctx, row),
    waived: waivableMoveInGuards.flatMap((what) => {
      const said = outside ? undefined : getWaivedMoveInRequirements(row)[what];
      return said ? [{ what, ...said }] : [];
    }),
    units: row.managed ? (await unitsOf(ctx, id)).map(({ from: first, last, ...unit }) => ({ unit, from: first, last })) : [],
    history: (outside ? [] : await readTenancyHistory(ctx, id, row.managed)).filter((one) => known(toNairobiDay(one.at))),
    acts: actsOf(ctx, row, { people, terms, asked: asked !== null && asked.mine !== null, confirms: confirm?.mine === true }),
    manages: row.managed,
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof rowOf>>>;
type Asked = { readonly people: TenancyDetails['people']; readonly terms: Terms; readonly asked: boolean; readonly confirms: boolean };
/** The actions that the caller may take now. `asked`: a change of people is pending the caller's answer. */
function actsOf(ctx: Ctx, row: Found, { people, terms, asked, confirms }: Asked) {
  const leaving = leavingOf(row);
  const paying = people.filter((one) => one.until === null && payingTenancyRoles.includes(one.role));
  return listTenancyActions(
    {
      status: row.status,
      leaving_on: row.leaving_on,
      over: (getEarliestTenancyEndDay(row) ?? clock.today()) <= clock.today() && getEarliestTenancyEndDay(row) !== null,
      planned: terms.some(isRentChangeAnnounced),
      offered: row.renewal !== null,
      asked: row.leaving_ask !== null,
      objectionable: leaving !== null && leaving.file !== null && objectionableEndKinds.includes(leaving.kind),
      objection: leaving?.objection?.state ?? null,
      reviewable: leaving?.kind === 'order',
      peopleAsked: row.people_ask !== null,
      termsAsked: row.terms_ask !== null,
      moving: row.transfer !== null,
      answersByHand: !paying.some((one) => one.has_account),
      booked: row.booking_status === 'confirmed',
    },
    ctx.me.role,
    {
      manages: row.managed && row.may && ctx.me.grants.has('tenancies.edit'),
      lives: paying.some((one) => one.is_me),
      asked,
      confirms,
    },
  );
}

/** The recorded move-out, without the id of its file. */
function leavingOf(row: Pick<TenancyRow, 'leaving'>): TenancyDetails['leaving'] {
  const leaving = row.leaving as (NonNullable<TenancyDetails['leaving']> & { file_id?: number }) | null;
  if (leaving === null) return null;
  const { file_id: _, ...rest } = leaving;
  return rest;
}

/** The requested change, without the people who were asked. */
function read<A extends object>(ask: (A & RequestedPayers) | null): Omit<A & RequestedPayers, 'to'> | null {
  if (ask === null) return null;
  const { to: _, ...rest } = ask;
  return rest;
}

/** An announced rent that has not begun can still be withdrawn. */
export const isRentChangeAnnounced = (term: { readonly from: string; readonly why: string }): boolean =>
  term.why === 'rent_change' && term.from > clock.today();

/** The planned transfer to another unit. */
type Target = Record<'target_code' | 'target_name' | 'there_code' | 'there_name', string | null> & { there_id: number | null };
function movingTo(row: Pick<TenancyRow, 'transfer'> & Target): TenancyDetails['transfer'] {
  const plan = row.transfer as { unit_id: number; on: string; rent_cents: number | null } | null;
  return (
    plan && {
      unit: { id: plan.unit_id, code: row.target_code ?? '', name: row.target_name ?? '' },
      property: { id: requiredId(row.there_id, 'the property of a planned move'), code: row.there_code ?? '', name: row.there_name ?? '' },
      on: plan.on,
      rent_cents: plan.rent_cents,
    }
  );
}

/** The amount paid for the booking that led to the tenancy, by any method. */
function paidOf({ bill, paid }: { bill: unknown; paid: unknown }) {
  const [asked, said] = [bill as { due?: { kind: string; cents: number }[] } | null, paid as { cents: number; on: string } | null];
  return asked && said ? { cents: said.cents, on: said.on, ...splitBookingPayment({ due: asked.due ?? [] }, said.cents) } : null;
}

type Terms = Awaited<ReturnType<typeof readTenancyTerms>>;
type Charges = Awaited<ReturnType<typeof readTenancyCharges>>;
/** The deposit and prepaid rent to be refunded at move-out. A tenancy that never began has none, because its booking is refunded instead. */
function back(row: TenancyRow, terms: Terms, charges: Charges, paid: ReturnType<typeof paidOf>): TenancyDetails['comes_back'] {
  const over = row.termination as TenancyDetails['termination'];
  if (over?.kind === 'withdrawn') return null;
  const { starts_on, due_day, holdover } = row;
  const leaving_on = over?.on ?? row.leaving_on;
  const held = paid?.deposit_cents ?? getOpeningBalance(row)?.deposit_held_cents ?? 0;
  return calculateDepositAndPrepaidRefund({ terms, charges, starts_on, leaving_on, due_day, holdover }, paid?.toward_cents ?? 0, held);
}

/** The last day of the schedule: twelve whole months, or the end of a term that ends within the month after them. */
function lastAhead(first: string, endsOn: string | null): string {
  const whole = addDays(addMonths(monthStart(first), rentScheduleMonths), -1);
  return endsOn !== null && endsOn > whole && endsOn < addMonths(first, rentScheduleMonths) ? endsOn : whole;
}

/**
 * The rent schedule from this month, or from the start, while the agreed terms continue, and none after the end. Earlier payments are counted from
 * the first day, whichever lines are shown.
 */
function ahead(row: TenancyRow, terms: Terms, charges: Charges, paid: number) {
  if (row.status === 'terminate') return [];
  const month = monthStart(clock.today());
  const first = row.starts_on > month ? row.starts_on : month;
  const agreed = listChargesInForce(terms, charges, row);
  const lines = buildRentSchedule(agreed.terms, agreed.charges, paid > 0 ? row.starts_on : first, lastAhead(first, row.ends_on), row.due_day);
  return allocateToDueLines(lines, paid).filter((line) => line.last >= first || line.due >= first);
}
