import { describe, expect, test } from 'vitest';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';
import { findCurrentBookingStep, findNextBookingStep, getBookingStepNames } from './next-step.ts';

const { booking_status: status } = apiEnumerations;
const booking = (change: Partial<BookingSummary>) =>
  ({
    status: status.await_screening,
    stage: 'screening',
    frozen_for: null,
    company: { id: 1, code: 'CMP-1', name: 'Acacia' },
    starts_on: '2026-12-01',
    due_cents: 9_000_000,
    received_cents: 0,
    decide_by: '2026-11-20T17:00:00Z',
    updated_at: '2026-11-17T09:00:00Z',
    pay_until: null,
    said_paid_at: null,
    consent_until: null,
    waitlist_until: null,
    lease_signed: false,
    unsent: false,
    ...change,
  }) as BookingSummary;

describe('booking tracker: next step', () => {
  test('is the step after the lease once all parties have signed', () => {
    const paid = booking({ status: status.confirmed });
    expect([findCurrentBookingStep(paid), findNextBookingStep(paid)]).toEqual([3, 'Your payment is recorded. Next, you sign the lease.']);
    const signed = booking({ status: status.confirmed, lease_signed: true });
    expect([findCurrentBookingStep(signed), findNextBookingStep(signed)]).toEqual([
      4,
      'All parties have signed the lease. You get the keys on 1 December 2026.',
    ]);
    expect(getBookingStepNames(signed).slice(3)).toEqual(['The lease is signed', 'You get the keys on 1 December 2026']);
  });
  test('states the amount received and the balance due', () => {
    const pays = booking({ status: status.await_payment, pay_until: '2026-11-20T17:00:00Z' });
    expect(findNextBookingStep(pays)).toMatch(/Pay KES\s90,000 to Acacia/);
    expect(findNextBookingStep({ ...pays, received_cents: 2_500_000 })).toMatch(/KES\s25,000 received. Pay the balance of KES\s65,000 to Acacia/);
  });
  test('states the stage of the application and does not request documents that are already uploaded', () => {
    expect(findNextBookingStep(booking({ stage: 'info_requested', unsent: true }))).toContain(
      'Send your application form so that Acacia can decide.',
    );
    expect(findNextBookingStep(booking({ stage: 'info_requested' }))).toContain('Acacia needs more information from you');
    expect(findNextBookingStep(booking({ stage: 'shortlisted' }))).toContain('proof of identity');
    expect(findNextBookingStep(booking({ stage: 'shortlisted' }), true)).not.toContain('proof');
  });
});
