import type { PlannedProperty } from './catalogue-plan.ts';

/** What the demo says about its homes. Plain sentences a landlord would write. */
type Roll = () => number;
const pick = (roll: Roll, from: readonly string[]): string => from[Math.floor(roll() * from.length)] ?? '';

const opening: Readonly<Record<PlannedProperty['kind'], string>> = {
  tower: 'Apartments on a quiet street with lifts, good water pressure on every floor and parking for each home.',
  walkup: 'A well-kept walk-up a few minutes from the stage, with a caretaker who lives on site.',
  maisonette: 'Family maisonettes in a gated court, each with its own garden and parking for two cars.',
  bungalow: 'Bungalows with their own compound, good fences and space for a kitchen garden.',
  villa: 'Villas among old trees, built for light and air, with staff quarters.',
  shop: 'Shops facing a busy road, each with a roller door, water and a prepaid meter.',
  office: 'Offices with natural light, backup power and secure parking, in walking distance of restaurants and banks.',
  godown: 'Godowns with wide doors, a loading yard for trailers and three-phase power.',
  plot: 'Plots of fifty by one hundred feet with beacons in place, water and power at the road, and ready titles.',
};
const second = [
  'Bus and matatu at the gate from five in the morning.',
  'Primary and secondary schools within two kilometres.',
  'The owner answers repairs within two days.',
  'Bills are separate; nothing is shared with neighbours.',
  'Quiet after nine in the evening.',
];

export const describeProperty = (plan: PlannedProperty, roll: Roll): string => `${opening[plan.kind]} ${pick(roll, second)}`;
export const describePropertyInSwahili = (plan: PlannedProperty): string =>
  plan.kind === 'plot'
    ? `Viwanja vya futi hamsini kwa mia ${plan.estate}, hati ziko tayari, maji na umeme viko barabarani.`
    : `${plan.name} iko ${plan.estate}. Maji, umeme wa tokeni na ulinzi vipo; usafiri uko karibu na lango.`;
export const houseRules = 'Quiet from 9 pm to 6 am. Rubbish is collected on Tuesday and Friday. Visitors park outside. Ask before keeping a pet.';

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
  'Bright rooms with cross breeze, tiled floors and fitted wardrobes.',
  'Corner unit with windows on two sides and an open kitchen.',
  'Freshly painted, new taps, instant shower in the bathroom.',
  'Upper floor with a view over the trees; the balcony takes the morning sun.',
];
export function makeDemoListingText(type: string, plan: PlannedProperty, roll: Roll): { description: string; description_sw: string } {
  if (plan.kind === 'plot')
    return {
      description: 'Fifty by one hundred feet, level ground, red soil, title ready. Site visits on Saturdays.',
      description_sw: 'Futi 50 kwa 100, ardhi tambarare, hati iko tayari. Kutembelea kila Jumamosi.',
    };
  const work = plan.kind === 'shop' || plan.kind === 'office' || plan.kind === 'godown';
  return {
    description: work ? `${opening[plan.kind]} Ready to move in after a new coat of paint.` : `${pick(roll, inside)} ${pick(roll, second)}`,
    description_sw: `${names[type] ?? 'Nyumba'} ${plan.estate}. Maji na umeme vipo, ulinzi saa 24.`,
  };
}
