import { neededChecks, type VerificationCheck } from '#contract/catalogue/verification.ts';
import { accuracyMetres, placeMetres } from './kinds.ts';

export type Spot = { readonly lat: number; readonly lng: number; readonly accuracy_m: number };
type Pin = { readonly lat: number; readonly lng: number };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres between two points of the earth. */
export function metresBetween(a: Pin, b: Pin): number {
  const [dLat, dLng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2;
  return Math.round(2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h))));
}

/** Whether somebody stood there: `unsure` where the phone did not know well enough, or there is no pin to measure from. */
export type PlaceVerdict = 'near' | 'far' | 'unsure';
export function placeVerdict(spot: Spot | null, pin: Pin | null): PlaceVerdict {
  if (spot === null || pin === null || spot.accuracy_m > accuracyMetres) return 'unsure';
  return metresBetween(spot, pin) <= placeMetres ? 'near' : 'far';
}

/** What a verification on site found, item by item. */
export type Found = {
  readonly passed: ReadonlyMap<VerificationCheck, boolean>;
  readonly counted: number | null;
  /** Units the property says it has. */
  readonly units: number;
  readonly place: PlaceVerdict;
};
export type Verdict = { readonly move: 'verify' | 'reject' | 'person'; readonly failed: readonly VerificationCheck[] };

/**
 * What follows from it: turned down where something needed is not so, the units are not as many as it says, or somebody stood elsewhere;
 * verified where everything holds; a person decides where nobody can tell whether it was the place.
 */
export function verdictOf({ passed, counted, units, place }: Found): Verdict {
  const failed = new Set<VerificationCheck>(neededChecks.filter((what) => passed.get(what) !== true));
  for (const [what, yes] of passed) if (!yes) failed.add(what);
  if (counted !== units) failed.add('units');
  if (place === 'far') failed.add('position');
  if (failed.size > 0) return { move: 'reject', failed: [...failed] };
  return { move: place === 'near' ? 'verify' : 'person', failed: [] };
}
