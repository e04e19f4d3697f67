import { sql } from 'kysely';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import { linkTo } from '#contract/screens.ts';
import { collectingAgentSql } from '#server/access/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import type { NamedBooking } from './rows.ts';

type Around = Pick<BookingDetails, 'tenancy_id' | 'tenancy' | 'lease' | 'held_by' | 'contact' | 'pay_to' | 'path'>;
type Row = {
  tenancy: Around['tenancy'];
  lease: { id: number; code: string; status: keyof typeof agreementMachine.states } | null;
  held_by: Around['held_by'];
  contact: Around['contact'];
  pay_to: Around['pay_to'];
  slug: string;
  unit_slug: string;
  shown: boolean;
};

/** The agent of the booking, if a current mandate allows the agent to collect payments. */
const collector = collectingAgentSql(sql.ref('b.company_id'), sql.ref('b.agent_company_id'), sql.ref('b.property_id'));

/** The booking that blocks this one, because it reserves the same home or a part of it. */
export const blockingBookingSql = (b: 'b' | 'booking') => sql<
  Around['held_by']
>`(select json_build_object('id', o.id, 'code', o.code, 'name', op.name)
  from stay s join booking o on o.id = s.booking_id join person op on op.id = o.person_id
  where (s.unit_id = ${sql.ref(`${b}.unit_id`)} or (${sql.ref(`${b}.whole`)} and s.property_id = ${sql.ref(`${b}.property_id`)}))
    and s.released_at is null and upper_inf(s.during) and o.id <> ${sql.ref(`${b}.id`)} limit 1)`;

/** The records that resulted from a booking, the contact of its applicant and the page of its unit. */
export async function readBookingContext(ctx: Pick<Ctx, 'db' | 'me'>, row: NamedBooking, own: boolean): Promise<Around> {
  const b = sql.ref('b.id');
  const { rows } = await sql<Row>`/* unscoped: data related to a booking that the caller sees */ select
      ${getLookup('tenancyOfBooking')(b)} as tenancy,
      ${getLookup('leaseOfBooking')(b)} as lease,
      (select json_build_object('name', coalesce(p.name, c.name), 'phone', coalesce(p.phone, c.phone), 'thread_id', ${getLookup('threadOfLead')(sql.ref('b.lead_id'))})
        from company c left join person p on p.id = l.contact_id where c.id = coalesce(b.agent_company_id, b.company_id)) as contact,
      case when ${getLookup('holdsMoneyOf')(sql.ref('b.company_id'))}
        then (select json_build_object('name', c.name, 'paybill', ${getLookup('platformPaybill')()}, 'till', null, 'bank', null) from company c where c.id = b.company_id and ${getLookup('platformPaybill')()} is not null)
        else (select json_build_object('name', c.name, 'paybill', c.pay_paybill, 'till', c.pay_till, 'bank', c.pay_bank) from company c
          where c.id = coalesce(${collector}, b.company_id) and coalesce(c.pay_paybill, c.pay_till, c.pay_bank) is not null) end as pay_to,
      ${blockingBookingSql('b')} as held_by,
      exists (select 1 from public_listing v where v.property_id = b.property_id and (b.whole or v.unit_id = b.unit_id)) as shown,
      y.slug, u.slug as unit_slug
    from booking b join unit u on u.id = b.unit_id join property y on y.id = b.property_id left join listing l on l.id = b.listing_id
    where b.id = ${row.id}`.execute(ctx.db);
  const [found] = rows;
  const lease = found?.lease ?? null;
  return {
    tenancy_id: found?.tenancy?.id ?? null,
    tenancy: found?.tenancy ?? null,
    lease: lease && { ...lease, status: agreementMachine.states[lease.status] as number },
    held_by: own || row.status !== 'await_screening' ? null : (found?.held_by ?? null),
    contact: own ? (found?.contact ?? null) : null,
    pay_to: own ? (found?.pay_to ?? null) : null,
    // A reserved or let unit has no public page any more, not even for the person for whom it is reserved.
    path: !found?.shown
      ? null
      : row.whole
        ? linkTo('portal.property', 'default', { id: row.property_id, slug: found.slug })
        : linkTo('portal.unit', 'default', { id: row.property_id, slug: found.slug, unit_id: row.unit_id, unit_slug: found.unit_slug }),
  };
}

/**
 * Every move and every step within a status (more information requested, frozen, released and so on), latest first. An applicant’s answer restores
 * the previous status and is not recorded as a move by the applicant. Erased people are not named.
 */
export async function readBookingHistory(
  ctx: Pick<Ctx, 'db'>,
  { id, status, person_id, person_name }: NamedBooking,
): Promise<BookingDetails['history']> {
  const moves = await readMoveHistory(ctx, 'booking', id).execute();
  const { rows } = await sql<{ at: Date; stage: string; reason: string | null; by: string | null }>`
    /* unscoped: history of a booking that the caller sees */ select a.at,
      case when s.change ->> 'old' = 'info_requested' and a.actor_id = ${person_id} then 'answered' else s.change ->> 'new' end as stage, null as reason, p.name as by
    from audit_log a left join person p on p.id = a.actor_id
    cross join lateral (select e as change from jsonb_array_elements(a.diff) e where e ->> 'field' = 'stage') s
    where a.document = 'booking' and a.record_id = ${id}
      and not exists (select 1 from jsonb_array_elements(a.diff) e where e ->> 'field' = 'status') order by a.id desc limit 50`.execute(ctx.db);
  const past = [
    ...moves.map((h) => ({ at: h.at, move: h.move, to: h.to_state, reason: h.reason, by: h.by })),
    ...rows.map((h) => ({ at: h.at, move: `stage_${h.stage}`, to: h.stage, reason: h.reason, by: h.by })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  return past.map((h) => ({ ...h, at: h.at.toISOString(), by: status === 'deleted' && h.by === person_name ? null : h.by }));
}
