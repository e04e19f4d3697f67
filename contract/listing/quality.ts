/** Scores how attractive a listing is, from 0 to 100, and gives the most useful tips. A pure function of facts, without database access. */
export type ListingQualityFacts = {
  readonly pictures: number;
  readonly video: boolean;
  readonly plan: boolean;
  readonly description: number;
  readonly kiswahili: boolean;
  readonly pin: boolean;
  readonly amenities: number;
  readonly charges: boolean;
  readonly contact: boolean;
  readonly confirmedDays: number | null;
};
export const listingQualityTips = [
  'pictures',
  'description',
  'pin',
  'amenities',
  'charges',
  'plan',
  'video',
  'kiswahili',
  'contact',
  'confirm',
] as const;
export type ListingQualityTip = (typeof listingQualityTips)[number];

const share = (have: number, want: number): number => Math.min(1, Math.max(0, have / want));

/** Points by subject; they add up to a hundred. */
const rules: Readonly<Record<ListingQualityTip, { readonly points: number; readonly part: (f: ListingQualityFacts) => number }>> = {
  pictures: { points: 25, part: (f) => share(f.pictures, 8) },
  description: { points: 15, part: (f) => share(f.description, 400) },
  pin: { points: 10, part: (f) => Number(f.pin) },
  amenities: { points: 10, part: (f) => share(f.amenities, 6) },
  charges: { points: 10, part: (f) => Number(f.charges) },
  plan: { points: 8, part: (f) => Number(f.plan) },
  video: { points: 7, part: (f) => Number(f.video) },
  kiswahili: { points: 5, part: (f) => Number(f.kiswahili) },
  contact: { points: 5, part: (f) => Number(f.contact) },
  confirm: { points: 5, part: (f) => Number(f.confirmedDays !== null && f.confirmedDays <= 14) },
};

export function calculateListingQuality(facts: ListingQualityFacts): { score: number; tips: ListingQualityTip[] } {
  const lost = listingQualityTips.map((tip) => ({ tip, lost: rules[tip].points * (1 - rules[tip].part(facts)) })).filter((l) => l.lost > 0);
  const score = Math.round(100 - lost.reduce((sum, l) => sum + l.lost, 0));
  return { score, tips: [...lost].sort((a, b) => b.lost - a.lost).map((l) => l.tip) };
}
