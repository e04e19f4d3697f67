/**
 * Water sources. A borehole or tank of the property is set once, among its amenities; a listing adds what is delivered. Pages, comparison and the
 * owner's view share this rule so that they cannot disagree.
 */
const built = { borehole: 'borehole', tank: 'water_tank' } as const;
const isBuilt = (source: string): source is keyof typeof built => source in built;

export const listWaterSources = (sources: readonly string[], amenities: readonly string[]): string[] => [
  ...sources.filter((source) => !isBuilt(source)),
  ...Object.entries(built)
    .filter(([, amenity]) => amenities.includes(amenity))
    .map(([source]) => source),
];
