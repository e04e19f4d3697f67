import { addDays } from '#contract/time/days.ts';
import { chooseMostlyAllowed, describeRent, isTenancyOccupied, pickItemAt, pickOtherRent } from './choices.ts';
import { type LeasingFixture, type LeasingState, readLeasingState, type TenancyState, type UnitState } from './fixture.ts';
import type { LeasingAction } from './leasing-actions.ts';

type Make = (fixture: LeasingFixture, now: LeasingState, a: number, b: number) => LeasingAction | null;
/** An action on one tenancy: it must succeed if its conditions are met, and be rejected otherwise. */
const toOne =
  (
    says: string,
    fits: (one: TenancyState, now: LeasingState) => boolean,
    act: (fixture: LeasingFixture, one: TenancyState, now: LeasingState, b: number) => Promise<unknown>,
    so?: (after: TenancyState) => Record<string, [unknown, unknown]>,
  ): Make =>
  (fixture, now, a, b) => {
    const one = chooseMostlyAllowed(now.tenancies, (each) => fits(each, now), a);
    if (!one) return null;
    return {
      says: `${says}: tenancy ${one.id} (${one.status})`,
      may: fits(one, now),
      act: () => act(fixture, one, now, b),
      ...(so ? { so: (after: LeasingState) => so(after.tenancies.find((each) => each.id === one.id) as TenancyState) } : {}),
    };
  };
/** No later stay of another tenant follows in their home. */
const alone = (one: TenancyState, now: LeasingState) => now.units.find((unit) => unit.id === one.unit)?.stays === 1;
const asked = (one: TenancyState, now: LeasingState) => isTenancyOccupied(one) && one.ask !== null && one.ask >= now.today;

/** Actions that link homes: the whole property, a planned transfer, and leaving earlier than the notice period. */
export const linkedUnitActions: Readonly<Record<string, Make>> = {
  applyWhole: (fixture, now, a, b) => {
    const person = pickItemAt(fixture.people, a)?.id ?? 0;
    const from = addDays(
      now.units.map((one) => one.free_from ?? now.today).reduce((last, one) => (one > last ? one : last), now.today),
      b % 12,
    );
    return { says: `person ${person} applies for the whole from ${from}`, may: null, act: () => fixture.do.apply(person, null, from, b % 3 === 0) };
  },
  planMove: (fixture, now, a, b) => {
    const settled = (t: TenancyState) => isTenancyOccupied(t) && t.moves_on === null && t.leaving_on === null && t.ask === null;
    const one = chooseMostlyAllowed(now.tenancies, settled, a);
    const to = chooseMostlyAllowed(now.units, (unit) => unit.id !== one?.unit && unit.free_from !== null, b) as UnitState;
    if (!one) return null;
    const on = addDays(to.free_from !== null && to.free_from > now.today ? to.free_from : now.today, 1 + (b % 9));
    const rent = pickOtherRent(one, b);
    const open = ['vacant', 'ordered', 'occupied'].includes(to.status) && !to.said && to.free_from !== null;
    return {
      says: `tenancy ${one.id} moves to unit ${to.id} (${to.status}) on ${on}${describeRent(rent)}`,
      may: settled(one) && to.id !== one.unit && open && (rent ?? 0) <= one.rent,
      act: () => fixture.do.transfer(one.id, to.id, { on, rent }),
      so: (after) => ({ moves: [after.tenancies.find((each) => each.id === one.id)?.moves_on, on] }),
    };
  },
  stayHere: toOne(
    'does not move after all',
    (one, now) => isTenancyOccupied(one) && one.moves_on !== null && alone(one, now),
    (fixture, one) => fixture.do.stayHere(one.id),
    (after) => ({ moves: [after.moves_on, null] }),
  ),
  askLeaving: toOne(
    'asked to leave sooner',
    (one) => isTenancyOccupied(one) && one.moves_on === null && one.leaving_on === null,
    (fixture, one, now, b) => fixture.do.askLeaving(one.id, addDays(now.today, b % 12)),
  ),
  agreeLeaving: toOne(
    'agrees to leave sooner',
    asked,
    (fixture, one) => fixture.do.answerLeaving(one.id, one.person, true),
    (after) => ({ leaves: [after.leaving_on !== null, true], ask: [after.ask, null] }),
  ),
  refuseLeaving: toOne(
    'refuses to leave sooner',
    (one) => isTenancyOccupied(one) && one.ask !== null,
    (fixture, one) => fixture.do.answerLeaving(one.id, one.person, false),
    (after) => ({ leaves: [after.leaving_on, null], ask: [after.ask, null] }),
  ),
};

/**
 * Starting points, because chance alone rarely reaches them: nothing is booked; the whole is reserved; the whole is occupied; a transfer for another
 * rent is planned for the day after a term that rolls or stops; an earlier ending is agreed; an applicant is being screened.
 */
export const startStateCount = 7;
export async function prepareStartState(fixture: LeasingFixture, which: number): Promise<void> {
  const [person, today] = [fixture.people[0]?.id ?? 0, (await readLeasingState(fixture)).today];
  const last = async (what: 'bookings' | 'tenancies') => (await readLeasingState(fixture))[what].at(-1)?.id ?? 0;
  if (which === 6) {
    // An applicant is being screened, because otherwise few approvals occur.
    await fixture.do.apply(person, fixture.units[0] ?? 0, addDays(today, 3), false);
  } else if (which === 5) {
    await fixture.do.make(person, fixture.units[0] ?? 0, addDays(today, -5), 40, true);
    const id = await last('tenancies');
    await fixture.do.askLeaving(id, addDays(today, 9));
    await fixture.do.answerLeaving(id, person, true);
  } else if (which >= 3) {
    const days = 6 + which;
    await fixture.do.make(person, fixture.units[0] ?? 0, addDays(today, -5), days, true);
    await fixture.do.transfer(await last('tenancies'), fixture.units[1] ?? 0, { on: addDays(today, days - 4), rent: 2_900_000 });
  } else if (which > 0) {
    await fixture.do.apply(person, null, addDays(today, 3), false);
    const id = await last('bookings');
    await fixture.do.look(id);
    await fixture.do.approve(id);
    if (which === 1) return;
    await fixture.do.pay(id);
    await fixture.later(24 * 4);
    await fixture.do.waive(await last('tenancies'));
    await fixture.do.activate(await last('tenancies'));
  }
}
