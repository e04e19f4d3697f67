import { readOccupancy } from '#contract/unit/readers.ts';

/** Invisible characters, and those that change the direction of the text. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** "VACANT", "Empty - being painted" and "wazi" in the tenant column mean that the unit is vacant; any other text is a name. */
export function readTenantCell(text: string): { name: string } | { vacant: true } | null {
  const name = text.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  if (/^[-–—./\s]*$/.test(name) || /^(?:n\/?a|nil|none)$/i.test(name)) return null;
  const said = readOccupancy(name);
  return 'value' in said && said.value === false && !/^(?:no|n|0)$/i.test(name) ? { vacant: true } : { name };
}
