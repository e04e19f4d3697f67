/** The grid of 0.02 degrees that card_cell() of migration 2601 assigns cards to, and shapes on it. Pure. */
export type GridBox = { readonly w: number; readonly s: number; readonly e: number; readonly n: number };
export const kilometresPerDegree = 111.32;
/** Kenya with a margin: a map of the world needs no more cells than one of the country. */
const country: GridBox = { w: 33, s: -6, e: 43, n: 6 };
const size = 0.02;
const mostCells = 1500;

const row = (lat: number): number => Math.floor((lat + 10) / size);
const column = (lng: number): number => Math.floor((lng - 30) / size);
export const clipToKenya = (box: GridBox): GridBox => ({
  w: Math.max(box.w, country.w),
  s: Math.max(box.s, country.s),
  e: Math.min(box.e, country.e),
  n: Math.min(box.n, country.n),
});
export const getGridRange = (box: GridBox): { low: number; high: number; left: number; right: number } => ({
  low: row(box.s),
  high: row(box.n),
  left: column(box.w),
  right: column(box.e),
});

/** The cells a box touches; null if they are too many for the index to help. */
export function getGridCells(box: GridBox): number[] | null {
  const clipped = clipToKenya(box);
  if (clipped.w > clipped.e || clipped.s > clipped.n) return [];
  const { low, high, left, right } = getGridRange(clipped);
  if ((high - low + 1) * (right - left + 1) > mostCells) return null;
  const cells: number[] = [];
  for (let r = low; r <= high; r++) for (let c = left; c <= right; c++) cells.push(r * 2000 + c);
  return cells;
}

export function getGridBoxAround({ lat, lng, km }: { lat: number; lng: number; km: number }): GridBox {
  const dLat = km / kilometresPerDegree;
  const dLng = km / (kilometresPerDegree * Math.max(0.05, Math.cos((lat * Math.PI) / 180)));
  return { w: lng - dLng, s: lat - dLat, e: lng + dLng, n: lat + dLat };
}
