import { m } from '#words/messages.js';
import type { Guard } from './guards.ts';
import type { ChargeKind, ChargeOften, EndKind, PersonRole } from './kinds.ts';

/** What the words of a tenancy are called, in letters, statements and on screens. */
type Names<K extends string> = Readonly<Record<K, () => string>>;
export const guardNames: Names<Guard> = {
  agreement: m.tenancy_guard_agreement,
  payment: m.tenancy_guard_payment,
  inspection: m.tenancy_guard_inspection,
  unit: m.tenancy_guard_unit,
  start: m.tenancy_guard_start,
};
/** How it comes to its end. */
export const endNames: Names<EndKind> = {
  notice: m.tenancy_kind_notice,
  mutual: m.tenancy_kind_mutual,
  order: m.tenancy_kind_order,
  abandoned: m.tenancy_kind_abandoned,
  expired: m.tenancy_kind_expired,
};
export const roleNames: Names<PersonRole> = {
  lead: m.tenancy_role_lead,
  co_tenant: m.tenancy_role_co_tenant,
  occupant: m.tenancy_role_occupant,
  guarantor: m.tenancy_role_guarantor,
};
export const oftenNames: Names<ChargeOften> = { once: m.tenancy_often_once, monthly: m.tenancy_often_monthly, yearly: m.tenancy_often_yearly };
export const chargeNames: Names<ChargeKind> = {
  service: m.tenancy_charge_service,
  water: m.tenancy_charge_water,
  power: m.tenancy_charge_power,
  garbage: m.tenancy_charge_garbage,
  security: m.tenancy_charge_security,
  parking: m.tenancy_charge_parking,
  internet: m.tenancy_charge_internet,
  discount: m.tenancy_charge_discount,
  other: m.tenancy_charge_other,
};
export const periodNames: Readonly<Record<number, () => string>> = {
  2: m.listing_period_month,
  3: m.listing_period_once,
  4: m.listing_period_quarterly,
  5: m.listing_period_half_year,
  6: m.listing_period_annually,
};
