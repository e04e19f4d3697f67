import { expect, test } from 'vitest';
import { codeGoesTo } from './subject-code.ts';

test('a code is texted within Kenya and mailed to everybody else; a number abroad is the last way', () => {
  expect(codeGoesTo('+254712000001', 'asha@makao.test')).toEqual({ phone: '+254712000001' });
  expect(codeGoesTo('+256712000001', 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeGoesTo(null, 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeGoesTo('+256712000001', null)).toEqual({ phone: '+256712000001' });
  expect([codeGoesTo(null, null), codeGoesTo('', '')]).toEqual([null, null]);
});
