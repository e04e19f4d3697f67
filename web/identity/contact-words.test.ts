import { expect, test } from 'vitest';
import { formatPhoneNumberStatus, getEmailFormTexts, getPhoneNumberChangeKind, getPhoneNumberFormTexts } from './contact-words.ts';

const phone = '+254712345678';
test('phone number text: mentions sign-in only if the number can be used for sign-in', () => {
  expect(formatPhoneNumberStatus({ phone: null, phone_proved: false, phone_lapsed: false })).toMatch(/^No phone number yet/);
  expect(formatPhoneNumberStatus({ phone, phone_proved: true, phone_lapsed: false })).toBe('You can sign in with 0712 345 678.');
  expect(formatPhoneNumberStatus({ phone, phone_proved: false, phone_lapsed: false })).toMatch(/is not verified yet/);
  const lapsed = formatPhoneNumberStatus({ phone, phone_proved: true, phone_lapsed: true });
  expect(lapsed).toMatch(/180 days.*Verify it again/);
  expect(lapsed).not.toContain('You can sign in');
});

test('phone number form: offers to add a first number, and mentions an old number only if the old number was verified', () => {
  const ways = [
    getPhoneNumberChangeKind({ phone: null, phone_proved: false }),
    getPhoneNumberChangeKind({ phone, phone_proved: false }),
    getPhoneNumberChangeKind({ phone, phone_proved: true }),
  ];
  expect(ways).toEqual(['add', 'prove', 'change']);
  expect(getPhoneNumberFormTexts('prove', '')).toMatchObject({ title: 'Verify this number', text: expect.not.stringContaining(' old ') });
  expect(getPhoneNumberFormTexts('add', '')).toMatchObject({
    title: 'Add number',
    text: expect.not.stringContaining(' old '),
    field: 'Phone number',
  });
  expect(getPhoneNumberFormTexts('change', '')).toMatchObject({ title: 'Change number', text: expect.stringContaining('old number') });
  expect(getPhoneNumberFormTexts('again', '0712 345 678')).toMatchObject({ title: 'Get a new code', text: expect.stringContaining('0712 345 678') });
  expect(getEmailFormTexts({ email: null, phone_proved: true })).toMatchObject({ title: 'Add email', text: expect.not.stringContaining(' old ') });
  expect(getEmailFormTexts({ email: 'a@b.co', phone_proved: true }).text).toMatch(/old address and your phone number/);
  expect(getEmailFormTexts({ email: 'a@b.co', phone_proved: false })).toMatchObject({
    title: 'Change email',
    text: expect.not.stringContaining('number'),
  });
});

test('verification code text: names the channel by which the code is sent', () => {
  expect([getPhoneNumberFormTexts('change', '').code, getEmailFormTexts({ email: null, phone_proved: true }).code]).toEqual([
    'Code from the SMS',
    'Code from the email',
  ]);
});
