import { expandUnitPatternRow } from '#contract/property/unit-pattern.ts';

/** Unit names of one block from the wizard's own pattern; null if the pattern is invalid or makes more than `most` names. */
export function expandUnitNames(pattern: string, most: number): string[] | null {
  const { units, problem } = expandUnitPatternRow({ blocks: [], floors: null, pattern });
  return problem || units.length > most ? null : units.map(({ name }) => name);
}
