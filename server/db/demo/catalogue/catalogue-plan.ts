import type { DrawingKind } from '#contract/art/url.ts';
import { convertShillingsToCents } from '#contract/money/cents.ts';

/** The properties of the demo: name, estate, how it is drawn, and its units by type. Names and numbers are invented. */
export type PlannedProperty = {
  readonly name: string;
  readonly estate: string;
  readonly kind: DrawingKind;
  readonly units: readonly (readonly [type: string, count: number])[];
  readonly sale: boolean;
};

/** `name | estate | kind | type×count, …`; a trailing "sale" offers the units for sale. */
const lines = `
Jacaranda Heights | Kilimani | tower | one_bedroom×8, two_bedroom×10, three_bedroom×4
Sunbird Court | Roysambu | walkup | bedsitter×8, one_bedroom×14, two_bedroom×8
Mvuli Residency | Kileleshwa | tower | two_bedroom×8, three_bedroom×8
Hibiscus Court | South B | walkup | one_bedroom×6, two_bedroom×10
Ushirika Gardens | Thindigua | maisonette | four_bedroom×8
Korongo Tower | Westlands | tower | studio×6, one_bedroom×10, two_bedroom×6
Baraka Apartments | Juja | walkup | bedsitter×16, one_bedroom×6
Mugumo Heights | Ruaka | walkup | one_bedroom×8, two_bedroom×8
Olive Close | Ngong | bungalow | three_bedroom×4
Tumaini Villas | Ruiru | maisonette | three_bedroom×6
Mwambao Residency | Nyali | villa | three_bedroom×5, four_bedroom×2
Tausi Plaza | Westlands | office | office_space×8
Neema Arcade | Umoja | shop | shop×8, stall×4
Athi Business Park | Mlolongo | godown | godown_bay×6
Kitengela Green Plots | Kitengela | plot | plot_of_land×8 | sale
Lakeview Apartments | Kisumu Milimani | walkup | one_bedroom×4, two_bedroom×8
Mwangaza Flats | Thika | walkup | bedsitter×8, two_bedroom×6
Kanyore Lane | Kikuyu | bungalow | three_bedroom×4
Acacia Gardens | Lavington | maisonette | four_bedroom×6
Cedar Grove | Karen | villa | five_bedroom×4 | sale
Msonobari Court | Langata | walkup | two_bedroom×8, three_bedroom×4
Zawadi Apartments | Kasarani | walkup | bedsitter×10, one_bedroom×8
Flamingo Heights | Nakuru Milimani | walkup | one_bedroom×6, two_bedroom×6
Kingfisher Court | Donholm | walkup | one_bedroom×6, two_bedroom×6
Riverside Mews | Riverside | tower | two_bedroom×6, three_bedroom×6
Bahari Apartments | Bamburi | walkup | one_bedroom×6, two_bedroom×6
Kiota House | Parklands | tower | two_bedroom×6, three_bedroom×4 | sale
Elgon Gardens | Elgon View | bungalow | three_bedroom×4
Rafiki Hostels | Juja | walkup | hostel_bed×12, single_room×6
Tulia Court | Syokimau | maisonette | three_bedroom×6, four_bedroom×2
Mwezi Apartments | Utawala | walkup | bedsitter×8, one_bedroom×6
Palm Breeze | Diani / Ukunda | villa | two_bedroom×4, three_bedroom×2
Sokoni Plaza | Eldoret CBD | shop | shop×6, office_space×4
Amani Flats | Pipeline | walkup | single_room×12, bedsitter×10
Ngozi Tower | Upper Hill | office | office_space×6
Kijani Ridge | Tigoni | villa | four_bedroom×3
Tatu Meadows | Tatu City | maisonette | three_bedroom×6 | sale
Pepo Heights | Hurlingham | tower | studio×6, one_bedroom×6, penthouse×1
Faru Court | Nairobi West | walkup | one_bedroom×6, two_bedroom×4
Shaba Godowns | Athi River | godown | godown_bay×4
Mawingu Estate | Nanyuki | bungalow | three_bedroom×4 | sale
Imani Apartments | Kahawa Sukari | walkup | bedsitter×6, one_bedroom×6
Twiga Residency | Ongata Rongai | walkup | one_bedroom×6, two_bedroom×6
Maua Court | Kiambu Town | walkup | one_bedroom×4, two_bedroom×6
Pwani Terraces | Mtwapa | walkup | one_bedroom×5, two_bedroom×5
Simba Square | Nakuru CBD | shop | shop×6
Kilima Plots | Kiserian | plot | plot_of_land×6 | sale
Upendo Flats | Kayole | walkup | single_room×8, bedsitter×6
Lily Gardens | Spring Valley | villa | four_bedroom×3
Nyota Apartments | Kondele | walkup | bedsitter×6, one_bedroom×4
Chui House | Embakasi | walkup | one_bedroom×6, two_bedroom×6
Sandalwood Court | Loresho | maisonette | four_bedroom×4 | sale
Mlima View | Nyeri | bungalow | two_bedroom×4
Coral Court | Kizingo | tower | two_bedroom×4, three_bedroom×4
Umoja Towers | Buruburu | walkup | two_bedroom×6
Savanna Plots | Isinya | plot | plot_of_land×6 | sale
Kapsoya Gardens | Kapsoya | walkup | one_bedroom×4, two_bedroom×4
Malindi Sands | Malindi | villa | two_bedroom×3, three_bedroom×2
Membley Close | Membley | maisonette | four_bedroom×4
Hekima Court | Kinoo | walkup | bedsitter×6, one_bedroom×4`;

