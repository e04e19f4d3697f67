import { getEarliestTenancyEndDay } from '#contract/tenancy/guards.ts';
import type { TenancyStatus } from '#contract/tenancy/kinds.ts';
import { addDays } from '#contract/time/days.ts';
import { chooseMostlyAllowed, describeRent, isTenancyOccupied, pickItemAt, pickOtherRent } from './choices.ts';
import type { BookingState, LeasingFixture, LeasingState, TenancyState, UnitState } from './fixture.ts';

/**
 * The actions of people, and the rules about them. `may`: whether the action must succeed or be rejected, null where another rule decides; `so`: the
 * conditions after a success.
 */
export type LeasingAction = {
  says: string;
  may: boolean | null;
  act: () => Promise<unknown>;
  so?: (after: LeasingState) => Record<string, [unknown, unknown]>;
};
type Make = (fixture: LeasingFixture, now: LeasingState, a: number, b: number) => LeasingAction | null;

const open = ['await_screening', 'await_payment', 'confirmed'];
const looked = ['screening', 'shortlisted', 'info_requested'];
const unitOf = (now: LeasingState, id: number) => now.units.find((one) => one.id === id) as UnitState;
const statusOf = (list: readonly { id: number; status: string }[], id: number) => list.find((one) => one.id === id)?.status;
const later = (one: string, two: string) => (one > two ? one : two);
const others = (now: LeasingState, unit: number, except: number | null) =>
  now.bookings.filter((one) => one.unit === unit && one.id !== except && one.status === 'await_screening');

/** Whether the unit has no stay from that day on. */
function free(unit: UnitState, from: string): boolean {
  if (unit.status === 'vacant') return unit.stays === 0;
  return unit.status === 'occupied' && !unit.said && unit.free_from !== null && from >= unit.free_from;
}
/** A booking and an action on it. */
const booked =
  (
    name: string,
    fits: (one: BookingState) => boolean,
    act: (fixture: LeasingFixture, one: BookingState, b: number) => Promise<unknown>,
    to: string,
  ): Make =>
  (fixture, now, a, b) => {
    const one = chooseMostlyAllowed(now.bookings, fits, a);
    if (!one) return null;
    const so = (after: LeasingState): Record<string, [unknown, unknown]> => ({ status: [statusOf(after.bookings, one.id), to] });
    return {
      says: `${name} booking ${one.id} (${one.status}, ${one.stage}) of unit ${one.unit}`,
      may: fits(one),
      act: () => act(fixture, one, b),
      so,
    };
  };
const moved =
  (name: Parameters<LeasingFixture['do']['unit']>[1], fits: (one: UnitState) => boolean, to?: string, only = (_one: UnitState) => false): Make =>
  (fixture, now, a) => {
    const one = chooseMostlyAllowed(now.units, fits, a);
    if (!one) return null;
    const so = (after: LeasingState): Record<string, [unknown, unknown]> => (to && fits(one) ? { unit: [unitOf(after, one.id).status, to] } : {});
    return { says: `${name} unit ${one.id} (${one.status})`, may: only(one) ? null : fits(one), act: () => fixture.do.unit(one.id, name), so };
  };
/** No applicant is being screened for a home that is now occupied; people on the waiting list stay on it. */
const letToOne = (after: LeasingState, unit: number): Record<string, [unknown, unknown]> => ({
  unit: [unitOf(after, unit).status, 'occupied'],
  'still looked at': [others(after, unit, null).filter((one) => one.stage !== 'waitlist').length, 0],
});

