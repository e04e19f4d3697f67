import { type LabelMap, type LabelText, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { moveInGuards } from './guards.ts';
import {
  endingWithinDays,
  rentEscalationKinds,
  tenancyChargeFrequencies,
  tenancyChargeKinds,
  tenancyEndKinds,
  tenancyPersonRoles,
  unitStatusesAfterEnd,
} from './kinds.ts';
import { tenancyMachine } from './machine.ts';
import { nextDateKinds } from './next-dates.ts';

/** Filters of a list by the number of days until the end. */
export const endingWithinLabels = labels('tenancy_ending', endingWithinDays);
export const unitStatusAfterEndLabels = labels('tenancy_after', unitStatusesAfterEnd);
export const rentEscalationKindLabels = labels('tenancy_rises', rentEscalationKinds);
export const tenancyMoveLabels: LabelMap = labels('tenancy_move', tenancyMachine.moves);
export const tenancyNextDateLabels = labels('tenancy_next', nextDateKinds);
export const moveInGuardLabels = labels('tenancy_guard', moveInGuards);
/** How the tenancy ends. */
export const tenancyEndKindLabels = labels('tenancy_kind', tenancyEndKinds);
export const tenancyPersonRoleLabels = labels('tenancy_role', tenancyPersonRoles);
export const tenancyChargeFrequencyLabels = labels('tenancy_often', tenancyChargeFrequencies);
export const tenancyChargeKindLabels = labels('tenancy_charge', tenancyChargeKinds);
export const tenancyRentPeriodLabels: Readonly<Record<number, LabelText>> = {
  2: m.listing_period_month,
  3: m.listing_period_once,
  4: m.listing_period_quarterly,
  5: m.listing_period_half_year,
  6: m.listing_period_annually,
};
