/** The constants of the catalogue (specification 3.1 and 4), for every layer, without Zod. */
export const listingTypes = { rent: 0, lease: 1, buy: 2 } as const;
export type ListingType = keyof typeof listingTypes;
export type ListingTypeNumber = (typeof listingTypes)[ListingType];

export const mediaTypes = { image: 0, video: 1, virtual_tour: 2, floor_plan: 3 } as const;
export type MediaType = keyof typeof mediaTypes;
export type MediaTypeNumber = (typeof mediaTypes)[MediaType];

export const paymentFrequencies = { month: 2, once: 3, quarterly: 4, half_year: 5, annually: 6 } as const;
export type PaymentFrequency = keyof typeof paymentFrequencies;
/** How many months a price covers; a price paid once covers none. */
export const monthsByFrequency: Readonly<Record<PaymentFrequency, number | null>> = {
  month: 1,
  once: null,
  quarterly: 3,
  half_year: 6,
  annually: 12,
};

export const discountTypes = { percentage: 1, fixed: 2, no_discount: 3 } as const;
export type DiscountType = keyof typeof discountTypes;

export const unitStatuses = { vacant: 0, ordered: 1, occupied: 2, maintenance: 3, onhold: 4, stall: 5 } as const;
export type UnitStatus = keyof typeof unitStatuses;

export const furnishingKinds = ['unfurnished', 'semi', 'furnished'] as const;
export type FurnishingKind = (typeof furnishingKinds)[number];

/** Water sources a listing sets; those of the property are amenities (contract/listing/water.ts). */
export const waterSources = ['county', 'bowser'] as const;
export const electricityTypes = ['prepaid', 'postpaid', 'submeter', 'solar'] as const;

export const taxonKinds = ['amenity', 'property_type', 'property_category', 'unit_type'] as const;
export type TaxonKind = (typeof taxonKinds)[number];

export const locationKinds = ['country', 'county', 'sub_county', 'ward', 'estate', 'landmark'] as const;
export type LocationKind = (typeof locationKinds)[number];
/** Searchable landmarks, which are not areas: a road is a line, the others are points. */
export const landmarkKinds = ['road', 'stage', 'campus', 'mall', 'hospital', 'area'] as const;
export type LandmarkKind = (typeof landmarkKinds)[number];

const named = <N extends string, V extends number>(of: Readonly<Record<N, V>>) => {
  const names = new Map<number, N>(Object.entries(of).map(([name, number]) => [number as number, name as N]));
  return (number: number): N => {
    const name = names.get(number);
    if (name === undefined) throw new Error(`${number} has no name`);
    return name;
  };
};
export const toListingType = named(listingTypes);
export const toMediaType = named(mediaTypes);
export const toPaymentFrequency = named(paymentFrequencies);
export const toDiscountType = named(discountTypes);
