import { addDays } from '#contract/time/days.ts';
import { at, choose, type Deed, lived, otherRent, saidRent } from './deeds.ts';
import { type LeasingWorld, type Picture, picture, type Tenancy, type Unit } from './world.ts';

type Make = (world: LeasingWorld, now: Picture, a: number, b: number) => Deed | null;
/** What is done to one tenancy: where it fits it must be done, and nowhere else. */
const toOne =
  (
    says: string,
    fits: (one: Tenancy, now: Picture) => boolean,
    act: (world: LeasingWorld, one: Tenancy, now: Picture, b: number) => Promise<unknown>,
    so?: (after: Tenancy) => Record<string, [unknown, unknown]>,
  ): Make =>
  (world, now, a, b) => {
    const one = choose(now.tenancies, (each) => fits(each, now), a);
    if (!one) return null;
    return {
      says: `${says}: tenancy ${one.id} (${one.status})`,
      may: fits(one, now),
      act: () => act(world, one, now, b),
      ...(so ? { so: (after: Picture) => so(after.tenancies.find((each) => each.id === one.id) as Tenancy) } : {}),
    };
  };
/** Nobody else holds the home they live in after them. */
const alone = (one: Tenancy, now: Picture) => now.units.find((unit) => unit.id === one.unit)?.stays === 1;
const asked = (one: Tenancy, now: Picture) => lived(one) && one.ask !== null && one.ask >= now.today;

/** What ties homes together: the whole, a move on a day to come, and leaving sooner than the notice. */
export const tiedDeeds: Readonly<Record<string, Make>> = {
  applyWhole: (world, now, a, b) => {
    const person = at(world.people, a)?.id ?? 0;
    const from = addDays(
      now.units.map((one) => one.free_from ?? now.today).reduce((last, one) => (one > last ? one : last), now.today),
      b % 12,
    );
    return { says: `person ${person} applies for the whole from ${from}`, may: null, act: () => world.do.apply(person, null, from, b % 3 === 0) };
  },
  planMove: (world, now, a, b) => {
    const settled = (t: Tenancy) => lived(t) && t.moves_on === null && t.leaving_on === null && t.ask === null;
    const one = choose(now.tenancies, settled, a);
    const to = choose(now.units, (unit) => unit.id !== one?.unit && unit.free_from !== null, b) as Unit;
    if (!one) return null;
    const on = addDays(to.free_from !== null && to.free_from > now.today ? to.free_from : now.today, 1 + (b % 9));
    const rent = otherRent(one, b);
    const open = ['vacant', 'ordered', 'occupied'].includes(to.status) && !to.said && to.free_from !== null;
    return {
      says: `tenancy ${one.id} moves to unit ${to.id} (${to.status}) on ${on}${saidRent(rent)}`,
      may: settled(one) && to.id !== one.unit && open && (rent ?? 0) <= one.rent,
      act: () => world.do.transfer(one.id, to.id, { on, rent }),
      so: (after) => ({ moves: [after.tenancies.find((each) => each.id === one.id)?.moves_on, on] }),
    };
  },
  stayHere: toOne(
    'does not move after all',
    (one, now) => lived(one) && one.moves_on !== null && alone(one, now),
    (world, one) => world.do.stayHere(one.id),
    (after) => ({ moves: [after.moves_on, null] }),
  ),
  askLeaving: toOne(
    'asked to leave sooner',
    (one) => lived(one) && one.moves_on === null && one.leaving_on === null,
    (world, one, now, b) => world.do.askLeaving(one.id, addDays(now.today, b % 12)),
  ),
  agreeLeaving: toOne(
    'agrees to leave sooner',
    asked,
    (world, one) => world.do.answerLeaving(one.id, one.person, true),
    (after) => ({ leaves: [after.leaving_on !== null, true], ask: [after.ask, null] }),
  ),
  refuseLeaving: toOne(
    'refuses to leave sooner',
    (one) => lived(one) && one.ask !== null,
    (world, one) => world.do.answerLeaving(one.id, one.person, false),
    (after) => ({ leaves: [after.leaving_on, null], ask: [after.ask, null] }),
  ),
};

/**
 * Where a run begins, for chance alone comes there seldom: nobody has anything, the whole is promised, it is lived in, somebody is to move for
 * another rent on the day after their term, which goes on by itself or stops, somebody agreed to leave sooner, somebody is looked at.
 */
export const beginnings = 7;
export async function beginAt(world: LeasingWorld, which: number): Promise<void> {
  const [person, today] = [world.people[0]?.id ?? 0, (await picture(world)).today];
  const last = async (what: 'bookings' | 'tenancies') => (await picture(world))[what].at(-1)?.id ?? 0;
  if (which === 6) {
    // Somebody is looked at: without that little is ever approved.
    await world.do.apply(person, world.units[0] ?? 0, addDays(today, 3), false);
  } else if (which === 5) {
    await world.do.make(person, world.units[0] ?? 0, addDays(today, -5), 40, true);
    const id = await last('tenancies');
    await world.do.askLeaving(id, addDays(today, 9));
    await world.do.answerLeaving(id, person, true);
  } else if (which >= 3) {
    const days = 6 + which;
    await world.do.make(person, world.units[0] ?? 0, addDays(today, -5), days, true);
    await world.do.transfer(await last('tenancies'), world.units[1] ?? 0, { on: addDays(today, days - 4), rent: 2_900_000 });
  } else if (which > 0) {
    await world.do.apply(person, null, addDays(today, 3), false);
    const id = await last('bookings');
    await world.do.look(id);
    await world.do.approve(id);
    if (which === 1) return;
    await world.do.pay(id);
    await world.later(24 * 4);
    await world.do.waive(await last('tenancies'));
    await world.do.activate(await last('tenancies'));
  }
}
