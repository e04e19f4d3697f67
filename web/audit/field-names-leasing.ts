import { m } from '#words/messages.js';

/** Those of leasing, from the enquiry to the keys. */
export const leasingFieldNames: Readonly<Record<string, () => string>> = {
  language: m.field_language,
  reachable_at: m.field_reachable_at,
  lost_reason: m.field_lost_reason,
  deposit_cents: m.field_deposit_cents,
  negotiable: m.field_negotiable,
  stage: m.field_stage,
  term_months: m.field_term_months,
  decide_by: m.field_decide_by,
  pay_until: m.field_pay_until,
  host_id: m.field_host_id,
  opening_hours: m.field_opening_hours,
  visit_minutes: m.field_visit_minutes,
  buffer_minutes: m.field_buffer_minutes,
  most_a_day: m.field_most_a_day,
  instant: m.field_instant,
  capacity: m.field_capacity,
  day: m.field_day,
  expires_on: m.field_expires_on,
  shared: m.field_shared,
  approved: m.field_approved,
};
