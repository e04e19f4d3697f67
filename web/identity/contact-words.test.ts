import { expect, test } from 'vitest';
import { emailFormTexts, phoneNumberFormTexts, phoneNumberStatusText, phoneNumberWay } from './contact-words.ts';

const phone = '+254712345678';
test('phone number text: mentions sign-in only while the number can be used for sign-in', () => {
  expect(phoneNumberStatusText({ phone: null, phone_proved: false, phone_lapsed: false })).toMatch(/^No phone number yet/);
  expect(phoneNumberStatusText({ phone, phone_proved: true, phone_lapsed: false })).toBe('You can sign in with 0712 345 678.');
  expect(phoneNumberStatusText({ phone, phone_proved: false, phone_lapsed: false })).toMatch(/is not verified yet/);
  const lapsed = phoneNumberStatusText({ phone, phone_proved: true, phone_lapsed: true });
  expect(lapsed).toMatch(/180 days.*Verify it again/);
  expect(lapsed).not.toContain('You can sign in');
});

test('phone number form: a first number is added, and an old number is mentioned only if it was verified', () => {
  const ways = [
    phoneNumberWay({ phone: null, phone_proved: false }),
    phoneNumberWay({ phone, phone_proved: false }),
    phoneNumberWay({ phone, phone_proved: true }),
  ];
  expect(ways).toEqual(['add', 'prove', 'change']);
  expect(phoneNumberFormTexts('prove', '')).toMatchObject({ title: 'Verify this number', text: expect.not.stringContaining(' old ') });
  expect(phoneNumberFormTexts('add', '')).toMatchObject({ title: 'Add number', text: expect.not.stringContaining(' old '), field: 'Phone number' });
  expect(phoneNumberFormTexts('change', '')).toMatchObject({ title: 'Change number', text: expect.stringContaining('old number') });
  expect(phoneNumberFormTexts('again', '0712 345 678')).toMatchObject({ title: 'Get a new code', text: expect.stringContaining('0712 345 678') });
  expect(emailFormTexts({ email: null, phone_proved: true })).toMatchObject({ title: 'Add email', text: expect.not.stringContaining(' old ') });
  expect(emailFormTexts({ email: 'a@b.co', phone_proved: true }).text).toMatch(/old address and your phone number/);
  expect(emailFormTexts({ email: 'a@b.co', phone_proved: false })).toMatchObject({
    title: 'Change email',
    text: expect.not.stringContaining('number'),
  });
});

test('verification code text: names the channel of the code', () => {
  expect([phoneNumberFormTexts('change', '').code, emailFormTexts({ email: null, phone_proved: true }).code]).toEqual([
    'Code from the SMS',
    'Code from the email',
  ]);
});
