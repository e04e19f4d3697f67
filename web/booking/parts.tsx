import type { BookingBill } from '#contract/booking/bill.ts';
import { calculateFirstMonthsWithCharges } from '#contract/booking/first-months.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';
import { toCostLineRows } from '#web/listing/cost.tsx';
import { formatPromotionBill } from '#web/portal/offer/cost-view.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { bookingStageNames } from './labels.ts';

const { booking_status: status } = apiEnumerations;
type BookingStatusSummary = Pick<BookingSummary, 'status' | 'stage' | 'unsent'>;
export const isBookingAwaitingScreening = ({ status: now }: Pick<BookingSummary, 'status'>): boolean => now === status.await_screening;
export const isBookingAwaitingPayment = ({ status: now }: Pick<BookingSummary, 'status'>): boolean => now === status.await_payment;
export const isBookingConfirmed = ({ status: now }: Pick<BookingSummary, 'status'>): boolean => now === status.confirmed;
export const isBookingOpen = (b: Pick<BookingSummary, 'status'>): boolean =>
  isBookingAwaitingScreening(b) || isBookingAwaitingPayment(b) || isBookingConfirmed(b);

/** The stage in one word; during screening the step is more exact than the state. */
export const BookingStageBadge = ({ of }: { of: BookingStatusSummary }) => {
  const { label, tone } = bookingStageNames[of.stage];
  const step = (isBookingAwaitingScreening(of) && of.stage !== 'screening') || (isBookingAwaitingPayment(of) && of.stage === 'frozen');
  return step ? <ToneBadge tone={tone}>{of.unsent ? m.booking_stage_unsent() : label()}</ToneBadge> : <StatusBadge set="booking" value={of.status} />;
};

/** The running deadline as a sentence; empty if there is none. */
export function formatBookingDeadline(b: Pick<BookingSummary, 'decide_by' | 'pay_until' | 'waitlist_until'>): string {
  if (b.decide_by) return m.booking_due_decide({ when: formatDateTime(b.decide_by) });
  if (b.pay_until) return m.booking_due_pay({ when: formatDateTime(b.pay_until) });
  return b.waitlist_until ? m.booking_due_waitlist({ when: formatDateTime(b.waitlist_until) }) : '';
}
export const getBookingHomeName = (b: Pick<BookingSummary, 'unit' | 'property'>): string => `${b.unit.name}, ${b.property.name}`;
export const getApplicantName = (b: Pick<BookingSummary, 'applicant'>): string => b.applicant?.name ?? m.booking_erased();

type Line = Parameters<typeof toCostLineRows>[0][number];
/** The move-in cost, the later monthly cost, and the promised benefits, in the words of the home's own page. */
export const BookingAmountDue = ({ bill }: { bill: BookingBill }) => {
  const promotion = formatPromotionBill(calculateFirstMonthsWithCharges(bill));
  return (
    <>
      <MoneyLines items={toCostLineRows(bill.due as Line[], m.listing_cost_rent())} total={{ label: m.booking_due_total(), cents: bill.due_cents }} />
      {bill.month_cents > 0 && <MoneyLines items={[]} total={{ label: m.booking_column_month(), cents: bill.month_cents }} />}
      {[promotion, ...(bill.perks ?? [])].filter(Boolean).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
};
