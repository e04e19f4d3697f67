import { afterAll, beforeAll, beforeEach } from 'vitest';
import { tourService, visitorsService } from '#server/tour/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, type Place, place } from './market.ts';

/** Homes that are shown and visits to them, on a Thursday at eight in the morning in Nairobi. For tests of the room tour. */
export let house: House;
export let tours: ReturnType<typeof tourService>;
export let visits: ReturnType<typeof visitorsService>;
let n = 0;
export const now = '2027-03-25T05:00:00Z';
export const later = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
export const friday = (hour: number) => `2027-03-26T${String(hour - 3).padStart(2, '0')}:00:00.000Z`;
const week = JSON.stringify(Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((d) => [d, [[540, 720]]])));
export const db = () => house.database.db;
export type Shown = Place & { readonly listing: number };

export function tourTests(): void {
  beforeAll(async () => {
    house = await freshHouse();
    tours = tourService(house);
    visits = visitorsService(house);
  });
  beforeEach(() => setClock(house, now));
  afterAll(() => setClock(house, null));
}

/** From nine to twelve, an hour a visit. */
export const hosts = (who: Somebody, facts: object = {}) =>
  db()
    .insertInto('tour_host')
    .values({ person_id: who.id, company_id: who.me.companyId ?? 0, hours: week, minutes: 60, buffer_minutes: 60, ...facts })
    .execute();
export async function shown(facts: object = {}): Promise<Shown> {
  const at = await place(house);
  await hosts(at.owner, facts);
  return { ...at, listing: await addListing(house, at) };
}
export async function booked(home: Shown, from: string, who?: Somebody) {
  const visitor = who ?? (await somebody(house, 'tenant'));
  const given = {
    ...{ listing_id: home.listing, from, mode: 'in_person' as const, name: 'Otieno', phone: `+2547220${10_000 + ++n}`, people: 1 },
    ...{ notes: '', code: '', asked: '', by: 'sms' as const, locale: 'en' as const },
  };
  const { work } = visits.book;
  const { tour, key } = await inTransaction(house, visitor, (ctx) => work(ctx, given, { phone: given.phone, proved: true, coded: false }));
  return { id: tour.id, key, visitor, phone: given.phone };
}
export const rowOf = (id: number) => db().selectFrom('tour').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const free = async (home: Shown) =>
  (await visits.slots(ctxOf(house, null), { listing_id: home.listing, mode: 'in_person' })).results.map((one) => one.from);
export const heard = async (event: 'tour.requested' | 'tour.canceled' | 'tour.reminder' | 'tour.confirmed', id: number) =>
  (await told(house, event)).filter((one) => one.key.startsWith(`${event}:${id}:`));
