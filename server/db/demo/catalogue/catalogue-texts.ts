import type { PlannedProperty } from './catalogue-plan.ts';

/** The descriptions of the demo properties and listings, in plain sentences like those of landlords. */
type Roll = () => number;
const pick = (roll: Roll, from: readonly string[]): string => from[Math.floor(roll() * from.length)] ?? '';

const opening: Readonly<Record<PlannedProperty['kind'], string>> = {
  tower: 'Apartments on a quiet street with lifts, good water pressure on every floor and parking for each home.',
  walkup: 'A well-kept walk-up a few minutes from the stage, with a caretaker who lives on site.',
  maisonette: 'Family maisonettes in a gated court, each with its own garden and parking for two cars.',
  bungalow: 'Bungalows with their own compound, good fences and space for a kitchen garden.',
  villa: 'Villas among old trees, with bright, airy rooms and staff quarters.',
  shop: 'Shops facing a busy road, each with a roller shutter, water and a prepaid meter.',
  office: 'Offices with natural light, a backup generator and secure parking, within walking distance of restaurants and banks.',
  godown: 'Godowns with wide doors, a loading yard for trailers and three-phase electricity.',
  plot: 'Plots of fifty by one hundred feet with beacons in place, water and electricity at the road, and ready title deeds.',
};
const second = [
  'Buses and matatus pass near the gate from 5 AM.',
  'Primary and secondary schools within two kilometres.',
  'The owner responds to maintenance requests within two days.',
  'Each unit has separate bills.',
  'The area is quiet after 9 PM.',
];

export const describeProperty = (plan: PlannedProperty, roll: Roll): string => `${opening[plan.kind]} ${pick(roll, second)}`;
export const describePropertyInSwahili = (plan: PlannedProperty): string =>
  plan.kind === 'plot'
    ? `Viwanja vya futi hamsini kwa mia ${plan.estate}, hati ziko tayari, maji na umeme viko barabarani.`
    : `${plan.name} iko ${plan.estate}. Maji, umeme wa tokeni na ulinzi vipo; usafiri uko karibu na lango.`;
export const houseRules =
  'Keep quiet from 9 PM to 6 AM. Garbage is collected on Tuesdays and Fridays. Visitors park outside. Ask the landlord before you keep a pet.';

const roads = ['Lumumba Drive', 'Ring Road', 'Church Lane', 'Market Street', 'Acacia Avenue', 'Station Road', 'School Lane', 'Mzima Springs Road'];
export const pickRoad = (estate: string, roll: Roll): string => (estate === 'Kilimani' ? 'Argwings Kodhek Road' : pick(roll, roads));
export const pickLandmark = (roll: Roll): string =>
  pick(roll, ['Next to the primary school', 'Behind the petrol station', 'Opposite the dispensary', 'Two gates after the church', 'Near the stage']);

const names: Readonly<Record<string, string>> = {
  single_room: 'Single room',
  hostel_bed: 'Hostel bed',
  bedsitter: 'Bedsitter',
  studio: 'Studio',
  one_bedroom: '1 bedroom',
  two_bedroom: '2 bedroom',
  three_bedroom: '3 bedroom',
  four_bedroom: '4 bedroom',
  five_bedroom: '5 bedroom',
  penthouse: 'Penthouse',
  shop: 'Shop',
  stall: 'Stall',
  office_space: 'Office',
  godown_bay: 'Godown',
  plot_of_land: '50 × 100 plot',
};

export function makeDemoListingTitle(type: string, plan: PlannedProperty, unit: string): string {
  const name = names[type] ?? 'Home';
  const kind = plan.kind === 'maisonette' || plan.kind === 'bungalow' || plan.kind === 'villa' ? ` ${plan.kind}` : '';
  return plan.kind === 'shop' || plan.kind === 'godown' ? `${unit}, ${plan.name}` : `${name}${kind}, ${plan.name}`;
}

const inside = [
  'Bright, airy rooms with tiled floors and fitted wardrobes.',
  'Corner unit with windows on two sides and an open kitchen.',
  'Freshly painted, with new taps and an instant shower in the bathroom.',
  'Upper-floor unit with a view over the trees and morning sun on the balcony.',
];
export function makeDemoListingText(type: string, plan: PlannedProperty, roll: Roll): { description: string; description_sw: string } {
  if (plan.kind === 'plot')
    return {
      description: 'A level plot of fifty by one hundred feet with red soil and a ready title deed. Tours are on Saturdays.',
      description_sw: 'Futi 50 kwa 100, ardhi tambarare, hati iko tayari. Kutembelea kila Jumamosi.',
    };
  const work = plan.kind === 'shop' || plan.kind === 'office' || plan.kind === 'godown';
  return {
    description: work ? `${opening[plan.kind]} Freshly painted and ready to move in.` : `${pick(roll, inside)} ${pick(roll, second)}`,
    description_sw: `${names[type] ?? 'Nyumba'} ${plan.estate}. Maji na umeme vipo, ulinzi saa 24.`,
  };
}
