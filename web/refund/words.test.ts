import { expect, test } from 'vitest';
import { refundNoteText, refundStateText } from './words.ts';

type Of = Parameters<typeof refundStateText>[0];
const none: Of = { status: 'approved', sending: null, unproven: false, proof: null, approvers: [] };
const sent = (of: Partial<NonNullable<Of['sending']>>): Of => ({
  ...none,
  sending: {
    status: 'sent',
    attempt: 1,
    error: null,
    said: '',
    at: '2027-03-03T09:00:00Z',
    disputed: false,
    by_hand: false,
    failable_at: null,
    ...of,
  },
});

test('refund status: is "refunded" only when confirmed, states the reason of a failure, and marks a manual refund as unconfirmed', () => {
  expect(refundStateText(none)).toMatchObject({ label: 'Approved' });
  expect(refundStateText(sent({}))).toMatchObject({ label: 'Sent' });
  expect(refundStateText(sent({ status: 'unknown', error: 'timeout' }))).toMatchObject({ label: 'Unknown' });
  const early = sent({ status: 'unknown', error: 'timeout', failable_at: '2027-03-04T07:12:00Z' });
  expect(refundNoteText(early)).toMatch(
    /“Mark refund as failed” is available from 4 March 2027, 10:12.*, or immediately if you attach the M-Pesa statement/,
  );
  const failed = sent({ status: 'failed', error: 'bad_account', said: 'No such number' });
  expect([refundStateText(failed).tone, refundNoteText(failed)]).toEqual(['bad', 'Failed: No such number']);
  expect(refundStateText(sent({ status: 'failed', disputed: true })).label).toBe('Conflicting M-Pesa results');
  const said: Of = { ...none, status: 'paid', unproven: true, proof: 'UKI00FAKE1' };
  expect([refundStateText(said).label, refundNoteText(said)]).toEqual(['Not confirmed', 'UKI00FAKE1 is not on any statement yet']);
  expect(refundStateText({ ...said, unproven: false })).toMatchObject({ label: 'Refunded', tone: 'good' });
});
