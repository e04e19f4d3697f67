/**
 * Where the water comes from. What a building has (a borehole, a tank) is said once, among its amenities; a listing adds what is delivered to
 * it. One rule for pages, comparing and the owner's view, so that no page says yes and no.
 */
const built = { borehole: 'borehole', tank: 'water_tank' } as const;
const isBuilt = (source: string): source is keyof typeof built => source in built;

export const waterOf = (sources: readonly string[], amenities: readonly string[]): string[] => [
  ...sources.filter((source) => !isBuilt(source)),
  ...Object.entries(built)
    .filter(([, amenity]) => amenities.includes(amenity))
    .map(([source]) => source),
];
