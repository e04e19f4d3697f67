import { expect, test } from 'vitest';
import { codeGoesTo } from './subject-code.ts';

test('verification code: sent by SMS within Kenya, otherwise by email; a foreign number is the last choice', () => {
  expect(codeGoesTo('+254712000001', 'asha@makao.test')).toEqual({ phone: '+254712000001' });
  expect(codeGoesTo('+256712000001', 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeGoesTo(null, 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeGoesTo('+256712000001', null)).toEqual({ phone: '+256712000001' });
  expect([codeGoesTo(null, null), codeGoesTo('', '')]).toEqual([null, null]);
});
