import { type LabelMap, type LabelText, labels } from '#contract/kernel/labels.ts';
import { personRoles } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { nextDateKinds } from '#contract/tenancy/next-dates.ts';
import { m } from '#words/messages.js';

export const agreementKinds: LabelMap = labels('living_agreement', ['lease', 'addendum', 'renewal']);
export const roleNames = labels('living_role', personRoles);
export const periodNames: Readonly<Record<number, LabelText>> = {
  2: m.living_period_month,
  4: m.living_period_quarter,
  5: m.living_period_half,
  6: m.living_period_year,
  3: m.living_period_once,
};
export const moveNames: LabelMap = labels('living_move', tenancyMachine.moves, { renew_late: m.living_move_renew });
export const nextNames = labels('living_next', nextDateKinds);
