/** 2547… or 2541…, as Safaricom wants it; null for what cannot be a Kenyan mobile number. */
export function msisdnOf(text: string): string | null {
  const bare = text.replace(/[\s().+-]/g, '');
  const number = bare.replace(/^(?:254|0)?(?=[17]\d{8}$)/, '254');
  return /^254[17]\d{8}$/.test(number) ? number : null;
}

/** As Safaricom masks a payer's number: enough to know one's own, too little to ring it. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (/\*/.test(text)) return text.trim();
  return digits.length < 7 ? '*****' : `${digits.slice(0, 4)} ***** ${digits.slice(-3)}`;
}

/** The last three digits, which the mask leaves; null where there are none, as in the hash of old. */
export const tailOf = (text: string): string | null => (/^[\d\s+*]+$/.test(text) ? (/(\d{3})\s*$/.exec(text)?.[1] ?? null) : null);
