import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { actsFor } from '#contract/tenancy/acts.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { waivable } from '#contract/tenancy/guards.ts';
import { payingRoles, scheduleMonths, tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { schedule } from '#contract/tenancy/schedule.ts';
import type { TenancyFull } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthStart } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { historyOf } from '#server/kernel/move.ts';
import { mayChange, visible } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { withHeads } from '#server/lists/holder.ts';
import { missingFor, waivedOf } from './guards.ts';
import { escalationOf, headColumns, missing, openingOf, type TenancyRow, toHead, withPlace } from './rows.ts';

type Calls = typeof tenancyCalls;
const lastDay = (of: string) => sql<string | null>`(upper(${sql.ref(of)}) - 1)::text`;
const firstDay = (of: string) => sql<string>`lower(${sql.ref(of)})::text`;

export const termsOf = (ctx: Pick<Ctx, 'db' | 'me'>, id: number) =>
  from(ctx, 'tenancy_term')
    .select(['id', firstDay('during').as('from'), lastDay('during').as('last'), 'rent_cents', 'period', 'why'])
    .where('tenancy_id', '=', id)
    .orderBy(sql`lower(during)`)
    .execute();
export const chargesOf = (ctx: Pick<Ctx, 'db' | 'me'>, id: number) =>
  from(ctx, 'tenancy_charge')
    .select(['id', firstDay('during').as('from'), lastDay('during').as('last'), 'label', 'kind', 'cents', 'often'])
    .where('tenancy_id', '=', id)
    .orderBy('id')
    .execute();

async function peopleOf(ctx: Ctx, id: number, manages: boolean): Promise<TenancyFull['people']> {
  const rows = await from(ctx, 'tenancy_person')
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .select(['tenancy_person.id', 'tenant_id', 'tenant.code as tenant_code', 'tenant.name', 'tenant.phone', 'tenant.email', 'tenant.person_id'])
    .select(['role', 'share_bp', 'since', 'until'])
    .where('tenancy_id', '=', id)
    .orderBy(sql`until is not null`)
    .orderBy(sql`array_position(array['lead', 'co_tenant', 'occupant', 'guarantor'], role)`)
    .orderBy('tenancy_person.id')
    .execute();
  return rows.map(({ person_id, phone, email, ...row }) => {
    const isMe = person_id !== null && person_id === ctx.me.userId;
    return { ...row, has_account: person_id !== null, is_me: isMe, phone: manages || isMe ? phone : null, email: manages || isMe ? email : null };
  });
}

/** The units it was in, by its stays: one it moved out of stays in the list. */
const unitsOf = (ctx: Ctx, id: number) =>
  from(ctx, 'stay')
    .innerJoin('unit', 'unit.id', 'stay.unit_id')
    .select(['unit.id', 'unit.code', 'unit.name', firstDay('stay.during').as('from'), lastDay('stay.during').as('last')])
    .where('stay.tenancy_id', '=', id)
    .orderBy('stay.id')
    .execute();

export async function details(ctx: Ctx, { id, code }: Input<Calls['details']>): Promise<Result<Calls['details']>> {
  const row = await withPlace(ctx, 'tenancy')
    .leftJoin('booking', 'booking.id', 'tenancy.booking_id')
    .leftJoin('company as agent', 'agent.id', 'tenancy.agent_company_id')
    .selectAll('tenancy')
    .select([...headColumns, 'booking.code as booking_code', 'booking.status as booking_status', 'agent.name as agent_name'])
    .select([
      visible('tenancy:managed', ctx.me, 'tenancy').as('managed'),
      mayChange('tenancy:managed', ctx.me, 'tenancies.edit', 'tenancy').as('may'),
    ])
    .where('tenancy.id', '=', id)
    .executeTakeFirst();
  if (!row || (code !== undefined && code !== row.code)) throw missing();
  const [terms, charges] = [await termsOf(ctx, id), await chargesOf(ctx, id)];
  const people = await peopleOf(ctx, id, row.managed);
  const history = await historyOf(ctx, 'tenancy', id).execute();
  const lives = people.some((one) => one.is_me && one.until === null && payingRoles.includes(one.role));
  const offer = row.renewal as TenancyFull['renewal'];
  const [head] = await withHeads(ctx, [toHead(row)]);
  if (!head) throw missing();
  return {
    ...head,
    term_type: row.term_type,
    holdover: row.holdover,
    review_on: row.review_on,
    notice_days: row.notice_days,
    due_day: row.due_day,
    deposit_cents: row.deposit_cents,
    escalation: escalationOf(row),
    controlled: row.controlled,
    opening: openingOf(row),
    leaving: row.leaving as TenancyFull['leaving'],
    termination: row.termination as TenancyFull['termination'],
    renewal: offer,
    booking: row.booking_id === null ? null : { id: row.booking_id, code: row.booking_code ?? '' },
    agent: row.agent_company_id === null ? null : { id: row.agent_company_id, name: row.agent_name ?? '' },
    people,
    terms,
    charges,
    schedule: ahead(row, terms, charges),
    missing: await missingFor(ctx, row),
    waived: waivable.flatMap((what) => {
      const said = waivedOf(row)[what];
      return said ? [{ what, ...said }] : [];
    }),
    units: row.managed ? (await unitsOf(ctx, id)).map(({ from: first, last, ...unit }) => ({ unit, from: first, last })) : [],
    history: history.map((h) => ({
      at: h.at.toISOString(),
      move: h.move,
      to: tenancyStatuses[h.to_state as TenancyRow['status']],
      reason: h.reason,
      by: h.by,
    })),
    acts: actsFor(
      { status: row.status, leaving_on: row.leaving_on, offered: offer !== null, booked: row.booking_status === 'confirmed' },
      ctx.me.role,
      {
        manages: row.managed && row.may && ctx.me.grants.has('tenancies.edit'),
        lives,
      },
    ),
    manages: row.managed,
  };
}

/** From this month on, or from the start; not beyond the day somebody leaves, and nothing once it is over. */
function ahead(row: TenancyRow, terms: Awaited<ReturnType<typeof termsOf>>, charges: Awaited<ReturnType<typeof chargesOf>>) {
  if (row.status === 'terminate') return [];
  const month = monthStart(clock.today());
  const first = row.starts_on > month ? row.starts_on : month;
  const year = addDays(addMonths(monthStart(first), scheduleMonths), -1);
  return schedule(terms, charges, first, row.leaving_on !== null && row.leaving_on < year ? row.leaving_on : year, row.due_day);
}
