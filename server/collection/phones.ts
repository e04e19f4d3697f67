import { msisdnOf, tailOf } from '#contract/daraja/phone.ts';
import { markOf, opened, seal } from '#server/kernel/seal.ts';

export type HiddenPhone = { readonly phone_sealed: string | null; readonly phone_tail: string | null; readonly phone_mark: Buffer | null };
export const noPhone: HiddenPhone = { phone_sealed: null, phone_tail: null, phone_mark: null };

/** Tells one number from another, and is of no use to who copies the database: a bare hash of nine digits is guessed in seconds. */
export const phoneMark = (phone: string): Buffer | null => {
  const number = msisdnOf(phone);
  return number === null ? null : markOf(`phone:${number}`);
};

/** As a payer's number is kept: encrypted, its last three digits, and a mark. Of a masked one the digits alone. */
export function hide(phone: string | null): HiddenPhone {
  if (phone === null || phone === '') return noPhone;
  const number = msisdnOf(phone);
  if (number === null) return { ...noPhone, phone_tail: tailOf(phone) };
  return { phone_sealed: seal({ phone: number }), phone_tail: number.slice(-3), phone_mark: phoneMark(number) };
}
/** 2547…, for who sends something there. */
export const reveal = (sealed: string): string => opened<{ phone: string }>({ sealed }).phone;
