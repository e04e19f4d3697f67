import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { bookingService } from '#server/booking/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { saidBy } from './bookings.ts';
import { addListing, addUnit, place } from './market.ts';

/** A house with homes that are offered, and people who apply for them. */
export async function bookingWorld() {
  const house = await freshHouse();
  const here = await place(house);
  const service = bookingService(house);
  const { db } = house.database;
  let n = 0;
  const as = <T>(who: Somebody, work: (ctx: Ctx) => Promise<T>) => inTransaction(house, who, work);
  const soon = (days = 7) => addDays(clock.today(), days);
  const company = here.owner.me.companyId ?? 0;
  const checked = async (id: number) => {
    for (const what of ['identity', 'income'] as const) await as(here.owner, (ctx) => service.check(ctx, { id, what, outcome: 'pass', note: '' }));
  };
  return {
    ...{ house, here, service, as, soon, company, checked },
    rowOf: (id: number) => db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    unitOf: async (id: number) => (await db.selectFrom('unit').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    toldTo: async (who: { id: number }, event: string) => (await told(house, event)).filter(({ to }) => to.personId === who.id).length,
    home: async (facts: object = {}) => {
      const unit = await addUnit(house, here.property);
      const listing = await addListing(house, { property: here.property, unit }, { deposit_cents: 4_500_000, ...facts });
      return { unit, listing, at: { company, property: here.property, unit } };
    },
    applies: async (listing: number, more: object = {}, who?: Somebody) => {
      const person = who ?? (await somebody(house, 'tenant'));
      const given = { starts_on: soon(), term_months: 12, message: '', waitlist: false, consents: ['sharing' as const], ...saidBy(++n), ...more };
      const { id } = await as(person, (ctx) => service.apply(ctx, { listing_id: listing, ...given }));
      return { id, person };
    },
    approve: async (id: number) => {
      await checked(id);
      return as(here.owner, (ctx) => service.approve(ctx, { id, note: '' }));
    },
    later: (hours: number) => setClock(house, new Date(clock.ms() + hours * 3_600_000).toISOString()),
  };
}
export type BookingWorld = Awaited<ReturnType<typeof bookingWorld>>;
