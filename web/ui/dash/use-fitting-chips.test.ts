import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectFittingChips } from './use-fitting-chips.ts';

const chip = (width: number, on = false) => ({ width, on });

test('filter chips: chips that fit in one line are shown without a "more" button', () => {
  expect(selectFittingChips([chip(100), chip(100)], 120, 208)).toEqual([true, true]);
  expect(selectFittingChips([chip(100), chip(100)], 120, 207)).toEqual([false, false]);
  expect(selectFittingChips([chip(60), chip(60), chip(60), chip(60)], 60, 240)).toEqual([true, true, false, false]);
});

test('filter chips: active chips are always shown', () => {
  expect(selectFittingChips([chip(100), chip(100), chip(100, true)], 100, 250)).toEqual([false, false, true]);
});

test('filter chips: inactive chips are shown in order as long as the chips and the "more" button fit in one line', () => {
  const chips = fc.array(fc.record({ width: fc.integer({ min: 40, max: 220 }), on: fc.boolean() }), { maxLength: 14 });
  fc.assert(
    fc.property(chips, fc.integer({ min: 80, max: 160 }), fc.integer({ min: 200, max: 1600 }), (given, more, room) => {
      const shown = selectFittingChips(given, more, room);
      expect(given.filter((one, at) => one.on && !shown[at])).toEqual([]);
      const off = given.flatMap((one, at) => (one.on ? [] : [shown[at]]));
      expect(off.indexOf(true, off.includes(false) ? off.indexOf(false) : off.length)).toBe(-1);
      const all = shown.every(Boolean);
      const wide = given.reduce((sum, one, at) => (shown[at] ? sum + one.width + 8 : sum), all ? -8 : more);
      if (off.includes(true)) expect(wide).toBeLessThanOrEqual(room);
    }),
  );
});
