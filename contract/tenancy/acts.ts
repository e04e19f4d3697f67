import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import type { ObjectionState, TenancyStatus } from './kinds.ts';
import { tenancyMachine } from './machine.ts';

/** Actions on a tenancy: moves of its state machine, and changes of its terms while it is active. */
export const tenancyActions = [
  'activate',
  'waive',
  'accept_terms',
  'leave',
  'withdraw_ask',
  'agree_leaving',
  'refuse_leaving',
  'object_leaving',
  'withdraw_objection',
  'review_objection',
  'stay_on',
  'end',
  'offer_renewal',
  'withdraw_renewal',
  'accept_renewal',
  'decline_renewal',
  'record_renewal',
  'change_rent',
  'withdraw_rent',
  'change_charges',
  'change_people',
  'withdraw_people',
  'agree_people',
  'refuse_people',
  'transfer',
  'withdraw_transfer',
  'withdraw',
] as const;
export type TenancyAction = (typeof tenancyActions)[number];
type Stands = {
  readonly status: TenancyStatus;
  readonly leaving_on: string | null;
  /** The move-out day of a recorded notice is reached, or the term has ended, so the tenancy can end. */
  readonly over: boolean;
  /** A rent change was announced and has not begun. */
  readonly planned: boolean;
  readonly offered: boolean;
  /** A shorter notice was requested and is not answered yet. */
  readonly asked: boolean;
  /** A manager recorded the move-out alone, so the tenants can object to it. */
  readonly objectionable: boolean;
  readonly objection: ObjectionState | null;
  /** The move-out is by an order, so the platform can review an objection to it. */
  readonly reviewable: boolean;
  /** A change of people was requested and is not answered by all. */
  readonly peopleAsked: boolean;
  /** The payers are asked to confirm the tenancy before it begins. */
  readonly termsAsked: boolean;
  /** The tenants move to another unit on a future day (unit transfer). */
  readonly moving: boolean;
  /** No payer has an account to answer an offer: the manager records their answer. */
  readonly answersByHand: boolean;
  /** The tenancy belongs to an open booking. Cancelling the booking withdraws the tenancy. */
  readonly booked: boolean;
};

const whileLivedIn: readonly TenancyAction[] = ['offer_renewal', 'change_rent', 'change_charges', 'change_people', 'transfer'];

type Caller = { readonly manages: boolean; readonly lives: boolean; readonly asked: boolean; readonly confirms: boolean };
/**
 * `manages`: the caller may change it. `lives`: they are a payer. `asked`: they were asked to start or stop paying. `confirms`: they are asked to
 * confirm the tenancy. */
export function listTenancyActions(t: Stands, actor: MoveActor, { manages, lives, asked, confirms }: Caller): TenancyAction[] {
  const can = new Set<TenancyAction>();
  const livedIn = t.status === 'active' || t.status === 'expired';
  if (manages) {
    const moves = listAllowedMoves(tenancyMachine, t.status, actor).filter((move) => move === 'activate' || move === 'withdraw' || move === 'end');
    for (const move of moves) if (move !== 'end' || t.over) can.add(move);
    // A caller without moves cannot change terms either: platform staff only read.
    if (moves.length > 0) {
      if (livedIn && t.planned) can.add('withdraw_rent');
      if (t.status === 'pending') for (const act of ['waive', 'change_charges', 'change_people'] as const) can.add(act);
      if (livedIn) for (const act of whileLivedIn) can.add(act);
      if (livedIn) can.add(t.leaving_on === null ? 'leave' : 'stay_on');
      if (livedIn && t.moving) can.add('withdraw_transfer');
      // A planned transfer must be completed or cancelled first.
      if (t.moving) for (const act of ['transfer', 'leave'] as const) can.delete(act);
      if (livedIn && t.asked) can.add('withdraw_ask');
      if (livedIn && t.objection === 'open' && t.reviewable) can.add('review_objection');
      // People and unit cannot change either, because that could remove the tenant who objects.
      if (t.objection !== null && t.objection !== 'overruled') for (const act of ['end', 'change_people', 'transfer'] as const) can.delete(act);
      if (t.peopleAsked) can.add('withdraw_people');
      // A tenant with a leaving day gets no renewal offer; the notice is withdrawn first.
      if (t.leaving_on !== null) can.delete('offer_renewal');
      if (livedIn && t.offered) can.add('withdraw_renewal').delete('offer_renewal');
      if (livedIn && t.offered && t.answersByHand) can.add('record_renewal');
    }
  }
  if (t.termsAsked) for (const act of ['activate', 'waive', 'change_charges', 'change_people'] as const) can.delete(act);
  if (confirms && t.status === 'pending') can.add('accept_terms');
  if (lives && t.status === 'pending') can.add('withdraw');
  if (t.booked) can.delete('withdraw');
  if (lives && livedIn && t.offered) can.add('accept_renewal').add('decline_renewal');
  if (lives && livedIn && t.asked) can.add('agree_leaving').add('refuse_leaving');
  if (lives && livedIn && t.objectionable && t.objection === null) can.add('object_leaving');
  if (lives && livedIn && t.objection === 'open') can.add('withdraw_objection');
  if (lives && livedIn && t.moving) can.add('withdraw_transfer');
  if (asked && t.status !== 'terminate') can.add('agree_people').add('refuse_people');
  return tenancyActions.filter((act) => can.has(act));
}