export const leasingActions: Readonly<Record<string, Make>> = {
  apply: (fixture, now, a, b) => {
    const person = pickItemAt(fixture.people, a)?.id ?? 0;
    const unit = pickItemAt(now.units, a >> 3) as UnitState;
    const offer = now.listings.find((one) => one.unit === unit.id);
    const waitlist = b % 3 === 0;
    const waits = !now.stalled && offer?.paused_by !== 'platform' && ['ordered', 'occupied'].includes(unit.status);
    const from = addDays(later(now.today, unit.free_from ?? ''), b % 12);
    const has = now.bookings.some((one) => one.unit === unit.id && one.person === person && open.includes(one.status));
    return {
      says: `person ${person} applies for unit ${unit.id} (${unit.status}) from ${from}${waitlist ? ', or waits' : ''}`,
      may: !has && (offer?.shown === true || (waitlist && waits)),
      act: () => fixture.do.apply(person, unit.id, from, waitlist),
      so: (after) => ({ stage: [after.bookings.at(-1)?.stage, offer?.shown ? 'screening' : 'waitlist'] }),
    };
  },
  approve: (fixture, now, a) => {
    const fits = (one: BookingState) =>
      one.status === 'await_screening' && !['frozen', 'waitlist'].includes(one.stage) && free(unitOf(now, one.unit), one.starts_on);
    const one = chooseMostlyAllowed(now.bookings, fits, a);
    if (!one) return null;
    const unit = unitOf(now, one.unit);
    return {
      says: `approve booking ${one.id} (${one.status}, ${one.stage}) of unit ${one.unit} (${unit.status})`,
      may: fits(one),
      act: async () => {
        if (one.status === 'await_screening' && one.stage !== 'waitlist') await fixture.do.look(one.id);
        await fixture.do.approve(one.id);
      },
      so: (after) => ({
        status: [statusOf(after.bookings, one.id), 'await_payment'],
        unit: [unitOf(after, one.unit).status, unit.status === 'vacant' ? 'ordered' : unit.status],
        others: [others(after, one.unit, one.id).filter((other) => looked.includes(other.stage)).length, 0],
        offered: [after.listings.some((offer) => offer.unit === one.unit && offer.status === 'live'), false],
      }),
    };
  },
  pay: booked(
    'pay',
    (one) => one.status === 'await_payment' && one.stage !== 'frozen',
    (fixture, one) => fixture.do.pay(one.id),
    'confirmed',
  ),
  decline: booked(
    'decline',
    (one) => one.status === 'await_screening',
    (fixture, one) => fixture.do.decline(one.id),
    'declined',
  ),
  cancel: booked(
    'cancel',
    (one) => open.includes(one.status),
    (fixture, one, b) => fixture.do.cancel(one.id, one.person, (['tenant', 'owner', 'platform'] as const)[b % 3] ?? 'tenant'),
    'canceled',
  ),
  erase: booked(
    'erase',
    (one) => ['declined', 'expired', 'canceled'].includes(one.status),
    (fixture, one) => fixture.do.erase(one.id, one.person),
    'deleted',
  ),
  ask: booked(
    'ask more of',
    (one) => one.status === 'await_screening' && ['screening', 'shortlisted'].includes(one.stage),
    (fixture, one) => fixture.do.ask(one.id),
    'await_screening',
  ),
  answer: booked(
    'answer for',
    (one) => one.status === 'await_screening' && one.stage === 'info_requested',
    (fixture, one) => fixture.do.answer(one.id, one.person),
    'await_screening',
  ),
  shortlist: booked(
    'shortlist',
    (one) => one.status === 'await_screening' && one.stage === 'screening',
    (fixture, one) => fixture.do.shortlist(one.id),
    'await_screening',
  ),
  wizard: (fixture, now, a, b) => {
    const unit = pickItemAt(now.units, a >> 3) as UnitState;
    const from = addDays(later(now.today, unit.free_from ?? ''), b % 4);
    return {
      says: `a tenancy by hand of unit ${unit.id} (${unit.status}) from ${from}`,
      may: free(unit, from),
      act: () => fixture.do.make(pickItemAt(fixture.people, a)?.id ?? 0, unit.id, from, 20 + (b % 2), false),
      so: (after) => ({
        tenancy: [after.tenancies.at(-1)?.status, 'pending'],
        unit: [unitOf(after, unit.id).status, unit.status === 'vacant' ? 'ordered' : 'occupied'],
      }),
    };
  },
  bring: (fixture, now, a, b) => {
    const unit = chooseMostlyAllowed(now.units, (one) => one.status === 'vacant' || one.said, a) as UnitState;
    return {
      says: `a tenancy that is lived in already comes along: unit ${unit.id} (${unit.status})`,
      may: (unit.status === 'vacant' && unit.stays === 0) || (unit.status === 'occupied' && unit.said),
      act: () => fixture.do.make(pickItemAt(fixture.people, a)?.id ?? 0, unit.id, addDays(now.today, -5), 20 + (b % 2), true),
      so: (after) => ({ tenancy: [after.tenancies.at(-1)?.status, 'active'], ...letToOne(after, unit.id) }),
    };
  },
  activate: (fixture, now, a) => {
    const fits = (one: TenancyState) => one.status === 'pending' && one.starts_on <= now.today && unitOf(now, one.unit).status === 'ordered';
    const one = chooseMostlyAllowed(now.tenancies, fits, a);
    if (!one) return null;
    return {
      says: `activate tenancy ${one.id} (${one.status}) of unit ${one.unit} (${unitOf(now, one.unit).status})`,
      may: fits(one),
      act: async () => {
        if (one.status === 'pending') await fixture.do.waive(one.id);
        await fixture.do.activate(one.id);
      },
      so: (after) => ({
        tenancy: [statusOf(after.tenancies, one.id), 'active'],
        booking: [one.booking === null ? 'closed' : statusOf(after.bookings, one.booking), 'closed'],
        ...letToOne(after, one.unit),
      }),
    };
  },
  waive: (fixture, now, a) => {
    const one = chooseMostlyAllowed(now.tenancies, (t) => t.status === 'pending', a);
    if (!one) return null;
    return {
      says: `sign the lease, go without payment and inspection: tenancy ${one.id}`,
      may: one.status === 'pending',
      act: () => fixture.do.waive(one.id),
    };
  },
  withdraw: (fixture, now, a) => {
    const fits = (one: TenancyState) => one.status === 'pending' && (one.booking === null || statusOf(now.bookings, one.booking) !== 'confirmed');
    const one = chooseMostlyAllowed(now.tenancies, fits, a);
    if (!one) return null;
    const says = `withdraw tenancy ${one.id} (${one.status})`;
    return {
      says,
      may: fits(one),
      act: () => fixture.do.withdraw(one.id),
      so: (after) => ({ tenancy: [statusOf(after.tenancies, one.id), 'terminate'] }),
    };
  },
  leave: (fixture, now, a, b) => {
    const one = chooseMostlyAllowed(now.tenancies, isTenancyOccupied, a);
    if (!one) return null;
    const on = addDays(now.today, 30 + (b % 15));
    const alone = unitOf(now, one.unit).stays === 1;
    return {
      says: `tenancy ${one.id} (${one.status}) leaves on ${on}`,
      may: !isTenancyOccupied(one) ? false : alone ? true : null,
      act: () => fixture.do.leave(one.id, on),
    };
  },
  stayOn: (fixture, now, a) => {
    const fits = (one: TenancyState) => isTenancyOccupied(one) && one.leaving_on !== null && unitOf(now, one.unit).stays === 1;
    const one = chooseMostlyAllowed(now.tenancies, fits, a);
    return one ? { says: `tenancy ${one.id} stays after all`, may: fits(one), act: () => fixture.do.stayOn(one.id) } : null;
  },
  end: (fixture, now, a, b) => {
    const over = (t: TenancyState) => (getEarliestTenancyEndDay({ ...t, status: t.status as TenancyStatus }) ?? addDays(now.today, 1)) <= now.today;
    const one = chooseMostlyAllowed(now.tenancies, (t) => isTenancyOccupied(t) && over(t), a);
    if (!one) return null;
    const [next, after] = [unitOf(now, one.unit).stays > 1, b % 2 === 0 ? ('vacant' as const) : ('works' as const)];
    return {
      says: `end tenancy ${one.id} (${one.status}), then ${after}`,
      may: isTenancyOccupied(one) && over(one),
      act: () => fixture.do.end(one.id, after),
      so: (now2) => ({
        tenancy: [statusOf(now2.tenancies, one.id), 'terminate'],
        unit: [unitOf(now2, one.unit).status, next ? 'ordered' : after === 'works' ? 'maintenance' : 'vacant'],
      }),
    };
  },
  transfer: (fixture, now, a, b) => {
    const one = chooseMostlyAllowed(now.tenancies, isTenancyOccupied, a);
    const to = chooseMostlyAllowed(now.units, (unit) => unit.status === 'vacant', b) as UnitState;
    if (!one) return null;
    const rent = pickOtherRent(one, b);
    return {
      says: `move tenancy ${one.id} (${one.status}) from unit ${one.unit} to ${to.id} (${to.status})${describeRent(rent)}`,
      may: isTenancyOccupied(one) && to.id !== one.unit && to.status === 'vacant' && to.stays === 0 && (rent ?? 0) <= one.rent,
      act: () => fixture.do.transfer(one.id, to.id, { rent }),
      so: (after) => ({ tenancy: [after.tenancies.find((t) => t.id === one.id)?.unit, to.id], ...letToOne(after, to.id) }),
    };
  },
  offer: (fixture, now, a, b) => {
    const fits = (one: TenancyState) => isTenancyOccupied(one) && one.leaving_on === null;
    const one = chooseMostlyAllowed(now.tenancies, fits, a);
    if (!one) return null;
    const ends = addDays(later(one.ends_on ?? '', now.today), 20 + (b % 9));
    return { says: `offer tenancy ${one.id} (${one.status}) a term until ${ends}`, may: fits(one), act: () => fixture.do.offer(one.id, ends) };
  },
  accept: (fixture, now, a) => {
    const fits = (one: TenancyState) => isTenancyOccupied(one) && one.offer !== null && one.offer >= now.today;
    const one = chooseMostlyAllowed(now.tenancies, fits, a);
    if (!one) return null;
    const so = (after: LeasingState): Record<string, [unknown, unknown]> => ({ tenancy: [statusOf(after.tenancies, one.id), 'active'] });
    return { says: `tenancy ${one.id} (${one.status}) takes the offer`, may: fits(one), act: () => fixture.do.accept(one.id, one.person), so };
  },
  stallUnit: moved('stall', (one) => ['vacant', 'ordered', 'maintenance', 'onhold'].includes(one.status), 'stall'),
  thawUnit: moved('unstall', (one) => one.status === 'stall'),
  works: moved(
    'start_maintenance',
    (one) => one.status === 'vacant',
    'maintenance',
    (one) => one.status === 'occupied',
  ),
  worksDone: moved(
    'end_maintenance',
    (one) => one.status === 'maintenance',
    'vacant',
    (one) => one.status === 'occupied',
  ),
  holdBack: moved('hold', (one) => one.status === 'vacant', 'onhold'),
  letGo: moved('release', (one) => one.status === 'onhold', 'vacant'),
  saidLivedIn: moved('occupy_said', (one) => one.status === 'vacant' || one.status === 'onhold', 'occupied'),
  saidGone: moved('vacate_said', (one) => one.status === 'occupied' && one.said, 'vacant'),
  freeze: (fixture, now) => ({
    says: `the platform ${now.stalled ? 'lets the property go' : 'freezes the property'}`,
    may: true,
    act: () => fixture.do.property(!now.stalled),
  }),
  force: (fixture, now, a, b) => {
    const one = chooseMostlyAllowed(now.listings, (offer) => (b % 2 === 0 ? offer.status === 'live' : offer.paused_by === 'platform'), a);
    if (!one) return null;
    const move = b % 2 === 0 ? 'force' : 'resume';
    return { says: `the platform: ${move} listing ${one.id} (${one.status})`, may: null, act: () => fixture.do.listing(one.id, move, true) };
  },
  offerAgain: (fixture, now, a) => {
    const one = chooseMostlyAllowed(now.listings, (offer) => offer.status === 'closed' || offer.status === 'paused', a);
    if (!one) return null;
    const act = async () => {
      if (one.status === 'closed') await fixture.do.listing(one.id, 'reopen');
      await fixture.do.listing(one.id, one.status === 'paused' ? 'resume' : one.status === 'live' ? 'pause' : 'publish');
    };
    return { says: `offer listing ${one.id} (${one.status}) again`, may: null, act };
  },
};
