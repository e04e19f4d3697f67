import { sql } from 'kysely';
import type { TaxonKind } from '#contract/catalogue/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';

type Word = {
  readonly code: string;
  readonly name: string;
  readonly sw: string;
  readonly grouped?: string;
  readonly icon?: string;
  readonly applies?: 'property' | 'unit' | 'both';
  readonly bedrooms?: number;
  readonly aliases?: readonly string[];
  readonly category?: string;
};
const w = (code: string, name: string, sw: string, more: Omit<Word, 'code' | 'name' | 'sw'> = {}): Word => ({ code, name, sw, ...more });

const categories = [
  w('residential', 'Residential', 'Makazi', { icon: 'Home' }),
  w('commercial', 'Commercial', 'Biashara', { icon: 'BuildingStore' }),
  w('land', 'Land', 'Ardhi', { icon: 'Map2' }),
  w('mixed', 'Mixed use', 'Mchanganyiko', { icon: 'BuildingCommunity' }),
  w('hospitality', 'Hospitality', 'Ukarimu', { icon: 'Bed' }),
];

const propertyTypes = [
  w('apartment', 'Apartment block', 'Jengo la nyumba', {
    icon: 'Building',
    category: 'residential',
    aliases: ['flat', 'flats', 'apartments', 'ghorofa'],
  }),
  w('maisonette', 'Maisonette', 'Nyumba ya ghorofa', {
    icon: 'Home2',
    category: 'residential',
    aliases: ['masionette', 'mansionette', 'townhouse', 'town house'],
  }),
  w('bungalow', 'Bungalow', 'Bangaloo', { icon: 'Home', category: 'residential', aliases: ['own compound', 'standalone'] }),
  w('villa', 'Villa', 'Vila', { icon: 'Home2', category: 'residential', aliases: ['mansion', 'villas'] }),
  w('gated', 'Gated community', 'Mtaa wenye lango', { icon: 'Fence', category: 'residential', aliases: ['gated estate', 'court'] }),
  w('hostel', 'Hostel', 'Bweni', { icon: 'Bed', category: 'residential', aliases: ['hostels', 'student'] }),
  w('serviced', 'Serviced apartments', 'Nyumba za huduma', {
    icon: 'Bed',
    category: 'hospitality',
    aliases: ['airbnb', 'serviced apartment', 'bnb'],
  }),
  w('office', 'Office building', 'Jengo la ofisi', { icon: 'BuildingSkyscraper', category: 'commercial', aliases: ['offices', 'ofisi'] }),
  w('shops', 'Shops', 'Maduka', { icon: 'BuildingStore', category: 'commercial', aliases: ['duka', 'arcade', 'mall', 'exhibition'] }),
  w('godown', 'Godown', 'Ghala', {
    icon: 'BuildingWarehouse',
    category: 'commercial',
    aliases: ['warehouse', 'go-down', 'go down', 'godowns', 'ghala'],
  }),
  w('mixed_block', 'Mixed-use block', 'Jengo mchanganyiko', { icon: 'BuildingCommunity', category: 'mixed' }),
  w('plot', 'Plot of land', 'Kiwanja', { icon: 'Map2', category: 'land', aliases: ['land', 'shamba', 'ploti', 'plots', 'kiwanja'] }),
];

const unitTypes = [
  w('single_room', 'Single room', 'Chumba kimoja', { bedrooms: 0, aliases: ['single', 'single rooms'] }),
  w('double_room', 'Double room', 'Vyumba viwili', { bedrooms: 0, aliases: ['double', 'double rooms'] }),
  w('bedsitter', 'Bedsitter', 'Bedsitter', { bedrooms: 0, aliases: ['bedsitters', 'bed sitter', 'bedsit', 'bed-sitter', 'bsitter'] }),
  w('studio', 'Studio', 'Studio', { bedrooms: 0, aliases: ['studios'] }),
  w('one_bedroom', '1 bedroom', 'Chumba 1 cha kulala', { bedrooms: 1 }),
  w('two_bedroom', '2 bedroom', 'Vyumba 2 vya kulala', { bedrooms: 2 }),
  w('three_bedroom', '3 bedroom', 'Vyumba 3 vya kulala', { bedrooms: 3 }),
  w('four_bedroom', '4 bedroom', 'Vyumba 4 vya kulala', { bedrooms: 4 }),
  w('five_bedroom', '5 bedroom', 'Vyumba 5 vya kulala', { bedrooms: 5 }),
  w('penthouse', 'Penthouse', 'Penthouse', { bedrooms: 3, aliases: ['pent house'] }),
  w('sq', 'Servant quarter', 'Nyumba ya mfanyakazi', { bedrooms: 0, aliases: ['sq', 'servants quarter'] }),
  w('hostel_bed', 'Hostel bed', 'Kitanda cha bweni', { bedrooms: 0 }),
  w('whole_house', 'Whole house', 'Nyumba nzima', { bedrooms: 0 }),
  w('shop', 'Shop', 'Duka', { aliases: ['duka', 'shops'] }),
  w('stall', 'Stall', 'Kibanda', { aliases: ['exhibition stall', 'kibanda', 'stalls'] }),
  w('office_space', 'Office', 'Ofisi', { aliases: ['office space', 'ofisi'] }),
  w('godown_bay', 'Godown bay', 'Sehemu ya ghala', { aliases: ['godown', 'warehouse'] }),
  w('plot_of_land', 'Plot', 'Kiwanja', { aliases: ['plot', 'plots', 'land', '50x100', '40x80', 'eighth', 'shamba', 'kiwanja'] }),
];

