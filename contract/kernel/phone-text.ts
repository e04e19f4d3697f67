/** Characters that people write between the digits and that have no meaning. */
export const stripPhone = (text: string): string => text.replace(/[\s().-]/g, '');

/** +254712345678 as people write it: 0712 345 678. Numbers of other countries stay as they are. */
export const formatPhone = (e164: string): string => e164.replace(/^\+?254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

/** A first check without the tables of international numbering plans: 07…, 01…, 254… or an international number. */
export const isPlausiblePhone = (text: string): boolean => /^(?:(?:\+?254|0)[17]\d{8}|\+(?!254)[1-9]\d{7,14})$/.test(stripPhone(text));
