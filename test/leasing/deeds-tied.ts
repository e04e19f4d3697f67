import { addDays } from '#contract/time/days.ts';
import { at, choose, type Deed, lived } from './deeds.ts';
import { type LeasingWorld, type Picture, picture, type Tenancy, type Unit } from './world.ts';

type Make = (world: LeasingWorld, now: Picture, a: number, b: number) => Deed | null;
/** What is done to one tenancy; whether it may be is told by the rules of its room, what holds afterwards by the invariants. */
const toOne =
  (says: string, fits: (one: Tenancy) => boolean, act: (world: LeasingWorld, one: Tenancy, now: Picture, b: number) => Promise<unknown>): Make =>
  (world, now, a, b) => {
    const one = choose(now.tenancies, fits, a);
    return one ? { says: `${says}: tenancy ${one.id} (${one.status})`, may: fits(one) ? null : false, act: () => act(world, one, now, b) } : null;
  };

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
    const one = choose(now.tenancies, (t) => lived(t) && t.moves_on === null && t.leaving_on === null, a);
    const to = choose(now.units, (unit) => unit.id !== one?.unit, b) as Unit;
    if (!one) return null;
    const on = addDays(to.free_from !== null && to.free_from > now.today ? to.free_from : now.today, 1 + (b % 9));
    return {
      says: `tenancy ${one.id} moves to unit ${to.id} (${to.status}) on ${on}`,
      may: lived(one) ? null : false,
      act: () => world.do.transfer(one.id, to.id, on),
    };
  },
  stayHere: toOne(
    'does not move after all',
    (one) => lived(one) && one.moves_on !== null,
    (world, one) => world.do.stayHere(one.id),
  ),
  askLeaving: toOne('asked to leave sooner', lived, (world, one, now, b) => world.do.askLeaving(one.id, addDays(now.today, b % 12))),
  agreeLeaving: toOne(
    'agrees to leave sooner',
    (one) => lived(one) && one.ask !== null,
    (world, one) => world.do.answerLeaving(one.id, one.person, true),
  ),
  refuseLeaving: toOne(
    'refuses to leave sooner',
    (one) => lived(one) && one.ask !== null,
    (world, one) => world.do.answerLeaving(one.id, one.person, false),
  ),
};

/** Where a run begins, for chance alone comes there seldom: nobody has anything, the whole is promised, it is lived in, somebody is to move. */
export const beginnings = 4;
export async function beginAt(world: LeasingWorld, which: number): Promise<void> {
  const [person, today] = [world.people[0]?.id ?? 0, (await picture(world)).today];
  const last = async (what: 'bookings' | 'tenancies') => (await picture(world))[what].at(-1)?.id ?? 0;
  if (which === 3) {
    await world.do.make(person, world.units[0] ?? 0, addDays(today, -5), 40, true);
    await world.do.transfer(await last('tenancies'), world.units[1] ?? 0, addDays(today, 5));
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
