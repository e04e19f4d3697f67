import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addProperty, addUnit, type Place, place } from './market.ts';

export let house: House;
export let here: Place;
export let asha: Somebody;
export const at = (day: string) => setClock(house, `${day}T09:00:00+03:00`);
export const start = '2027-03-01';
let n = 0;
export const who = () => ({ somebody: { personId: null, name: `Tenant ${++n}`, phone: `+2547130${String(10_000 + n)}`, email: null } });
export const me = () => ({ somebody: { personId: asha.id, name: 'Asha', phone: '+254712777002', email: null } });
export const as = <T>(by: Somebody, work: (ctx: Ctx) => Promise<T>) => inTransaction(house, by, work);
export const fresh = (facts: object = {}) => addUnit(house, here.property, facts);
export const make = (given: Partial<tenancy.Making> & { unitId: number }) =>
  as(here.owner, (ctx) =>
    tenancy.make(ctx, {
      startsOn: clock.today(),
      endsOn: addDays(addMonths(given.startsOn ?? clock.today(), 12), -1),
      people: [{ ...me(), role: 'lead', shareBp: 10_000 }],
      rentCents: 3_000_000,
      period: 2,
      depositCents: 3_000_000,
      ...given,
    }),
  );
export const opening = () => ({ balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() });
export const livedIn = async (given: Partial<tenancy.Making> = {}) => {
  const unitId = await fresh();
  return { unitId, ...(await make({ unitId, opening: opening(), ...given })) };
};
/** A property of several units that one tenancy has as a whole. */
export const livedInWhole = async (units = 3, given: Partial<tenancy.Making> = {}) => {
  const property = await addProperty(house, here.owner.me.companyId ?? 0);
  const unitIds: number[] = [];
  for (let i = 0; i < units; i++) unitIds.push(await addUnit(house, property));
  const unitId = unitIds[0] ?? 0;
  return { property, unitId, units: unitIds, ...(await make({ unitId, whole: true, opening: opening(), ...given })) };
};
export const read = (id: number, by = here.owner) => tenancy.details(ctxOf(house, by), { id });
export const unitOf = async (id: number) =>
  (await house.database.db.selectFrom('unit').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
export const whatIs = async (person: Somebody) =>
  (await house.database.db.selectFrom('tenant').select('status').where('person_id', '=', person.id).executeTakeFirstOrThrow()).status;
export const told = async (event: string, id: number | null = null) =>
  (
    await sql<{
      key: string;
    }>`select data ->> 'key' as key from job.job_common where name = 'notification.deliver' and data ->> 'event' = ${event} and data ->> 'key' like ${`${event}:${id ?? ''}%`}`.execute(
      house.database.db,
    )
  ).rows.length;
export const file = { data: new TextEncoder().encode('%PDF-1.4 notice'), type: 'pdf' as const, name: 'notice.pdf' };
export const leave = (id: number, on: string, more: object = {}) =>
  as(here.owner, (ctx) => tenancy.leave(house)(ctx, { id, on, kind: 'notice', reason: '', file, ...more }));
/** What stands to be answered: an answer names it. */
export const askedVersion = async (id: number, what: 'leaving_ask' | 'renewal'): Promise<number> => {
  const row = await house.database.db.selectFrom('tenancy').select(what).where('id', '=', id).executeTakeFirstOrThrow();
  return (row[what] as { version?: number } | null)?.version ?? 0;
};
/** The owner asks Asha, and she agrees. */
export const bothAgree = async (id: number, on: string, reason: string) => {
  await as(here.owner, (ctx) => tenancy.askLeaving(ctx, { id, on, kind: 'mutual', reason }));
  const version = await askedVersion(id, 'leaving_ask');
  return as(asha, (ctx) => tenancy.agreeLeaving(ctx, { id, version }));
};
export const gone = { kind: 'notice' as const, reason: '', keys: true, readings: true, no_inspection: 'seen together', after: 'vacant' as const };
export const end = (id: number, more: object = {}) => as(here.owner, (ctx) => tenancy.end(ctx, { id, on: clock.today(), ...gone, ...more }));
/** A notice that was given in time for this day. */
export const noticed = (on: string) => ({ given_on: addDays(on, -30) });
/** Their notice is over today, and so is it. */
export const goneToday = async (id: number) => {
  await leave(id, clock.today(), noticed(clock.today()));
  return end(id);
};

/** Said in each file of tests: a house, an owner with a property and a tenant anew for each, and what must hold after every one. */
export function tenancyTests(): void {
  beforeAll(async () => {
    house = await freshHouse();
  });
  beforeEach(async () => {
    await at(start);
    here = await place(house);
    asha = await somebody(house, 'tenant');
  });
  afterAll(() => setClock(house, null));

  /** What holds of units, stays and tenancies, after every test whatever it did. */
  afterEach(async () => {
    const { rows } = await sql<{ what: string }>`
    select 'occupied without a tenancy: ' || u.id as what from unit u where u.status = 'occupied' and not u.occupied_said
      and not exists (select 1 from tenancy t join stay s on s.tenancy_id = t.id and s.unit_id = u.id and s.released_at is null
        where s.unit_id is distinct from (t.transfer ->> 'unit_id')::bigint and t.status in ('active', 'expired'))
    union all select 'let in part: ' || t.id from tenancy t where t.whole and t.status in ('active', 'expired') and exists (select 1 from stay s join unit u on u.id = s.unit_id
      where s.tenancy_id = t.id and s.released_at is null and u.status <> 'occupied' and s.unit_id is distinct from (t.transfer ->> 'unit_id')::bigint)
    union all select 'lived in, unit not occupied: ' || t.id from tenancy t join unit u on u.id = t.unit_id where t.status in ('active', 'expired') and u.status <> 'occupied'
    union all select 'not one open stay: ' || t.id from tenancy t where t.status <> 'terminate' and 1 <> (select count(*) from stay s where s.tenancy_id = t.id and s.unit_id = t.unit_id and s.released_at is null)
    union all select 'over, and holds: ' || t.id from tenancy t where t.status = 'terminate' and exists (select 1 from stay s where s.tenancy_id = t.id and s.released_at is null)
    union all select 'reserved by nobody: ' || u.id from unit u where u.status = 'ordered' and not exists (select 1 from stay s where s.unit_id = u.id and s.released_at is null)
    union all select 'a gap in the terms: ' || t.id from tenancy t where (select count(*) from tenancy_term x where x.tenancy_id = t.id) > 1
      and (select bool_or(lower(b.during) <> upper(a.during)) from tenancy_term a join lateral (select during from tenancy_term c where c.tenancy_id = a.tenancy_id and c.during >> a.during order by c.during limit 1) b on true where a.tenancy_id = t.id)`.execute(
      house.database.db,
    );
    expect(rows.map((row) => row.what)).toEqual([]);
  });
}
