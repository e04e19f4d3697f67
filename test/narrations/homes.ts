import { type Cents, toCents } from '#contract/money/cents.ts';

/** A tenancy to which generated bank lines are matched. `company` is a number from 0. */
export type GeneratedHome = {
  readonly company: number;
  readonly code: string;
  readonly unit: string;
  readonly property: string;
  readonly name: string;
  readonly phone: string;
  readonly cents: Cents;
};

const firstNames = 'Asha,Mary,John,Peter,Grace,Joseph,Faith,Brian,Mercy,Kevin,Esther,David,Jane,Samuel,Lucy,Paul,Ann,James,Rose,Victor'.split(',');
const middleNames = 'Wanjiru,Achieng,Mutua,Kiprono,Njeri,Omondi,Wambui,Chebet,Atieno,Kamau,Nyambura,Mumo,Jepkoech,Barasa,Wairimu,Odhiambo'.split(',');
const lastNames =
  'Otieno,Kamau,Mwangi,Wanjiku,Kiptoo,Njoroge,Ouma,Maina,Mutiso,Cheruiyot,Wekesa,Ndungu,Karanja,Hassan,Korir,Were,Kariuki,Muthoni'.split(',');
const properties = 'Jacaranda Heights,Acacia Court,Umoja Plaza,Kilimani View,Riverside Park,Sunrise Apartments,Baraka House,Tassia Gardens'.split(
  ',',
);
export const monthlyRents = [8_500, 12_000, 15_000, 18_000, 22_000, 25_000, 30_000, 35_000, 45_000, 60_000];
export const companyCount = 4;
const perProperty = 25;
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function makeRandom(seed: number): () => number {
  let at = seed;
  return () => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at / 2 ** 32;
  };
}
export const pickOne = <T>(random: () => number, all: readonly [T, ...T[]] | readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** The ways to name units: A1 and A10 side by side, numbers, 2A and 12A, House 3, and single letters. */
const unitNames: readonly ((n: number) => string)[] = [
  (n) => `${'AB'[n % 2]}${Math.floor(n / 2) + 1}`,
  (n) => `${'ABC'[n % 3]}${n < 9 ? n + 1 : 100 + n}`,
  (n) => `${n + 1}`,
  (n) => `${Math.floor(n / 2) + 1}${'AB'[n % 2]}`,
  (n) => `House ${n + 1}`,
  (n) => String.fromCharCode(65 + n),
];

/**
 * Tenancies of several companies with one open rent invoice each. Every twentieth tenant has the name of another, some share a phone number with
 * another, and some rent a second home.
 */
export function generateHomes(count: number, random: () => number): GeneratedHome[] {
  const homes: GeneratedHome[] = [];
  for (let n = 0; n < count; n++) {
    const at = Math.floor(n / perProperty);
    const suffix = at < properties.length ? '' : ` ${Math.floor(at / properties.length) + 1}`;
    const other = homes.length === 0 ? undefined : pickOne(random, homes);
    const chance = random();
    const last = chance < 0.08 && other ? (other.name.split(' ').at(-1) ?? '') : pickOne(random, lastNames);
    const own = `${pickOne(random, firstNames)} ${pickOne(random, middleNames)} ${last}`;
    const ownPhone = `+2547${String(10_000_000 + n * 7_919).slice(0, 8)}`;
    homes.push({
      company: at % companyCount,
      code: `TCY-${Array.from({ length: 6 }, () => pickOne(random, [...codeLetters])).join('')}`,
      unit: pickOne(random, [unitNames[at % unitNames.length] ?? String])(n % perProperty),
      property: `${properties[at % properties.length]}${suffix}`,
      name: other && chance < 0.07 && chance >= 0.02 ? other.name : own,
      // A couple shares a number, and a person with two homes has one.
      phone: other && (chance < 0.04 || (chance >= 0.07 && chance < 0.08)) ? other.phone : ownPhone,
      cents: toCents((other && chance < 0.08 && random() < 0.5 ? other.cents / 100 : pickOne(random, monthlyRents)) * 100),
    });
  }
  return homes;
}
