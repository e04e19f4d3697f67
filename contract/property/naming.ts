/** How doors are called, by example instead of braces; each is a pattern of pattern.ts with so many units a floor and block. */
export const namings = ['block_floor', 'block', 'floor', 'floor_letter', 'house', 'own'] as const;
export type Naming = (typeof namings)[number];

/** 01 to 09 stand before 10: as many digits as the last one has, two at least. */
const padded = (count: number) => {
  const width = Math.max(2, String(count).length);
  return `{${'1'.padStart(width, '0')}..${String(count).padStart(width, '0')}}`;
};

/** The pattern of a way to name so many units; empty until it is said how many, and where the names are one's own. */
export function patternFor(naming: Naming, count: number | null, house: string): string {
  if (naming === 'own' || count === null || count < 1) return '';
  if (naming === 'block_floor') return `{block}{floor}${padded(count)}`;
  if (naming === 'block') return `{block}{1..${count}}`;
  if (naming === 'floor') return `{floor}${padded(count)}`;
  if (naming === 'floor_letter') return `{floor}{A..${String.fromCharCode(64 + Math.min(count, 26))}}`;
  return `${house} {1..${count}}`;
}