const a = (group: string, code: string, name: string, sw: string, icon: string, aliases: readonly string[] = [], applies: Word['applies'] = 'both') =>
  w(code, name, sw, { grouped: group, icon, aliases, applies });
const amenities = [
  a('water', 'borehole', 'Borehole', 'Kisima', 'Droplet', ['bore hole', 'kisima']),
  a('water', 'water_24h', '24-hour water', 'Maji saa 24', 'DropletFilled', ['24h water', 'constant water', 'maji']),
  a('water', 'water_tank', 'Water storage tank', 'Tangi la maji', 'Bucket', ['tank', 'reservoir']),
  a('water', 'water_submeter', 'Own water meter', 'Mita ya maji', 'Gauge', ['sub-meter', 'submeter']),
  a('power', 'generator', 'Backup generator', 'Jenereta', 'Bolt', ['generator', 'genset', 'backup']),
  a('power', 'solar_heating', 'Solar water heating', 'Maji moto ya jua', 'Sun', ['solar', 'hot water']),
  a('power', 'instant_shower', 'Instant shower', 'Bafu ya moto', 'Bath', ['instant showers', 'hot shower']),
  a('power', 'token_meter', 'Prepaid token meter', 'Mita ya tokeni', 'PlugConnected', ['token', 'kplc', 'prepaid']),
  a('power', 'ev_charging', 'EV charging', 'Chaji ya gari', 'ChargingPile', ['ev charger']),
  a('net', 'fibre', 'Fibre ready', 'Intaneti ya faiba', 'Wifi', ['fiber', 'wifi', 'wi-fi', 'internet', 'zuku', 'faiba']),
  a('security', 'cctv', 'CCTV', 'Kamera za usalama', 'DeviceCctv', ['camera', 'cameras']),
  a('security', 'electric_fence', 'Electric fence', 'Uzio wa umeme', 'Fence', ['electric fencing']),
  a('security', 'guard_24h', '24-hour guard', 'Mlinzi saa 24', 'Shield', ['security', 'askari', 'guard', '24h security', 'secure']),
  a('security', 'intercom', 'Intercom', 'Intakomu', 'Phone', []),
  a('security', 'card_access', 'Card or fingerprint access', 'Kuingia kwa kadi au alama ya kidole', 'Fingerprint', ['biometric']),
  a('security', 'gated_compound', 'Gated compound', 'Lango', 'Lock', ['gate', 'gated']),
  a('parking', 'cabro_parking', 'Cabro parking', 'Maegesho', 'Parking', ['parking', 'cabro']),
  a('parking', 'basement_parking', 'Basement parking', 'Maegesho ya chini', 'CarGarage', ['basement']),
  a('parking', 'visitor_parking', 'Visitor parking', 'Maegesho ya wageni', 'Car', []),
  a('building', 'lift', 'Lift', 'Lifti', 'Elevator', ['elevator', 'lifts']),
  a('building', 'gym', 'Gym', 'Gym', 'Barbell', ['gymnasium', 'fitness']),
  a('building', 'pool', 'Swimming pool', 'Bwawa la kuogelea', 'Pool', ['pool', 'swimming']),
  a('building', 'sauna', 'Sauna', 'Sauna', 'Flame', ['steam']),
  a('building', 'play_area', 'Children’s play area', 'Uwanja wa watoto', 'MoodKid', ['playground', 'play ground', 'kids', 'kids play area']),
  a('building', 'rooftop', 'Rooftop terrace', 'Paa la kupumzikia', 'Umbrella', ['roof top', 'rooftop']),
  a('building', 'club_house', 'Clubhouse', 'Klabu', 'GlassFull', ['club house']),
  a('building', 'garden', 'Garden', 'Bustani', 'Plant2', ['gardens', 'bustani']),
  a('building', 'wheelchair', 'Wheelchair access', 'Njia ya kiti cha magurudumu', 'Wheelchair', ['disabled access']),
  a('building', 'caretaker', 'Caretaker', 'Mtunzaji', 'UserCheck', []),
  a('building', 'garbage', 'Garbage collection', 'Ukusanyaji taka', 'Trash', ['taka']),
  a('building', 'mini_mart', 'Mini-mart', 'Duka dogo', 'ShoppingCart', ['minimart', 'supermarket']),
  a('home', 'balcony', 'Balcony', 'Baraza', 'BuildingCottage', ['balconies'], 'unit'),
  a('home', 'dsq', 'DSQ', 'DSQ', 'Door', ['domestic quarter', 'servant quarters', 'with sq'], 'unit'),
  a('home', 'ensuite', 'Master en-suite', 'Bafu ya ndani', 'Bath', ['all ensuite', 'ensuite', 'en-suite', 'master ensuite'], 'unit'),
  a('home', 'pantry', 'Pantry', 'Stoo', 'Fridge', [], 'unit'),
  a('home', 'wardrobes', 'Fitted wardrobes', 'Kabati', 'Hanger', ['wardrobe', 'closets'], 'unit'),
  a('home', 'open_kitchen', 'Open-plan kitchen', 'Jiko la wazi', 'ToolsKitchen2', ['open kitchen'], 'unit'),
  a('home', 'laundry', 'Laundry area', 'Mahali pa kufulia', 'WashMachine', ['hanging lines', 'laundry'], 'unit'),
  a('home', 'ac', 'Air conditioning', 'Kiyoyozi', 'AirConditioning', ['a/c', 'air con', 'aircon'], 'unit'),
  a('home', 'pet_friendly', 'Pet friendly', 'Wanyama wanaruhusiwa', 'Paw', ['pets', 'pet']),
  a('near', 'near_stage', 'Near a matatu stage', 'Karibu na stegi', 'Bus', ['stage', 'near stage', 'stegi']),
  a('near', 'near_school', 'Near a school', 'Karibu na shule', 'School', ['school', 'schools']),
  a('near', 'near_mall', 'Near a mall', 'Karibu na mall', 'ShoppingBag', []),
  a('near', 'tarmac', 'Tarmac road', 'Barabara ya lami', 'Road', ['tarmac', 'lami']),
  a('near', 'ocean_view', 'Ocean view', 'Mandhari ya bahari', 'Beach', ['sea view', 'ocean', 'beach']),
];

