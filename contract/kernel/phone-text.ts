/** What people put between the digits says nothing. */
export const barePhone = (text: string): string => text.replace(/[\s().-]/g, '');

/** A first look, without the tables of the world's numbering plans: 07…, 01…, 254… or an international number. */
export const looksLikePhone = (text: string): boolean => /^(?:(?:\+?254|0)[17]\d{8}|\+(?!254)[1-9]\d{7,14})$/.test(barePhone(text));
