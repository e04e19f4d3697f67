import { expect, test } from 'vitest';
import { emailSaid, numberSaid, numberText, numberWay } from './contact-words.ts';

const phone = '+254712345678';
test('a number is said to sign in only while it does', () => {
  expect(numberText({ phone: null, phone_proved: false, phone_lapsed: false })).toMatch(/^No number yet/);
  expect(numberText({ phone, phone_proved: true, phone_lapsed: false })).toBe('You can sign in with 0712 345 678.');
  expect(numberText({ phone, phone_proved: false, phone_lapsed: false })).toMatch(/not shown to be yours/);
  const lapsed = numberText({ phone, phone_proved: true, phone_lapsed: true });
  expect(lapsed).toMatch(/180 days.*fresh code/);
  expect(lapsed).not.toContain('You can sign in');
});

test('what is added is not called changed, and an old number is told only where there is one that was proved', () => {
  const ways = [numberWay({ phone: null, phone_proved: false }), numberWay({ phone, phone_proved: false }), numberWay({ phone, phone_proved: true })];
  expect(ways).toEqual(['add', 'prove', 'change']);
  expect(numberSaid('prove', '')).toMatchObject({ title: 'Prove this number', text: expect.not.stringContaining(' old ') });
  expect(numberSaid('add', '')).toMatchObject({ title: 'Add number', text: expect.not.stringContaining(' old '), field: 'Phone number' });
  expect(numberSaid('change', '')).toMatchObject({ title: 'Change number', text: expect.stringContaining('old number') });
  expect(numberSaid('again', '0712 345 678')).toMatchObject({ title: 'Get a fresh code', text: expect.stringContaining('0712 345 678') });
  expect(emailSaid({ email: null, phone_proved: true })).toMatchObject({ title: 'Add e-mail', text: expect.not.stringContaining(' old ') });
  expect(emailSaid({ email: 'a@b.co', phone_proved: true }).text).toMatch(/old address and your number/);
  expect(emailSaid({ email: 'a@b.co', phone_proved: false })).toMatchObject({ title: 'Change e-mail', text: expect.not.stringContaining('number') });
});

test('a code is called by the way it came', () => {
  expect([numberSaid('change', '').code, emailSaid({ email: null, phone_proved: true }).code]).toEqual(['Code from the SMS', 'Code from the e-mail']);
});
