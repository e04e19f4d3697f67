import { expect, test } from 'vitest';
import { codeDestination } from './subject-code.ts';

test('verification code: is sent by SMS to a Kenyan number, otherwise by email, and to a foreign number only as a last choice', () => {
  expect(codeDestination('+254712000001', 'asha@makao.test')).toEqual({ phone: '+254712000001' });
  expect(codeDestination('+256712000001', 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeDestination(null, 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(codeDestination('+256712000001', null)).toEqual({ phone: '+256712000001' });
  expect([codeDestination(null, null), codeDestination('', '')]).toEqual([null, null]);
});
