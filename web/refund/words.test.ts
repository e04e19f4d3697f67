import { expect, test } from 'vitest';
import { refundNote, refundState } from './words.ts';

type Of = Parameters<typeof refundState>[0];
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

test('what was sent is given back only once it is known; what failed says why; what was said says that nothing shows it', () => {
  expect(refundState(none)).toMatchObject({ label: 'Approved' });
  expect(refundState(sent({}))).toMatchObject({ label: 'On its way' });
  expect(refundState(sent({ status: 'unknown', error: 'timeout' }))).toMatchObject({ label: 'Not known yet' });
  const early = sent({ status: 'unknown', error: 'timeout', failable_at: '2027-03-04T07:12:00Z' });
  expect(refundNote(early)).toMatch(/“It did not arrive” can be said from .*4 March 2027, 10:12/);
  const failed = sent({ status: 'failed', error: 'bad_account', said: 'No such number' });
  expect([refundState(failed).tone, refundNote(failed)]).toEqual(['bad', 'Failed: No such number']);
  expect(refundState(sent({ status: 'failed', disputed: true })).label).toBe('Answers disagree');
  const said: Of = { ...none, status: 'paid', unproven: true, proof: 'UKI00FAKE1' };
  expect([refundState(said).label, refundNote(said)]).toEqual(['Said, not proven', 'UKI00FAKE1 is on no statement yet']);
  expect(refundState({ ...said, unproven: false })).toMatchObject({ label: 'Given back', tone: 'good' });
});
