import { agreementKindLabels } from '#contract/agreement/labels.ts';
import type { AgreementSummary } from '#contract/agreement/shapes.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import type { InspectionSummary } from '#contract/inspection/shapes.ts';
import { linkTo } from '#contract/screens.ts';
import { findNextDueDay } from '#contract/tenancy/due-days.ts';
import type { TenancyDetails, TenancySummary } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { endOfDay } from '#contract/time/days.ts';
import type { VisitorTour } from '#contract/tour/shapes.ts';
import { isBookingAwaitingPayment, isBookingAwaitingScreening } from '#web/booking/parts.tsx';
import { formatInspectionDeadline, formatInspectionPlace } from '#web/inspection/inspection-text.ts';
import { getLeaseHomeName } from '#web/living/lease.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** One step of a tenant: subject, place, deadline and action. */
export type TenantStep = {
  readonly key: string;
  /** The day or moment to sort by; null for a request without a date. */
  readonly on: string | null;
  readonly what: string;
  /** The large text: an amount, or the subject. */
  readonly big: string;
  readonly when: string;
  readonly verb: string;
  readonly href: string;
};

export type TenantStepFacts = {
  readonly agreements: readonly AgreementSummary[];
  readonly bookings: readonly BookingSummary[];
  readonly inspections: readonly InspectionSummary[];
  readonly tours: readonly VisitorTour[];
  readonly lived: readonly TenancySummary[];
  readonly leases: readonly TenancyDetails[];
};

/** All open steps of a tenant: due within three days by time, then requests without a date, then the rest by time. */
export const listTenantSteps = (facts: TenantStepFacts): TenantStep[] =>
  [
    ...facts.agreements.map(toSign),
    ...facts.bookings.flatMap((one) => applied(one) ?? []),
    ...facts.inspections.map(toAnswer),
    ...facts.lived.filter((one) => one.asks).map(asked),
    ...facts.tours.filter((one) => one.may.length > 0 && Date.parse(one.starts_at) > clock.ms()).map(visit),
    ...facts.leases.flatMap((one) => rent(one) ?? []),
  ].sort((a, b) => rankOf(a) - rankOf(b) || timeOf(a) - timeOf(b));

const soonMs = 72 * 3_600_000;
const rankOf = (step: TenantStep): number => (step.on === null ? 1 : timeOf(step) - clock.ms() <= soonMs ? 0 : 2);
/** A date ends at the end of its day in Nairobi. */
const timeOf = ({ on }: TenantStep): number => (on === null ? 0 : on.length === 10 ? endOfDay(on).getTime() : Date.parse(on));

const toSign = (a: AgreementSummary): TenantStep => ({
  key: `agreement ${a.id}`,
  on: a.due_at,
  what: `${a.unit}, ${a.property}`,
  big: agreementKindLabels[a.kind](),
  when: a.due_at ? m.agreements_due({ date: formatDate(a.due_at) }) : a.code,
  verb: m.dashboard_verb_sign(),
  href: linkTo('agreement.own', 'tenant', { id: a.id, code: a.code }),
});

function applied(b: BookingSummary): TenantStep | null {
  const shared = { key: `booking ${b.id}`, what: getLeaseHomeName(b), href: linkTo('booking.one', 'tenant', { id: b.id, code: b.code }) };
  // The tenant reported the payment, so the next step is the manager's check.
  if (b.stage === 'frozen' || (isBookingAwaitingPayment(b) && b.said_paid_at)) return null;
  if (isBookingAwaitingPayment(b))
    return {
      ...shared,
      on: b.pay_until,
      big: formatKes(b.due_cents),
      when: b.pay_until ? m.dashboard_step_pay({ when: formatDateTime(b.pay_until) }) : '',
      verb: m.dashboard_verb_pay(),
    };
  if (isBookingAwaitingScreening(b) && b.consent_until)
    return {
      ...shared,
      on: b.consent_until,
      big: m.dashboard_step_consent(),
      when: m.inspection_answer_until({ when: formatDateTime(b.consent_until) }),
      verb: m.dashboard_verb_answer(),
    };
  if (b.acts.includes('answer'))
    return {
      ...shared,
      on: null,
      big: m.dashboard_step_asked(),
      when: m.dashboard_step_asked_by({ who: b.company.name }),
      verb: m.dashboard_verb_answer(),
    };
  return null;
}

const toAnswer = (i: InspectionSummary): TenantStep => ({
  key: `inspection ${i.id}`,
  on: i.answer_by,
  what: formatInspectionPlace(i),
  big: inspectionKindLabels[i.kind](),
  when: formatInspectionDeadline(i),
  verb: m.dashboard_verb_answer(),
  href: linkTo('inspection.detail', 'tenant', { inspection_id: i.id }),
});

const asked = (t: TenancySummary): TenantStep => ({
  key: `asked ${t.id}`,
  on: null,
  what: getLeaseHomeName(t),
  big: m.living_asks(),
  when: '',
  verb: m.dashboard_verb_answer(),
  href: linkTo('living.home', 'tenancy', { tenancy_id: t.id, code: t.code }),
});

const visit = (t: VisitorTour): TenantStep => ({
  key: `tour ${t.id}`,
  on: t.starts_at,
  what: t.title,
  big: m.dashboard_step_tour({ when: formatDateTime(t.starts_at) }),
  when: t.place,
  verb: m.dashboard_verb_see(),
  href: linkTo('tour.mine', 'tenant'),
});

function rent(t: TenancyDetails): TenantStep | null {
  const due = findNextDueDay(t.schedule, clock.today());
  return (
    due && {
      key: `rent ${t.id}`,
      on: due.on,
      what: getLeaseHomeName(t),
      big: formatKes(due.left_cents),
      when: m.living_due_on({ date: formatDate(due.on) }),
      verb: m.dashboard_verb_see(),
      href: linkTo('living.home', 'tenancy', { tenancy_id: t.id, code: t.code }),
    }
  );
}
