import type { MatchTarget } from './facts.ts';
import { keepResults, normaliseAccountNumber } from './normalise.ts';

/** The names and codes of a target in the form in which texts are compared: capital letters and digits. */
export type TargetNames = {
  readonly codes: readonly string[];
  /** The codes with and without the three-letter prefix of Makao codes. */
  readonly codesAndBodies: readonly string[];
  readonly unit: string;
  readonly property: string;
  /** The first word of the property's name. */
  readonly firstWord: string;
  /** Unit and property as one word, in both orders; empty if one of them has no name. */
  readonly unitWithProperty: readonly string[];
  /** The different words of the name of each person. Short words such as initials do not count. */
  readonly nameWords: readonly (readonly string[])[];
};
const listNameWords = keepResults((name) => [...new Set(name.toUpperCase().match(/[A-Z]{3,}/g) ?? [])]);

const kept = new WeakMap<MatchTarget, TargetNames>();
/** Every line of a statement is compared with the same targets, so their names are prepared once. */
export function readTargetNames(one: MatchTarget): TargetNames {
  const known = kept.get(one);
  if (known) return known;
  const codes = one.accounts.map(normaliseAccountNumber);
  const [unit, property] = [normaliseAccountNumber(one.unit), normaliseAccountNumber(one.property)];
  const names: TargetNames = {
    codes,
    codesAndBodies: codes.flatMap((code) => [code, code.slice(3)]),
    unit,
    property,
    firstWord: /[A-Z]+/.exec(one.property.toUpperCase())?.[0] ?? '',
    unitWithProperty: unit !== '' && property !== '' ? [unit + property, property + unit] : [],
    nameWords: one.people.map(({ name }) => listNameWords(name)),
  };
  kept.set(one, names);
  return names;
}
