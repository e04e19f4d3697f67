import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { barePhone } from '#contract/kernel/phone-text.ts';
import { invalid } from '#server/http/answer.ts';
import { m } from '#words/messages.js';

/** E.164, or null when no such number can exist. Without a country it is Kenyan: 07…, 01…, 254…, +254…. */
export function toE164(text: string): string | null {
  const bare = barePhone(text);
  const number = parsePhoneNumberFromString(/^254\d{9}$/.test(bare) ? `+${bare}` : bare, 'KE');
  return number?.isValid() ? number.number : null;
}

/** For a service: the number to store, or a refusal that names the field. */
export function phoneToStore(text: string, field = 'phone'): string {
  const number = toE164(text);
  if (number === null) throw invalid({ [field]: m.people_problem_phone() });
  return number;
}
