import { extractPhoneLastDigits, toMsisdn } from '#contract/daraja/phone.ts';
import { makeBlindMark, sealObject, unsealIfSealed } from '#server/kernel/seal.ts';

export type SealedPhone = { readonly phone_sealed: string | null; readonly phone_tail: string | null; readonly phone_mark: Buffer | null };
export const emptySealedPhone: SealedPhone = { phone_sealed: null, phone_tail: null, phone_mark: null };

/** A keyed hash that identifies a phone number. A plain hash of nine digits would be guessed in seconds from a stolen database. */
export const makePhoneBlindMark = (phone: string): Buffer | null => {
  const number = toMsisdn(phone);
  return number === null ? null : makeBlindMark(`phone:${number}`);
};

/** A payer's phone number as stored: encrypted, its last three digits, and an identifying hash. Of a masked number only the digits. */
export function sealPhone(phone: string | null): SealedPhone {
  if (phone === null || phone === '') return emptySealedPhone;
  const number = toMsisdn(phone);
  if (number === null) return { ...emptySealedPhone, phone_tail: extractPhoneLastDigits(phone) };
  return { phone_sealed: sealObject({ phone: number }), phone_tail: number.slice(-3), phone_mark: makePhoneBlindMark(number) };
}
/** 2547…, for sending a message there. */
export const unsealPhone = (sealed: string): string => unsealIfSealed<{ phone: string }>({ sealed }).phone;
