import { type DepreciableItem, usefulLifeMonths } from './depreciation.ts';
import { type InspectionArea, type InspectionItem, type InspectionItemKind, inspectedHomeKinds } from './kinds.ts';
import type { InspectionKind } from './machine.ts';

type Of = {
  readonly key: string;
  readonly name: string;
  readonly name_sw: string;
  readonly kinds: readonly InspectionKind[];
  readonly areas: readonly InspectionArea[];
};

const item = (
  key: string,
  name: string,
  name_sw: string,
  lasts: DepreciableItem | null = null,
  kind: InspectionItemKind = 'condition',
): InspectionItem => ({
  key,
  name,
  name_sw,
  kind,
  life_months: lasts === null ? null : usefulLifeMonths[lasts],
});
const walls = item('walls', 'Walls and paint', 'Kuta na rangi', 'paint');
const ceiling = item('ceiling', 'Ceiling', 'Dari', 'paint');
const floor = item('floor', 'Floor', 'Sakafu', 'floor');
const door = item('door', 'Door and lock', 'Mlango na kufuli', 'doors');
const windows = item('windows', 'Windows and glass panes', 'Madirisha na vioo', 'windows');
const power = item('power', 'Sockets, switches and lights', 'Soketi, swichi na taa', 'electric');
const wardrobe = item('wardrobe', 'Wardrobe', 'Kabati la nguo', 'fittings');

const entrance: InspectionArea = {
  key: 'entrance',
  name: 'Entrance',
  name_sw: 'Lango',
  items: [door, item('grille', 'Grille or gate', 'Geti la chuma', 'doors'), power],
};
const living: InspectionArea = { key: 'living', name: 'Living room', name_sw: 'Sebule', items: [walls, ceiling, floor, windows, power] };
const kitchen: InspectionArea = {
  key: 'kitchen',
  name: 'Kitchen',
  name_sw: 'Jikoni',
  items: [
    walls,
    floor,
    item('cabinets', 'Cabinets and worktop', 'Kabati na meza ya jikoni', 'kitchen'),
    item('sink', 'Sink and taps', 'Sinki na mifereji', 'sanitary'),
    windows,
    power,
  ],
};
const bathroom: InspectionArea = {
  key: 'bathroom',
  name: 'Bathroom',
  name_sw: 'Bafu',
  items: [
    item('toilet', 'Toilet', 'Choo', 'sanitary'),
    item('shower', 'Shower and heater', 'Bafu na kipasha maji', 'sanitary'),
    item('basin', 'Basin and taps', 'Beseni na mifereji', 'sanitary'),
    item('tiles', 'Tiles', 'Vigae', 'floor'),
    door,
    power,
  ],
};
const bedroom = (n: number, of: number): InspectionArea => ({
  key: `bedroom${n}`,
  name: of === 1 ? 'Bedroom' : `Bedroom ${n}`,
  name_sw: of === 1 ? 'Chumba cha kulala' : `Chumba cha kulala ${n}`,
  items: [walls, ceiling, floor, door, windows, wardrobe, power],
});
const outside: InspectionArea = {
  key: 'outside',
  name: 'Balcony and outdoor area',
  name_sw: 'Roshani na nje',
  items: [
    item('balcony', 'Balcony and railings', 'Roshani na vyuma', 'fittings'),
    item('drying', 'Clothes line', 'Kamba ya kuanikia nguo', 'fittings'),
  ],
};
const withBedrooms = (n: number, key: string, name: string, name_sw: string): Of => ({
  key,
  name,
  name_sw,
  kinds: inspectedHomeKinds,
  areas: [entrance, living, kitchen, ...Array.from({ length: n }, (_, at) => bedroom(at + 1, n)), bathroom, outside],
});

const asked = (key: string, name: string, name_sw: string, kind: InspectionItemKind = 'yes_no'): InspectionItem =>
  item(key, name, name_sw, null, kind);

/** The inspection forms of a new database. Companies can change only copies of them. */
export const systemInspectionTemplates: readonly Of[] = [
  {
    key: 'bedsitter',
    name: 'Bedsitter',
    name_sw: 'Bedsitter',
    kinds: inspectedHomeKinds,
    areas: [entrance, { key: 'room', name: 'Room', name_sw: 'Chumba', items: [walls, ceiling, floor, windows, power] }, kitchen, bathroom],
  },
  withBedrooms(1, 'bedrooms_1', 'One bedroom', 'Chumba kimoja cha kulala'),
  withBedrooms(2, 'bedrooms_2', 'Two bedrooms', 'Vyumba viwili vya kulala'),
  withBedrooms(3, 'bedrooms_3', 'Three bedrooms', 'Vyumba vitatu vya kulala'),
  {
    key: 'business',
    name: 'Shop or office',
    name_sw: 'Duka au ofisi',
    kinds: inspectedHomeKinds,
    areas: [
      { ...entrance, items: [...entrance.items, item('shutter', 'Shutter', 'Shata', 'doors')] },
      { key: 'floor', name: 'Shop or office floor', name_sw: 'Eneo la duka au ofisi', items: [walls, ceiling, floor, windows, power] },
      bathroom,
    ],
  },
  {
    key: 'verification',
    name: 'Property verification',
    name_sw: 'Uthibitishaji wa mali',
    kinds: ['verification'],
    // The keys are those of contract/catalogue/verification.ts, because the answers become the checks of the property.
    areas: [
      {
        key: 'property',
        name: 'Property',
        name_sw: 'Mali yenyewe',
        items: [
          asked('exists', 'Property exists', 'Ipo'),
          asked('access', 'Property can be accessed', 'Inafikika na kuingilika'),
          asked('authority', 'Person listing the property is authorised', 'Anayetangaza ana ruhusa ya kutangaza'),
          asked('units', 'Number of units is correct', 'Ina nyumba zilizotajwa', 'count'),
          asked('pictures', 'Photos with the card and its code, taken on site', 'Picha zenye kadi, zilizopigwa sasa'),
        ],
      },
    ],
  },
];

/** The key of the form for a type of home. Verification has its own form. */
export function getInspectionTemplateKey(
  kind: InspectionKind,
  { bedrooms, business }: { readonly bedrooms: number | null; readonly business: boolean },
): string {
  if (kind === 'verification') return 'verification';
  if (business) return 'business';
  if (bedrooms === null || bedrooms <= 0) return 'bedsitter';
  return `bedrooms_${Math.min(3, bedrooms)}`;
}
