import { listingTypeOf } from './kinds.ts';
import { typeNames } from './labels.ts';

export const typeName = (type: number): string => typeNames[listingTypeOf(type)]();
