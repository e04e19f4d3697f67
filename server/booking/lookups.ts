import { type RawBuilder, sql } from 'kysely';
import { bookingMachine } from '#contract/booking/machine.ts';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';

const ofBid = <T>(bid: RawBuilder<unknown>, column: 'id' | 'code') =>
  sql<T | null>`(select b.${sql.ref(column)} from booking b where b.bid_id = ${bid} order by b.id desc limit 1)`;

export const bookingLookups: Partial<ModuleLookups> = {
  codeOfBooking: (booking) => sql`(select b.code from booking b where b.id = ${booking})`,
  applicationOfBooking: (booking) => sql`(select b.application_id from booking b where b.id = ${booking})`,
  managedBooking: (ctx, id) =>
    from(ctx, 'booking:managed')
      .select(['id', 'code', 'application_id', 'status', 'stage', sql<number>`coalesce((bill ->> 'month_rent_cents')::bigint, 0)`.as('rent')])
      .where('id', '=', id)
      .executeTakeFirst(),
  ownBooking: (ctx, id, lock) =>
    from(ctx, 'booking')
      .select(['id', 'code', 'application_id'])
      .where('id', '=', id)
      .where('person_id', '=', ctx.me.userId)
      .$if(lock === 'lock', (q) => q.forUpdate())
      .executeTakeFirst(),
  bookingWithNeedOfApplication: (person) =>
    sql`(select b.code from booking b where b.person_id = ${person} and b.status in ('await_screening', 'await_payment', 'confirmed') limit 1)`,
  bookingOfBid: (bid) => ofBid<number>(bid, 'id'),
  hasRunningBookingOfBid: (bid) =>
    sql<boolean>`exists (select 1 from booking k where k.bid_id = ${bid} and k.status in ('await_screening', 'await_payment', 'confirmed'))`,
  bookingCodeOfBid: (bid) => ofBid<string>(bid, 'code'),
  bookedWithPromotions: () =>
    sql`(select promotion_id, count(*) filter (where status in ('await_screening', 'await_payment', 'confirmed', 'closed'))::int as n
      from booking where promotion_id is not null group by promotion_id)`,
  /** The payment evidence is also visible to an agent of the owner. */
  showsPayment: (me, t) =>
    sql<boolean>`exists (select 1 from booking b where b.evidence @> array[${t('id')}] and ${visibleTo('booking:managed', me, 'b')})`,
  bookingsByCode: (ctx, codes) =>
    from(ctx, 'booking:managed')
      .innerJoin('person', 'person.id', 'booking.person_id')
      .select(['booking.id', 'booking.code', 'person.name', 'booking.starts_on as from'])
      .where('booking.code', 'in', codes)
      .where('booking.status', '<>', 'deleted')
      .execute(),
  bookingsOfTenant: (tenant) => sql`(select b.id from booking b where b.tenant_id = ${tenant})`,
  holdBookingsOf: (db, tenantIds) =>
    sql`/* unscoped: records of two relations the caller may change */ select id from booking where tenant_id = any (${[...tenantIds]}::bigint[]) order by id for no key update`.execute(
      db,
    ),
  managesBookingOf: (me, tenant) =>
    sql<boolean>`exists (select 1 from booking b where b.tenant_id = ${tenant} and ${visibleTo('booking:managed', me, 'b')})`,
  firstBookingOf: (tenant) => sql`(select app.day(min(b.created_at)) from booking b where b.tenant_id = ${tenant})`,
  hasBooking: (tenant, states) => sql<boolean>`exists (select 1 from booking b where b.tenant_id = ${tenant} and b.status in (${sql.join(states)}))`,
  tenantBookings: async (ctx, tenantId) => {
    const rows = await from(ctx, 'booking:managed')
      .innerJoin('unit', 'unit.id', 'booking.unit_id')
      .innerJoin('property', 'property.id', 'booking.property_id')
      .select(['booking.id', 'booking.code', 'booking.status', 'booking.starts_on', 'booking.created_at', 'booking.unit_id', 'booking.property_id'])
      .select(['unit.code as unit_code', 'unit.name as unit_name', 'property.code as property_code', 'property.name as property_name'])
      .where('booking.tenant_id', '=', tenantId)
      .orderBy('booking.id', 'desc')
      .execute();
    return rows.map((r) => ({
      id: r.id,
      code: r.code,
      status: bookingMachine.states[r.status] as number,
      unit: { id: r.unit_id, code: r.unit_code, name: r.unit_name },
      property: { id: r.property_id, code: r.property_code, name: r.property_name },
      starts_on: r.starts_on,
      created_at: r.created_at.toISOString(),
    }));
  },
};
