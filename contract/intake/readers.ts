import { readOccupied } from '#contract/unit/readers.ts';

/** What a sheet brings along and nobody sees, or what turns the letters around it. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** "VACANT", "Empty - being painted" and "wazi" where a tenant should stand say that nobody lives there; anything else is a name. */
export function readTenant(text: string): { name: string } | { vacant: true } | null {
  const name = text.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  if (/^[-–—./\s]*$/.test(name) || /^(?:n\/?a|nil|none)$/i.test(name)) return null;
  const said = readOccupied(name);
  return 'value' in said && said.value === false && !/^(?:no|n|0)$/i.test(name) ? { vacant: true } : { name };
}
