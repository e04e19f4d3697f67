import { discountTypes, paymentFrequencies, unitStatuses } from '#contract/catalogue/kinds.ts';
import { accumulationPeriodLabels, commissionBasisLabels, commissionBeneficiaryLabels } from '#contract/commission/labels.ts';
import { getStatusLabel } from '#web/ui/status-table.ts';
import { m } from '#words/messages.js';

type Names = Readonly<Record<string, () => string>>;

/** Every state of a record. Two modules that use the same state name mean the same by it. */
const states: Names = {
  accepted: () => getStatusLabel('invitation', 2),
  active: m.people_active,
  applied: m.lead_status_applied,
  archived: m.listing_status_archived,
  assigned: () => getStatusLabel('request', 2),
  awaiting_payment: m.featured_status_awaiting_payment,
  canceled: m.promotion_status_canceled,
  closed: m.listing_status_closed,
  contacted: m.lead_status_contacted,
  draft: m.listing_status_draft,
  ended: m.promotion_status_ended,
  expired: m.property_status_expired,
  hidden: m.taxonomy_hidden,
  hired: m.careers_application_hired,
  live: m.listing_status_live,
  lost: m.lead_status_lost,
  new: m.lead_status_new,
  open: m.careers_status_open,
  paused: m.listing_status_paused,
  pending: m.people_status_pending,
  pending_verification: m.property_status_pending,
  published: m.policy_status_published,
  rejected: m.people_status_rejected,
  requested: m.featured_status_requested,
  retired: m.policy_status_retired,
  review: m.listing_status_review,
  revoked: () => getStatusLabel('invitation', 3),
  running: m.promotion_status_running,
  scheduled: m.promotion_status_scheduled,
  shortlisted: m.careers_application_shortlisted,
  suspended: m.people_status_suspended,
  terminate: () => getStatusLabel('tenancy', 4),
  touring: m.lead_status_touring,
  verified: m.people_status_verified,
  won: m.lead_status_won,
  ...Object.fromEntries(Object.entries(unitStatuses).map(([name, no]) => [name, () => getStatusLabel('unit', no)])),
};

const numbered = <K extends string>(numbers: Readonly<Record<K, number>>, names: Readonly<Record<K, () => string>>): Names =>
  Object.fromEntries(Object.entries<number>(numbers).map(([name, no]) => [String(no), names[name as K]]));

/** Display names of values that the log stores as codes. */
export const auditValueNames: Readonly<Record<string, Names>> = {
  status: states,
  status_before: states,
  verified_status: states,
  stage: {
    normal: m.tenancy_stage_normal,
    renewal: m.tenancy_stage_renewal,
    ending: m.tenancy_stage_ending,
    closing: m.tenancy_stage_closing,
    holdover: m.tenancy_stage_holdover,
  },
  term_type: { fixed: m.tenancy_term_fixed, periodic: m.tenancy_term_periodic },
  holdover: { roll: m.tenancy_holdover_roll, stop: m.tenancy_holdover_stop },
  went_without: { agreement: m.tenancy_guard_agreement, payment: m.tenancy_guard_payment, inspection: m.tenancy_guard_inspection },
  listing_type: { 0: m.listing_type_rent, 1: m.listing_type_lease, 2: m.listing_type_buy },
  price_period: numbered(paymentFrequencies, {
    month: m.listing_charge_monthly,
    once: m.listing_charge_once,
    quarterly: m.listing_period_quarterly,
    half_year: m.listing_period_half_year,
    annually: m.listing_period_annually,
  }),
  discount_type: numbered(discountTypes, {
    percentage: m.promotion_kind_percentage,
    fixed: m.promotion_kind_fixed,
    no_discount: m.promotion_kind_no_discount,
  }),
  furnished: { unfurnished: m.unit_unfurnished, semi: m.unit_semi_furnished, furnished: m.unit_furnished_fully },
  closed_as: { let: m.listing_closed_let, sold: m.listing_closed_sold, withdrawn: m.listing_closed_withdrawn },
  scope: { letting_only: m.access_scope_letting, full_management: m.access_scope_full, sale: m.access_scope_sale },
  placement: {
    home: m.featured_placement_home,
    search: m.featured_placement_search,
    map: m.featured_placement_map,
    agent: m.featured_placement_agent,
  },
  applies_to: { rent: m.promotion_applies_rent, deposit: m.promotion_applies_deposit, agent_fee: m.promotion_applies_agent_fee },
  tax_profile: { residential: m.property_tax_residential, commercial: m.property_tax_commercial },
  locale: { en: m.shell_language_english, sw: m.shell_language_kiswahili },
  often: { instant: m.finding_often_instant, daily: m.finding_often_daily, weekly: m.finding_often_weekly, off: m.finding_often_off },
  match: {
    unmatched: m.payments_match_unmatched,
    suggested: m.payments_match_suggested,
    matched: m.payments_match_matched,
    returned: m.payments_match_returned,
  },
  basis: commissionBasisLabels,
  beneficiary: commissionBeneficiaryLabels,
  per: accumulationPeriodLabels,
  digest: { off: m.notification_digest_off, daily: m.notification_digest_daily, weekly: m.notification_digest_weekly },
};
