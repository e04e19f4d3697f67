/** A phone number as 2547… or 2541…, as Safaricom requires; null for text that is not a Kenyan mobile number. */
export function toMsisdn(text: string): string | null {
  const bare = text.replace(/[\s().+-]/g, '');
  const number = bare.replace(/^(?:254|0)?(?=[17]\d{8}$)/, '254');
  return /^254[17]\d{8}$/.test(number) ? number : null;
}

/** The payer's number as Safaricom masks it. A person can recognise their own number, and no reader can call it. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (/\*/.test(text)) return text.trim();
  return digits.length < 7 ? '*****' : `${digits.slice(0, 4)} ***** ${digits.slice(-3)}`;
}

/** The last three digits, which the mask leaves; null if there are none, as in hashes of older callbacks. */
export const extractPhoneLastDigits = (text: string): string | null => (/^[\d\s+*]+$/.test(text) ? (/(\d{3})\s*$/.exec(text)?.[1] ?? null) : null);
