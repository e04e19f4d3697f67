import { toListingType } from './kinds.ts';
import { listingTypeLabels } from './labels.ts';

export const getListingTypeLabel = (type: number): string => listingTypeLabels[toListingType(type)]();
