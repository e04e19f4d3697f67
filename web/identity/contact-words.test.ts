import { expect, test } from 'vitest';
import { emailFormTexts, numberFormTexts, numberText, numberWay } from './contact-words.ts';

const phone = '+254712345678';
test('phone number text: mentions sign-in only while the number can be used for sign-in', () => {
  expect(numberText({ phone: null, phone_proved: false, phone_lapsed: false })).toMatch(/^No phone number yet/);
  expect(numberText({ phone, phone_proved: true, phone_lapsed: false })).toBe('You can sign in with 0712 345 678.');
  expect(numberText({ phone, phone_proved: false, phone_lapsed: false })).toMatch(/is not verified yet/);
  const lapsed = numberText({ phone, phone_proved: true, phone_lapsed: true });
  expect(lapsed).toMatch(/180 days.*Verify it again/);
  expect(lapsed).not.toContain('You can sign in');
});

test('phone number form: a first number is added, and an old number is mentioned only if it was verified', () => {
  const ways = [numberWay({ phone: null, phone_proved: false }), numberWay({ phone, phone_proved: false }), numberWay({ phone, phone_proved: true })];
  expect(ways).toEqual(['add', 'prove', 'change']);
  expect(numberFormTexts('prove', '')).toMatchObject({ title: 'Verify this number', text: expect.not.stringContaining(' old ') });
  expect(numberFormTexts('add', '')).toMatchObject({ title: 'Add number', text: expect.not.stringContaining(' old '), field: 'Phone number' });
  expect(numberFormTexts('change', '')).toMatchObject({ title: 'Change number', text: expect.stringContaining('old number') });
  expect(numberFormTexts('again', '0712 345 678')).toMatchObject({ title: 'Get a new code', text: expect.stringContaining('0712 345 678') });
  expect(emailFormTexts({ email: null, phone_proved: true })).toMatchObject({ title: 'Add email', text: expect.not.stringContaining(' old ') });
  expect(emailFormTexts({ email: 'a@b.co', phone_proved: true }).text).toMatch(/old address and your phone number/);
  expect(emailFormTexts({ email: 'a@b.co', phone_proved: false })).toMatchObject({
    title: 'Change email',
    text: expect.not.stringContaining('number'),
  });
});

test('verification code text: names the channel of the code', () => {
  expect([numberFormTexts('change', '').code, emailFormTexts({ email: null, phone_proved: true }).code]).toEqual([
    'Code from the SMS',
    'Code from the email',
  ]);
});
