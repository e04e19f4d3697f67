import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { type CertificateFacts, findDueCertificateReminder, isCertificateInForce, toEarbStatus } from './certificate.ts';

const today = '2026-11-16';
const paper = (seen: boolean | null, days: number): CertificateFacts => ({ seen, expires_on: addDays(today, days) });

test.each([
  ['no certificate', [], 'none'],
  ['a certificate that is not reviewed yet', [paper(null, 300)], 'waiting'],
  ['a rejected certificate', [paper(false, 300)], 'refused'],
  ['an approved certificate with more than sixty days left', [paper(true, 61)], 'valid'],
  ['an approved certificate with sixty days left', [paper(true, 60)], 'due'],
  ['an approved certificate on its last day', [paper(true, 0)], 'due'],
  ['an approved certificate and a renewal in review', [paper(true, 10), paper(null, 375)], 'valid'],
  ['an approved certificate that expired yesterday', [paper(true, -1)], 'lapsed'],
  ['an expired certificate and a renewal in review', [paper(true, -1), paper(null, 300)], 'waiting'],
  ['an expired certificate and a rejected renewal', [paper(true, -1), paper(false, 300)], 'lapsed'],
  ['an expired certificate and an approved renewal', [paper(true, -1), paper(true, 364)], 'valid'],
] as const)('EARB registration status: %s gives the expected status', (_, papers, standing) => expect(toEarbStatus(papers, today)).toBe(standing));

test('EARB reminders: are due 60, 30 and 7 days before expiry, and after expiry', () => {
  const said = [61, 60, 31, 30, 8, 7, 0, -1, -400].map(findDueCertificateReminder);
  expect(said).toEqual([null, 60, 60, 30, 30, 7, 7, 0, 0]);
});

test('EARB registration status: is valid or due for renewal only with an approved certificate that has not expired', () => {
  const papers = fc.array(fc.record({ seen: fc.constantFrom(true, false, null), days: fc.integer({ min: -400, max: 400 }) }), { maxLength: 5 });
  fc.assert(
    fc.property(papers, (all) => {
      const sent = all.map(({ seen, days }) => paper(seen, days));
      const standing = toEarbStatus(sent, today);
      expect(standing === 'valid' || standing === 'due').toBe(sent.some((one) => isCertificateInForce(one, today)));
    }),
  );
});
