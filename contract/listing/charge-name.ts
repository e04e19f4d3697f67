/** A label is entered once, in either language; usual labels have a name in both. */
const usualNames: readonly (readonly [en: string, sw: string])[] = [
  ['Service charge', 'Ada ya huduma'],
  ['Promotion', 'Promosheni'],
  ['Discount', 'Punguzo'],
  ['Agreement fee', 'Ada ya mkataba'],
  ['Legal fee', 'Ada ya wakili'],
  ['Water', 'Maji'],
  ['Water deposit', 'Amana ya maji'],
  ['Power', 'Umeme'],
  ['Electricity', 'Umeme'],
  ['Electricity deposit', 'Amana ya umeme'],
  ['Garbage', 'Taka'],
  ['Security', 'Ulinzi'],
  ['Garbage and security', 'Taka na ulinzi'],
  ['Parking', 'Maegesho'],
  ['Internet', 'Intaneti'],
];
/** Text after a comma, such as a meter number, is not translated. */
export function translateListingChargeName(label: string, language: 'en' | 'sw'): string {
  const [, name = '', rest = ''] = /^([^,]*)(,.*)?$/s.exec(label.trim()) ?? [];
  const typed = name.trim().toLowerCase();
  const known = usualNames.find((pair) => pair.some((usual) => usual.toLowerCase() === typed));
  return known ? `${known[language === 'en' ? 0 : 1]}${rest}` : label;
}

/** A refundable one-off payment, by its label. */
export const isDepositCharge = (label: string): boolean => /\b(deposit|amana)\b/i.test(label);
