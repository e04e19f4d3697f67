import { expandRow } from '#contract/property/pattern.ts';

/** Names of several units of one block from the wizard's own pattern; null where it makes no sense or names more than `most`. */
export function namesOf(pattern: string, most: number): string[] | null {
  const { units, problem } = expandRow({ blocks: [], floors: null, pattern });
  return problem || units.length > most ? null : units.map(({ name }) => name);
}