export const plannedProperties: readonly PlannedProperty[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', estate = '', kind = 'walkup', units = '', sale] = line.split('|').map((part) => part.trim());
    return {
      name,
      estate,
      kind: kind as DrawingKind,
      units: units.split(', ').map((part) => {
        const [type = '', count = '1'] = part.split('×');
        return [type, Number(count)] as const;
      }),
      sale: sale === 'sale',
    };
  });

/** The price range in thousands of shillings, by tier 1 to 5 of the estate: the rent of a month, or the full price of a sale. */
type Band = readonly [from: number, to: number];
const no: Band = [0, 0];
const rents: Readonly<Record<string, readonly [Band, Band, Band, Band, Band]>> = {
  single_room: [no, no, [6, 8], [4, 6], [2.5, 4.5]],
  hostel_bed: [no, no, [7, 9], [4.5, 6.5], [3, 4.5]],
  bedsitter: [
    [25, 35],
    [20, 30],
    [12, 18],
    [7, 12],
    [5, 8],
  ],
  studio: [
    [55, 80],
    [35, 60],
    [18, 28],
    [12, 18],
    [8, 11],
  ],
  one_bedroom: [
    [80, 130],
    [45, 80],
    [22, 35],
    [12, 20],
    [8, 13],
  ],
  two_bedroom: [
    [110, 180],
    [65, 120],
    [32, 55],
    [18, 30],
    [13, 20],
  ],
  three_bedroom: [
    [150, 280],
    [90, 170],
    [45, 75],
    [28, 45],
    [18, 28],
  ],
  four_bedroom: [
    [250, 480],
    [180, 300],
    [70, 120],
    [40, 70],
    [30, 45],
  ],
  five_bedroom: [
    [320, 600],
    [220, 340],
    [95, 140],
    [55, 80],
    [40, 60],
  ],
  penthouse: [
    [280, 450],
    [190, 320],
    [90, 130],
    [60, 80],
    [40, 60],
  ],
  shop: [
    [90, 160],
    [60, 120],
    [35, 70],
    [20, 40],
    [12, 25],
  ],
  stall: [
    [30, 50],
    [20, 35],
    [12, 20],
    [8, 14],
    [5, 9],
  ],
  office_space: [
    [180, 420],
    [120, 385],
    [60, 140],
    [35, 80],
    [20, 45],
  ],
  godown_bay: [
    [300, 500],
    [260, 420],
    [220, 360],
    [160, 280],
    [120, 200],
  ],
};
const prices: Readonly<Record<string, readonly [Band, Band, Band, Band, Band]>> = {
  two_bedroom: [
    [16000, 26000],
    [8500, 14000],
    [6000, 9000],
    [4000, 6000],
    [2800, 4000],
  ],
  three_bedroom: [
    [20000, 35000],
    [12000, 22000],
    [8000, 14000],
    [5500, 9000],
    [4000, 6000],
  ],
  four_bedroom: [
    [45000, 110000],
    [25000, 60000],
    [12000, 22000],
    [8000, 14000],
    [6000, 9000],
  ],
  five_bedroom: [
    [65000, 180000],
    [35000, 80000],
    [16000, 28000],
    [10000, 18000],
    [8000, 12000],
  ],
  plot_of_land: [
    [12000, 30000],
    [10000, 25000],
    [4000, 9000],
    [900, 4000],
    [600, 1500],
  ],
};

/** Counties in which the ranges above apply. Other counties are cheaper. */
const dear = new Set(['047', '022', '034', '016']);

export function calculateDemoPrice(type: string, sale: boolean, tier: number, county: string, roll: number): number {
  const band = (sale ? prices : rents)[type]?.[Math.min(5, Math.max(1, tier)) - 1] ?? [20, 40];
  const factor = dear.has(county) ? 1 : 0.68;
  const raw = (band[0] + (band[1] - band[0]) * roll) * factor * 1000;
  const step = raw > 5_000_000 ? 100_000 : raw > 500_000 ? 50_000 : raw > 50_000 ? 1000 : 500;
  return convertShillingsToCents(Math.max(step, Math.round(raw / step) * step));
}

/** The range of the area in square metres. */
export const areaBands: Readonly<Record<string, Band>> = {
  single_room: [10, 14],
  hostel_bed: [8, 10],
  bedsitter: [18, 26],
  studio: [28, 40],
  one_bedroom: [40, 60],
  two_bedroom: [62, 98],
  three_bedroom: [105, 160],
  four_bedroom: [170, 260],
  five_bedroom: [280, 420],
  penthouse: [180, 260],
  shop: [18, 60],
  stall: [6, 12],
  office_space: [45, 280],
  godown_bay: [280, 720],
  plot_of_land: [465, 465],
};

export const propertyTypeByDrawingKind: Readonly<Record<DrawingKind, string>> = {
  tower: 'apartment',
  walkup: 'apartment',
  maisonette: 'maisonette',
  bungalow: 'bungalow',
  villa: 'villa',
  shop: 'shops',
  office: 'office',
  godown: 'godown',
  plot: 'plot',
};
