import { expect, test } from 'vitest';
import { findCodeDestination } from './subject-code.ts';

test('verification code: is sent by SMS to a Kenyan number, otherwise by email, and to a foreign number only as a last resort', () => {
  expect(findCodeDestination('+254712000001', 'asha@makao.test')).toEqual({ phone: '+254712000001' });
  expect(findCodeDestination('+256712000001', 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(findCodeDestination(null, 'asha@makao.test')).toEqual({ email: 'asha@makao.test' });
  expect(findCodeDestination('+256712000001', null)).toEqual({ phone: '+256712000001' });
  expect([findCodeDestination(null, null), findCodeDestination('', '')]).toEqual([null, null]);
});
