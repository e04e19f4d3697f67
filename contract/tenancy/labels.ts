import { type LabelMap, type LabelText, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { moveInGuards } from './guards.ts';
import {
  endingWithinDays,
  escalationKinds,
  tenancyChargeFrequencies,
  tenancyChargeKinds,
  tenancyEndKinds,
  tenancyPersonRoles,
  unitStatusesAfterEnd,
} from './kinds.ts';
import { tenancyMachine } from './machine.ts';
import { nextDateKinds } from './next-dates.ts';

/** Filters of a list by the number of days until the end. */
export const endingWithinNames = labels('tenancy_ending', endingWithinDays);
export const unitStatusAfterEndNames = labels('tenancy_after', unitStatusesAfterEnd);
export const rentRiseNames = labels('tenancy_rises', escalationKinds);
export const tenancyMoveNames: LabelMap = labels('tenancy_move', tenancyMachine.moves);
export const tenancyNextDateNames = labels('tenancy_next', nextDateKinds);
export const moveInGuardNames = labels('tenancy_guard', moveInGuards);
/** How the tenancy ends. */
export const tenancyEndNames = labels('tenancy_kind', tenancyEndKinds);
export const tenancyRoleNames = labels('tenancy_role', tenancyPersonRoles);
export const chargeFrequencyNames = labels('tenancy_often', tenancyChargeFrequencies);
export const tenancyChargeNames = labels('tenancy_charge', tenancyChargeKinds);
export const tenancyRentPeriodNames: Readonly<Record<number, LabelText>> = {
  2: m.listing_period_month,
  3: m.listing_period_once,
  4: m.listing_period_quarterly,
  5: m.listing_period_half_year,
  6: m.listing_period_annually,
};
