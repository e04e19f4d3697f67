import { maxUnitsPerWizardRun } from './limits.ts';

/**
 * Expands blocks × floors × units from a pattern: `A{1..10}` is A1 to A10, `{block}{floor}{01..04}` is A101 to A104 on the first floor of block A.
 * Pure, so the wizard shows the exact names the server creates.
 */
export type UnitPatternRow = {
  /** One copy per block; empty for a property without blocks. */
  readonly blocks: readonly string[];
  /** One copy per floor, both ends included; null if floors do not matter. */
  readonly floors: { readonly from: number; readonly to: number } | null;
  readonly pattern: string;
};
export type NamedUnit = { readonly block: string; readonly floor: number | null; readonly name: string };

export const unitPatternProblems = ['empty', 'brace', 'range', 'long', 'many', 'floors', 'repeated'] as const;
export type UnitPatternProblem = (typeof unitPatternProblems)[number];
export type ExpandedUnitPattern<T extends NamedUnit = NamedUnit> = { readonly units: readonly T[]; readonly problem: UnitPatternProblem | null };

const none = (problem: UnitPatternProblem): ExpandedUnitPattern => ({ units: [], problem });
const longest = 60;
const token = /\{([^{}]*)\}/g;
const numbers = /^(-?\d{1,5})\.\.(-?\d{1,5})$/;
const letters = /^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/;

/** The values of one pair of braces in order; null if it is not a range. Leading zeros are kept: `{01..12}`. */
function valuesOf(inside: string): string[] | null {
  const [, from, to] = numbers.exec(inside) ?? [];
  if (from !== undefined && to !== undefined) {
    const width = /^-?0\d/.test(from) ? from.length : 0;
    return span(Number(from), Number(to)).map((n) => String(n).padStart(width, '0'));
  }
  const found = letters.exec(inside);
  const first = found?.[1] ?? found?.[3];
  const last = found?.[2] ?? found?.[4];
  if (first === undefined || last === undefined) return null;
  return span(first.charCodeAt(0), last.charCodeAt(0)).map((code) => String.fromCharCode(code));
}

/** One more than the limit is enough to detect too many. */
const span = (from: number, to: number): number[] =>
  to < from ? [] : Array.from({ length: Math.min(to - from + 1, maxUnitsPerWizardRun + 1) }, (_, at) => from + at);

/** The names of one block and floor, or the problem of the pattern. */
function namesOf(pattern: string, block: string, floor: number | null): string[] | UnitPatternProblem {
  let names = [''];
  let at = 0;
  for (const found of pattern.matchAll(token)) {
    const before = pattern.slice(at, found.index);
    if (/[{}]/.test(before)) return 'brace';
    const inside = (found[1] ?? '').trim();
    const values = inside === 'block' ? [block] : inside === 'floor' ? [floor === null ? '' : String(floor)] : valuesOf(inside);
    if (!values || values.length === 0) return 'range';
    if (names.length * values.length > maxUnitsPerWizardRun) return 'many';
    names = names.flatMap((name) => values.map((value) => name + before + value));
    at = found.index + found[0].length;
  }
  const rest = pattern.slice(at);
  if (/[{}]/.test(rest)) return 'brace';
  return names.map((name) => (name + rest).trim());
}

export function expandUnitPatternRow({ blocks, floors, pattern }: UnitPatternRow): ExpandedUnitPattern {
  if (pattern.trim() === '') return none('empty');
  if (floors && floors.to < floors.from) return none('floors');
  const units: NamedUnit[] = [];
  for (const block of blocks.length > 0 ? blocks : ['']) {
    for (const floor of floors ? span(floors.from, floors.to) : [null]) {
      const names = namesOf(pattern, block.trim(), floor);
      if (typeof names === 'string') return none(names);
      if (units.length + names.length > maxUnitsPerWizardRun) return none('many');
      for (const name of names) {
        if (name === '') return none('empty');
        if (name.length > longest) return none('long');
        units.push({ block: block.trim(), floor, name });
      }
    }
  }
  return repeated(units) ? { units, problem: 'repeated' } : { units, problem: null };
}

/** The units of all rows in order with the fields of their row; together they may not repeat a name or exceed the limit. */
export function expandUnitPatternRows<R extends UnitPatternRow>(
  rows: readonly R[],
): ExpandedUnitPattern<NamedUnit & { readonly row: R }> & { readonly at: number | null } {
  const units: (NamedUnit & { readonly row: R })[] = [];
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const one = expandUnitPatternRow(row);
    if (one.problem) return { units, problem: one.problem, at };
    for (const unit of one.units) {
      if (seen.has(toUnitNameKey(unit.name))) return { units, problem: 'repeated', at };
      seen.add(toUnitNameKey(unit.name));
      units.push({ ...unit, row });
    }
    if (units.length > maxUnitsPerWizardRun) return { units, problem: 'many', at };
  }
  return { units, problem: null, at: null };
}

/** Names are unique in a property, ignoring block, case and spaces; a database constraint enforces the same. */
export const toUnitNameKey = (name: string): string => name.toLowerCase().replace(/\s/g, '');
const repeated = (units: readonly NamedUnit[]): boolean => new Set(units.map(({ name }) => toUnitNameKey(name))).size < units.length;
