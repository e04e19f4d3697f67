import { requiredVerificationChecks, type VerificationCheck } from '#contract/catalogue/verification.ts';
import { maxInspectionDistanceMetres, maxPositionAccuracyMetres } from './kinds.ts';

export type MeasuredPosition = { readonly lat: number; readonly lng: number; readonly accuracy_m: number };
type Pin = { readonly lat: number; readonly lng: number };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** The distance of two positions in metres. */
export function calculateDistanceMetres(a: Pin, b: Pin): number {
  const [dLat, dLng] = [radians(b.lat - a.lat), radians(b.lng - a.lng)];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2;
  return Math.round(2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h))));
}

/** Whether the inspection was at the property: `unsure` if the accuracy was too low or the property has no pin. */
export type InspectionLocationVerdict = 'near' | 'far' | 'unsure';
export function checkInspectionLocation(spot: MeasuredPosition | null, pin: Pin | null): InspectionLocationVerdict {
  if (spot === null || pin === null || spot.accuracy_m > maxPositionAccuracyMetres) return 'unsure';
  return calculateDistanceMetres(spot, pin) <= maxInspectionDistanceMetres ? 'near' : 'far';
}

/** The findings of a verification on site, item by item. */
export type InspectionFindings = {
  readonly passed: ReadonlyMap<VerificationCheck, boolean>;
  readonly counted: number | null;
  /** The number of units the property states. */
  readonly units: number;
  readonly place: InspectionLocationVerdict;
};
export type VerificationVerdict = { readonly move: 'verify' | 'reject' | 'person'; readonly failed: readonly VerificationCheck[] };

/**
 * The verdict: rejected if a required check fails, the number of units differs, or the position is far away; verified if everything passes; a person
 * decides if the position is unknown.
 */
export function decideVerificationVerdict({ passed, counted, units, place }: InspectionFindings): VerificationVerdict {
  const failed = new Set<VerificationCheck>(requiredVerificationChecks.filter((what) => passed.get(what) !== true));
  for (const [what, yes] of passed) if (!yes) failed.add(what);
  if (counted !== units) failed.add('units');
  if (place === 'far') failed.add('position');
  if (failed.size > 0) return { move: 'reject', failed: [...failed] };
  return { move: place === 'near' ? 'verify' : 'person', failed: [] };
}
