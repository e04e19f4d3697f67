import type { TenancyFull } from '#contract/tenancy/calls.ts';
import { m } from '#words/messages.js';

export const agreementKinds: Readonly<Record<string, () => string>> = {
  lease: m.living_agreement_lease,
  addendum: m.living_agreement_addendum,
  renewal: m.living_agreement_renewal,
};
export const roleNames: Readonly<Record<TenancyFull['people'][number]['role'], () => string>> = {
  lead: m.living_role_lead,
  co_tenant: m.living_role_co_tenant,
  occupant: m.living_role_occupant,
  guarantor: m.living_role_guarantor,
};
export const periodNames: Readonly<Record<number, () => string>> = {
  2: m.living_period_month,
  4: m.living_period_quarter,
  5: m.living_period_half,
  6: m.living_period_year,
  3: m.living_period_once,
};
export const moveNames: Readonly<Record<string, () => string>> = {
  activate: m.living_move_activate,
  withdraw: m.living_move_withdraw,
  expire: m.living_move_expire,
  renew: m.living_move_renew,
  renew_late: m.living_move_renew,
  end: m.living_move_end,
};