const starting: Readonly<Record<TaxonKind, readonly Word[]>> = {
  property_category: categories,
  property_type: propertyTypes,
  unit_type: unitTypes,
  amenity: amenities,
};

/** The seed vocabulary as dictionary rows, for tests that parse text. */
export const listSeedVocabulary = () =>
  (Object.keys(starting) as TaxonKind[]).flatMap((kind) =>
    starting[kind].map((word, sort) => ({
      kind,
      code: word.code,
      name: word.name,
      name_sw: word.sw,
      aliases: word.aliases ?? [],
      sort,
      category: word.category ?? null,
    })),
  );

/** A new database receives these terms. Admins can change them afterwards. */
export async function seedVocabulary(db: Db): Promise<void> {
  const there = await db.selectFrom('taxon').select('id').limit(1).executeTakeFirst();
  if (there) return;
  for (const kind of ['property_category', 'property_type', 'unit_type', 'amenity'] as const) {
    const rows = starting[kind].map((word, sort) => ({
      kind,
      code: word.code,
      name: word.name,
      name_sw: word.sw,
      icon: word.icon ?? '',
      grouped: word.grouped ?? '',
      applies_to: word.applies ?? (kind === 'property_type' ? 'property' : kind === 'unit_type' ? 'unit' : 'both'),
      bedrooms: word.bedrooms ?? null,
      aliases: [...(word.aliases ?? [])],
      sort,
      bit: kind === 'amenity' ? sort : null,
      category_id: word.category ? sql<number>`(select id from taxon where kind = 'property_category' and code = ${word.category})` : null,
    }));
    await db.insertInto('taxon').values(rows).execute();
  }
}
