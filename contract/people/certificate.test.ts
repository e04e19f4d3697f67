import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { type CertificateFacts, certificateInForce, earbStanding, reminderAt } from './certificate.ts';

const today = '2026-11-16';
const paper = (seen: boolean | null, days: number): CertificateFacts => ({ seen, expires_on: addDays(today, days) });

test.each([
  ['nothing sent', [], 'none'],
  ['one sent and not looked at', [paper(null, 300)], 'waiting'],
  ['one turned down', [paper(false, 300)], 'refused'],
  ['one seen, months left', [paper(true, 61)], 'valid'],
  ['one seen, sixty days left', [paper(true, 60)], 'due'],
  ['its last day', [paper(true, 0)], 'due'],
  ['the next one already sent', [paper(true, 10), paper(null, 375)], 'valid'],
  ['the day after its last', [paper(true, -1)], 'lapsed'],
  ['lapsed, the next one sent', [paper(true, -1), paper(null, 300)], 'waiting'],
  ['lapsed, the next one turned down', [paper(true, -1), paper(false, 300)], 'lapsed'],
  ['renewed', [paper(true, -1), paper(true, 364)], 'valid'],
] as const)('EARB standing: %s', (_, papers, standing) => expect(earbStanding(papers, today)).toBe(standing));

test('EARB reminders: are due at 60, 30 and 7 days, and after expiry', () => {
  const said = [61, 60, 31, 30, 8, 7, 0, -1, -400].map(reminderAt);
  expect(said).toEqual([null, 60, 60, 30, 30, 7, 7, 0, 0]);
});

test('EARB standing: is valid or due only with an approved certificate that has not expired', () => {
  const papers = fc.array(fc.record({ seen: fc.constantFrom(true, false, null), days: fc.integer({ min: -400, max: 400 }) }), { maxLength: 5 });
  fc.assert(
    fc.property(papers, (all) => {
      const sent = all.map(({ seen, days }) => paper(seen, days));
      const standing = earbStanding(sent, today);
      expect(standing === 'valid' || standing === 'due').toBe(sent.some((one) => certificateInForce(one, today)));
    }),
  );
});
