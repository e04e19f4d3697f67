import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { stripPhone } from '#contract/kernel/phone-text.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { m } from '#words/messages.js';

/** Converts to E.164, or returns null for an impossible number. A number without a country code is Kenyan: 07…, 01…, 254…, +254…. */
export function toE164(text: string): string | null {
  const bare = stripPhone(text);
  const number = parsePhoneNumberFromString(/^254\d{9}$/.test(bare) ? `+${bare}` : bare, 'KE');
  return number?.isValid() ? number.number : null;
}

/** Converts a number for storage, or refuses with an error at the field. */
export function normalizePhoneForStorage(text: string, field = 'phone'): string {
  const number = toE164(text);
  if (number === null) throw invalidInputRefusal({ [field]: m.people_problem_phone() });
  return number;
}
