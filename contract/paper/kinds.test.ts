import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { findDueExpiryWarning, getTenancyDocumentState, isDocumentUploadRequired } from './kinds.ts';

const today = '2026-11-16';
const file = { has_file: true, review: 'ok' as const, expires_on: null };

test('document state: missing without a file, required again after rejection or expiry, valid on its last day', () => {
  expect(getTenancyDocumentState({ ...file, has_file: false }, today)).toBe('missing');
  expect(getTenancyDocumentState({ ...file, review: 'rejected', expires_on: '2026-01-01' }, today)).toBe('rejected');
  expect(getTenancyDocumentState({ ...file, expires_on: '2026-11-15' }, today)).toBe('expired');
  expect(getTenancyDocumentState({ ...file, expires_on: today }, today)).toBe('expiring');
  expect(getTenancyDocumentState({ ...file, expires_on: '2026-12-17' }, today)).toBe('ok');
  expect(getTenancyDocumentState({ ...file, review: 'open' }, today)).toBe('open');
  expect((['missing', 'rejected', 'expired', 'expiring', 'open', 'ok'] as const).filter(isDocumentUploadRequired)).toEqual([
    'missing',
    'rejected',
    'expired',
  ]);
});

test('document expiry: warnings are sent in order, 30 days, 7 days and after expiry', () => {
  expect([31, 30, 8, 7, 0, -1].map(findDueExpiryWarning)).toEqual([null, 30, 30, 7, 7, 0]);
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 60 }), (left, later) => {
      const [first, then] = [findDueExpiryWarning(left), findDueExpiryWarning(left - later)];
      expect((then ?? 99) <= (first ?? 99)).toBe(true);
      const standing = getTenancyDocumentState({ ...file, expires_on: addDays(today, left) }, today);
      expect(first === null).toBe(standing === 'ok');
    }),
  );
});
