import { landmarkKinds, locationKinds } from '#contract/catalogue/kinds.ts';
import { labels } from '#contract/kernel/labels.ts';

export const locationKindNames = labels('location_kind', locationKinds);
export const landmarkKindNames = labels('location_landmark', landmarkKinds);
