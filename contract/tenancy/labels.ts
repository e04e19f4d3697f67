import { type LabelMap, type LabelText, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { moveInGuards } from './guards.ts';
import { chargeFrequencies, chargeKinds, endingWithinDays, endKinds, escalationKinds, personRoles, unitStatusesAfterEnd } from './kinds.ts';
import { tenancyMachine } from './machine.ts';
import { nextDateKinds } from './next-dates.ts';

/** Filters of a list by the number of days until the end. */
export const endingNames = labels('tenancy_ending', endingWithinDays);
export const afterEndNames = labels('tenancy_after', unitStatusesAfterEnd);
export const rentRiseNames = labels('tenancy_rises', escalationKinds);
export const moveNames: LabelMap = labels('tenancy_move', tenancyMachine.moves);
export const nextNames = labels('tenancy_next', nextDateKinds);
export const guardNames = labels('tenancy_guard', moveInGuards);
/** How the tenancy ends. */
export const endNames = labels('tenancy_kind', endKinds);
export const roleNames = labels('tenancy_role', personRoles);
export const chargeFrequencyNames = labels('tenancy_often', chargeFrequencies);
export const chargeNames = labels('tenancy_charge', chargeKinds);
export const periodNames: Readonly<Record<number, LabelText>> = {
  2: m.listing_period_month,
  3: m.listing_period_once,
  4: m.listing_period_quarterly,
  5: m.listing_period_half_year,
  6: m.listing_period_annually,
};
