import { type Label, type Labels, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { guards } from './guards.ts';
import { afterEnd, chargeKinds, chargeOften, endingIn, endKinds, escalationKinds, personRoles } from './kinds.ts';
import { tenancyMachine } from './machine.ts';
import { nextDates } from './next.ts';

/** In how many days one ends, as lists are cut. */
export const endingNames = labels('tenancy_ending', endingIn);
export const afterNames = labels('tenancy_after', afterEnd);
export const riseNames = labels('tenancy_rises', escalationKinds);
export const moveNames: Labels = labels('tenancy_move', tenancyMachine.moves);
export const nextNames = labels('tenancy_next', nextDates);
export const guardNames = labels('tenancy_guard', guards);
/** How it comes to its end. */
export const endNames = labels('tenancy_kind', endKinds);
export const roleNames = labels('tenancy_role', personRoles);
export const oftenNames = labels('tenancy_often', chargeOften);
export const chargeNames = labels('tenancy_charge', chargeKinds);
export const periodNames: Readonly<Record<number, Label>> = {
  2: m.listing_period_month,
  3: m.listing_period_once,
  4: m.listing_period_quarterly,
  5: m.listing_period_half_year,
  6: m.listing_period_annually,
};
