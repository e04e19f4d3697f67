import { expect, test } from 'vitest';
import { refundNote, refundState } from './refund-words.ts';

const none = { status: 'approved', sending: null, unproven: false, proof: null, approvers: [] } as const;
const sending = { attempt: 1, error: null, said: '', at: '2027-03-03T09:00:00Z', disputed: false, by_hand: false } as const;

test('what was sent is given back only once it is known; what failed says why; what was said says that nothing shows it', () => {
  expect(refundState(none)).toMatchObject({ label: 'Approved' });
  expect(refundState({ ...none, sending: { ...sending, status: 'sent' } })).toMatchObject({ label: 'On its way' });
  expect(refundState({ ...none, sending: { ...sending, status: 'unknown', error: 'timeout' } })).toMatchObject({ label: 'Not known yet' });
  const failed = { ...none, sending: { ...sending, status: 'failed', error: 'bad_account', said: 'No such number' } } as const;
  expect([refundState(failed).tone, refundNote(failed)]).toEqual(['bad', 'Failed: No such number']);
  expect(refundState({ ...failed, sending: { ...failed.sending, disputed: true } }).label).toBe('Answers disagree');
  const said = { ...none, status: 'paid', unproven: true, proof: 'UKI00FAKE1' } as const;
  expect([refundState(said).label, refundNote(said)]).toEqual(['Said, not proven', 'UKI00FAKE1 is on no statement yet']);
  expect(refundState({ ...said, unproven: false })).toMatchObject({ label: 'Given back', tone: 'good' });
});
