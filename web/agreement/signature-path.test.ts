import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signatureBoxSize } from '#contract/agreement/kinds.ts';
import { isValidSignature } from '#contract/agreement/sign-calls.ts';
import { makeSignaturePath } from './signature-path.ts';

test('drawn signature: strokes and dots become lines within the box', () => {
  const drawn = makeSignaturePath(
    [
      [
        { x: 0, y: 0 },
        { x: 150, y: 50 },
      ],
      [{ x: 300, y: 100 }],
    ],
    { width: 300, height: 100 },
  );
  expect(drawn).toBe('M0 0 L300 100 M600 200 L600 200');
});

test('drawn signature: input beyond the edge of the box is accepted and clipped to the box', () => {
  const point = fc.record({ x: fc.double({ min: -500, max: 900, noNaN: true }), y: fc.double({ min: -500, max: 900, noNaN: true }) });
  const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(strokes, fc.integer({ min: 1, max: 900 }), (drawn, width) => {
      const path = makeSignaturePath(drawn, { width, height: width / 3 });
      expect(isValidSignature('drawn', path)).toBe(true);
      const numbers = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)];
      expect(numbers.every(([, x, y]) => Number(x) <= signatureBoxSize.width && Number(y) <= signatureBoxSize.height)).toBe(true);
    }),
  );
});
