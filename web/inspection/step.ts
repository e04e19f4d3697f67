import type { InspectionOperation } from '#contract/inspection/shapes.ts';

/** A step done on this device that may not have been sent yet. Steps are stored in the browser, separately for each person who signs in here. */
type Done = { n?: number; readonly inspection: number; readonly id: string; readonly at: string };
type BeginStep = { readonly kind: 'begin' };
type OpStep = { readonly kind: 'op'; readonly seq: number; readonly op: InspectionOperation };
export type PhotoStep = {
  readonly kind: 'photo';
  readonly item: string;
  readonly sha256: string;
  readonly blob: Blob;
  readonly way: 'camera' | 'gallery';
  readonly spot?: { readonly lat: number; readonly lng: number; readonly accuracy_m: number } | undefined;
};
export type OfflineStep = Done & (BeginStep | OpStep | PhotoStep);
