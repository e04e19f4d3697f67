import { expect, test } from 'vitest';
import { formatRefundNote, getRefundStateLabel } from './words.ts';

type Of = Parameters<typeof getRefundStateLabel>[0];
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

test('refund status: is "Refunded" only when confirmed, shows a failure\'s reason, and marks a refund not found on any statement as unconfirmed', () => {
  expect(getRefundStateLabel(none)).toMatchObject({ label: 'Approved' });
  expect(getRefundStateLabel(sent({}))).toMatchObject({ label: 'Sent' });
  expect(getRefundStateLabel(sent({ status: 'unknown', error: 'timeout' }))).toMatchObject({ label: 'Unknown' });
  const early = sent({ status: 'unknown', error: 'timeout', failable_at: '2027-03-04T07:12:00Z' });
  expect(formatRefundNote(early)).toMatch(
    /“Mark refund as failed” is available from 4 March 2027, 10:12.*, or immediately if you attach the M-Pesa statement/,
  );
  const failed = sent({ status: 'failed', error: 'bad_account', said: 'No such number' });
  expect([getRefundStateLabel(failed).tone, formatRefundNote(failed)]).toEqual(['bad', 'Failed: No such number']);
  expect(getRefundStateLabel(sent({ status: 'failed', disputed: true })).label).toBe('Conflicting M-Pesa results');
  const said: Of = { ...none, status: 'paid', unproven: true, proof: 'UKI00FAKE1' };
  expect([getRefundStateLabel(said).label, formatRefundNote(said)]).toEqual(['Not confirmed', 'UKI00FAKE1 is not on any statement yet']);
  expect(getRefundStateLabel({ ...said, unproven: false })).toMatchObject({ label: 'Refunded', tone: 'good' });
});
