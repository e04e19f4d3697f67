import type { PropertyFull } from '#contract/property/calls.ts';

export const PropertyActs = (_: { property: PropertyFull }) => null;
