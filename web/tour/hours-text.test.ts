import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatHoursRanges, hasReversedHoursRange, isWholeNumberText, parseHoursRanges } from './hours-text.ts';

test('viewing hours: reads the usual formats of time ranges', () => {
  expect(parseHoursRanges('9-12, 14:00 – 17.30')).toEqual([
    [540, 720],
    [840, 1050],
  ]);
  expect(parseHoursRanges('  ')).toEqual([]);
  for (const wrong of ['9', '12-9', '9-25', '9-12,11-13', 'nine to five', '9:70-10']) expect(parseHoursRanges(wrong), wrong).toBeNull();
});

test('viewing hours: a range that ends before it starts has a different error from unreadable text', () => {
  expect(['14:00-09:00', '9-12, 17-14', '9-12', 'nine to five', ''].map(hasReversedHoursRange)).toEqual([true, true, false, false, false]);
});

test('whole number field: accepts digits only', () => {
  expect(['30', ' 45 ', '9am to 5pm', '9.5', '', '-1'].map(isWholeNumberText)).toEqual([true, true, false, false, false, false]);
});

test('viewing hours: hours displayed in the field are parsed to the same hours', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 8 }).filter((all) => all.length % 2 === 0);
  fc.assert(
    fc.property(times, (all) => {
      const sorted = [...all].sort((a, b) => a - b);
      const ranges = Array.from({ length: sorted.length / 2 }, (_, i) => [sorted[i * 2] ?? 0, sorted[i * 2 + 1] ?? 0] as [number, number]);
      expect(parseHoursRanges(formatHoursRanges(ranges))).toEqual(ranges);
    }),
  );
});
