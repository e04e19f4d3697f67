import { type CompanyKind, type UserType, userTypes } from '#contract/kernel/roles.ts';
import type { DemoDatabase } from '../demo-database.ts';
import { createSeededRandom } from '../seeded-dice.ts';
import { demoAccounts } from './accounts.ts';

/** Adds sixty people beside the accounts of the sign-in page, enough for pages, filters and actions. They are always the same. */
const women =
  'Wanjiku Njeri Wambui Wangari Akinyi Achieng Atieno Adhiambo Chebet Jepkosgei Cherono Nafula Nekesa Mwende Kanini Mumbua Kerubo Moraa Fatuma Amina Halima Zainab Naserian'.split(
    ' ',
  );
const womenEnglish = 'Grace Mercy Faith Joy Esther Ruth Purity Winnie Brenda Sharon'.split(' ');
const men =
  'Kamau Mwangi Kariuki Njoroge Otieno Ochieng Odhiambo Omondi Kiprop Kipchoge Cheruiyot Wafula Barasa Simiyu Mutua Musyoka Kioko Onyango Nyambane Ondieki Abdi Hassan Lekishon'.split(
    ' ',
  );
const menEnglish = 'Brian Kevin Dennis Peter John James Samuel Victor Collins'.split(' ');
const surnames =
  "Kamau Mwangi Njuguna Gitau Ndung'u Waweru Kimani Otieno Ouma Owino Okoth Odera Koech Rotich Kiptoo Langat Wekesa Shikuku Makokha Mutiso Kilonzo Nzioka Momanyi Nyaboke Omar Noor Farah Mwakio Kazungu Charo".split(
    ' ',
  );

/** The counties with most homes: Nairobi, Mombasa, Kiambu, Nakuru, Kisumu, Uasin Gishu. */
const regions = ['047', '001', '022', '032', '042', '027'] as const;
const streets: Readonly<Record<string, string>> = {
  '047': 'Ngong Road, Nairobi',
  '001': 'Moi Avenue, Mombasa',
  '022': 'Biashara Street, Thika',
  '032': 'Kenyatta Avenue, Nakuru',
  '042': 'Oginga Odinga Street, Kisumu',
  '027': 'Uganda Road, Eldoret',
};
const firmNames: Readonly<Record<CompanyKind, readonly string[]>> = {
  owner: [
    '{s} Properties',
    'Jacaranda Heights Ltd',
    '{s} & Sons',
    'Sunbird Court Ltd',
    '{s} Family Homes',
    'Baraka Plaza Ltd',
    'Ushirika Gardens Ltd',
  ],
  agent: ['{s} Realtors', 'Makazi Bora Agency', 'Pwani Lettings', '{s} Property Agents', 'Nyumba Chapchap Agency'],
  dealer: ['{s} Field Partners', 'Kaunti Field Services', 'Bonde Partners'],
};

/** The number of people of each type, and the status of some of them. */
const plan: readonly { readonly type: UserType; readonly count: number }[] = [
  { type: 'superadmin', count: 1 },
  { type: 'admin', count: 3 },
  { type: 'subadmin', count: 6 },
  { type: 'dealer', count: 5 },
  { type: 'owner', count: 14 },
  { type: 'agent', count: 10 },
  { type: 'tenant', count: 20 },
  { type: 'default', count: 1 },
];
const statuses = ['verified', 'verified', 'pending', 'verified', 'verified', 'suspended', 'verified', 'pending', 'verified', 'rejected'] as const;

const keepsBooks = (type: UserType): boolean => type === 'superadmin' || type === 'admin';
const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

export async function fillMorePeople({ db }: DemoDatabase): Promise<void> {
  const roll = createSeededRandom(20261115);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;
  const used = new Set<string>(demoAccounts.map((account) => account.name));
  const nameOf = (): { first: string; last: string; name: string } => {
    for (;;) {
      const woman = roll() < 0.5;
      const first = pick(woman ? womenEnglish : menEnglish);
      const last = pick(surnames);
      const name = `${first} ${pick(woman ? women : men)} ${last}`;
      if (used.has(name) || name.split(' ')[1] === last) continue;
      used.add(name);
      return { first, last, name };
    }
  };
  const start = Date.UTC(2025, 10, 3, 6, 20);
  let n = 0;
  for (const { type, count } of plan) {
    for (let at = 0; at < count; at++) {
      const { first, last, name } = nameOf();
      const region = type === 'superadmin' || type === 'admin' ? null : (regions[at % regions.length] ?? '047');
      const kind = type === 'owner' || type === 'agent' || type === 'dealer' ? type : null;
      const created = new Date(start + (n * 6 + Math.floor(roll() * 5)) * 86_400_000 + Math.floor(roll() * 36_000_000));
      const tail = `${101 + n}`;
      const firm = kind
        ? (at < firmNames[kind].length ? (firmNames[kind][at] ?? '{s} Homes') : `{s} ${kind === 'agent' ? 'Agency' : 'Homes'}`).replace('{s}', last)
        : null;
      const company = kind && firm ? await addCompany(db, kind, firm, region, at, tail) : null;
      const status = kind ? (statuses[(at + 3) % statuses.length] ?? 'pending') : 'pending';
      const isNew = type === 'default';
      const person = {
        name,
        email: `${plain(first)}.${plain(last)}${tail}@makao.test`,
        email_verified: !isNew && at % 5 !== 4,
        phone: `+254700200${tail}`,
        user_type: userTypes[type],
        onboarding: isNew,
        is_active: at % 9 !== 7,
        company_id: company,
        region,
        verified_status: status,
        locale: type === 'tenant' && at % 3 === 1 ? ('sw' as const) : ('en' as const),
        last_sign_in_at: at % 4 === 2 ? null : new Date(Date.UTC(2026, 10, 1 + (n % 13), 5 + (n % 11), (n * 7) % 60)),
        // People of Makao have their role since they joined, and keep the books of the demo without signing in.
        ...(keepsBooks(type) ? { role_since: created, second_step_waived: true } : {}),
        created_at: created,
        updated_at: created,
      };
      await db.insertInto('person').values(person).execute();
      n += 1;
    }
  }
}

async function addCompany(db: DemoDatabase['db'], kind: CompanyKind, name: string, region: string | null, at: number, tail: string): Promise<number> {
  const grown = at % 3 !== 2;
  const row = await db
    .insertInto('company')
    .values({
      kind,
      name,
      region,
      business_type: grown ? (at % 2 === 0 ? 1 : 2) : null,
      kra_pin: grown ? `P0512${tail}0${at % 10}K`.slice(0, 11) : null,
      reg_no: grown ? `PVT-${tail}${at}` : null,
      phone: `+254700300${tail}`,
      email: `office@${plain(name).slice(0, 18)}.test`,
      address: region ? (streets[region] ?? null) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
