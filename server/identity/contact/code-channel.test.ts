import { expect, test } from 'vitest';
import { codeGoesTo } from './subject-code.ts';

test('verification code: is sent by SMS to a Kenyan number, otherwise by email, and to a foreign number only as a last choice', () => {
  expect(codeGoesTo('+254712000001', 'asha@makao.test')).toEqual({ phone: '+254712000001' });
  expect(codeGoesTo('+256712000001', 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeGoesTo(null, 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeGoesTo('+256712000001', null)).toEqual({ phone: '+256712000001' });
  expect([codeGoesTo(null, null), codeGoesTo('', '')]).toEqual([null, null]);
});
