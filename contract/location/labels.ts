import { landmarkKinds, locationKinds } from '#contract/catalogue/kinds.ts';
import { labels } from '#contract/kernel/labels.ts';

export const locationKindLabels = labels('location_kind', locationKinds);
export const landmarkKindLabels = labels('location_landmark', landmarkKinds);
