export type ArtRegion = 'city' | 'coast' | 'lake' | 'rift' | 'highland' | 'plains';

/** Counties by the typical landscape behind a house. */
const counties: readonly (readonly [ArtRegion, string])[] = [
  ['city', 'nairobi'],
  ['coast', 'mombasa kilifi kwale lamu tana river taita-taveta'],
  ['lake', 'kisumu homa bay siaya migori busia'],
  ['rift', 'nakuru uasin gishu narok kericho bomet nandi baringo elgeyo-marakwet trans nzoia west pokot'],
  ['highland', "kiambu nyeri murang'a kirinyaga meru embu nyandarua tharaka-nithi laikipia kakamega vihiga bungoma kisii nyamira"],
  ['plains', 'kajiado machakos makueni kitui garissa isiolo samburu turkana marsabit wajir mandera'],
];

export const getArtRegion = (county: string): ArtRegion => counties.find(([, names]) => names.includes(county.toLowerCase()))?.[0] ?? 'city';
