import { landmarkKinds, locationKinds } from '#contract/catalogue/kinds.ts';
import { labels } from '#contract/kernel/labels.ts';

export const kindNames = labels('location_kind', locationKinds);
export const landmarkNames = labels('location_landmark', landmarkKinds);
