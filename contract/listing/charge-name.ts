/** A label is written once, in whichever language; what is usual has its name in both. */
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
export function chargeName(label: string, language: 'en' | 'sw'): string {
  const typed = label.trim().toLowerCase();
  const known = usualNames.find((pair) => pair.some((name) => name.toLowerCase() === typed));
  return known ? known[language === 'en' ? 0 : 1] : label;
}

/** What is paid once and comes back, whatever else it is called. */
export const isDeposit = (label: string): boolean => /\b(deposit|amana)\b/i.test(label);
