/** Unit naming schemes by example instead of braces; each becomes a pattern of pattern.ts for a number of units per floor and block. */
export const unitNamingSchemes = ['block_floor', 'block', 'floor', 'floor_letter', 'house', 'own'] as const;
export type UnitNamingScheme = (typeof unitNamingSchemes)[number];

/** 01 to 09 sort before 10: as many digits as the last number has, at least two. */
const padded = (count: number) => {
  const width = Math.max(2, String(count).length);
  return `{${'1'.padStart(width, '0')}..${String(count).padStart(width, '0')}}`;
};

/** The pattern of a scheme for a number of units; empty until the number is known, and for own names. */
export function buildUnitNamingPattern(naming: UnitNamingScheme, count: number | null, house: string): string {
  if (naming === 'own' || count === null || count < 1) return '';
  if (naming === 'block_floor') return `{block}{floor}${padded(count)}`;
  if (naming === 'block') return `{block}{1..${count}}`;
  if (naming === 'floor') return `{floor}${padded(count)}`;
  if (naming === 'floor_letter') return `{floor}{A..${String.fromCharCode(64 + Math.min(count, 26))}}`;
  return `${house} {1..${count}}`;
}
