import { toListingType } from './kinds.ts';
import { listingTypeNames } from './labels.ts';

export const listingTypeName = (type: number): string => listingTypeNames[toListingType(type)]();
