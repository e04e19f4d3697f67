import { type LabelMap, type LabelText, labels } from '#contract/kernel/labels.ts';
import { tenancyPersonRoles } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { nextDateKinds } from '#contract/tenancy/next-dates.ts';
import { m } from '#words/messages.js';

export const livingAgreementLabels: LabelMap = labels('living_agreement', ['lease', 'addendum', 'renewal']);
export const livingRoleLabels = labels('living_role', tenancyPersonRoles);
export const livingRentPeriodLabels: Readonly<Record<number, LabelText>> = {
  2: m.living_period_month,
  4: m.living_period_quarter,
  5: m.living_period_half,
  6: m.living_period_year,
  3: m.living_period_once,
};
export const livingMoveLabels: LabelMap = labels('living_move', tenancyMachine.moves, { renew_late: m.living_move_renew });
export const nextDateLabels = labels('living_next', nextDateKinds);
