import { findAccountNumber, guessStatementColumns, parsePayer, parseStatement, parseStatementLine } from '#contract/bank-statement/statement.ts';
import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { minAutoMatchScore } from '#contract/matching/match.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { formatStatementLineText } from '#server/bank-statement/lookups.ts';
import { sealPhone } from '#server/collection/service.ts';
import { findMatchCandidates } from '#server/matching/service.ts';
import type { TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addProperty, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { runAsPerson } from '#test/people.ts';

/**
 * Tenancies of several companies that Makao collects for, and bank lines of their rent as eight banks write them and payers fill them in, to measure
 * how many are matched with the right tenancy. The data is generated with a fixed seed.
 */
export type GeneratedHome = {
  readonly id: number;
  readonly code: string;
  readonly unit: string;
  readonly property: string;
  readonly name: string;
  readonly phone: string;
  readonly cents: number;
};
/** A bank line, and the tenancy it is for; null: no payer could be identified by it. */
export type GeneratedLine = { readonly bank: string; readonly csv: string; readonly home: GeneratedHome | null; readonly text: string };

const firstNames = 'Asha,Mary,John,Peter,Grace,Joseph,Faith,Brian,Mercy,Kevin,Esther,David,Jane,Samuel,Lucy,Paul,Ann,James,Rose,Victor'.split(',');
const middleNames = 'Wanjiru,Achieng,Mutua,Kiprono,Njeri,Omondi,Wambui,Chebet,Atieno,Kamau,Nyambura,Mumo,Jepkoech,Barasa,Wairimu,Odhiambo'.split(',');
const lastNames =
  'Otieno,Kamau,Mwangi,Wanjiku,Kiptoo,Njoroge,Ouma,Maina,Mutiso,Cheruiyot,Wekesa,Ndungu,Karanja,Hassan,Korir,Were,Kariuki,Muthoni'.split(',');
const properties = 'Jacaranda Heights,Acacia Court,Umoja Plaza,Kilimani View,Riverside Park,Sunrise Apartments,Baraka House,Tassia Gardens'.split(
  ',',
);
const rents = [8_500, 12_000, 15_000, 18_000, 22_000, 25_000, 30_000, 35_000, 45_000, 60_000];

export function makeRandom(seed: number): () => number {
  let at = seed;
  return () => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at / 2 ** 32;
  };
}

/** Creates tenancies with one open rent invoice each, in properties of four companies with the same unit names. */
export async function createNarratedHomes(services: TestServices, count: number, random: () => number): Promise<GeneratedHome[]> {
  const { db } = services.database;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const owners = [];
  for (let n = 0; n < 4; n++) {
    const here = await createOwnerWithUnit(services);
    await setTrustMode(services, here.owner.me.companyId ?? 0);
    owners.push(here.owner);
  }
  const homes: GeneratedHome[] = [];
  const perProperty = 25;
  for (let at = 0; at < Math.ceil(count / perProperty); at++) {
    const owner = owners[at % owners.length];
    const suffix = at < properties.length ? '' : ` ${Math.floor(at / properties.length) + 1}`;
    const name = `${properties[at % properties.length]}${suffix}`;
    const property = await addProperty(services, owner?.me.companyId ?? 0, { name });
    for (let n = 0; n < perProperty && homes.length < count; n++) {
      const unit = `${'ABC'[n % 3]}${n < 9 ? n + 1 : 100 + n}`;
      const cents = toCents(pick(rents) * 100);
      const tenant = `${pick(firstNames)} ${pick(middleNames)} ${pick(lastNames)}`;
      const phone = `+2547${String(10_000_000 + homes.length * 7_919).slice(0, 8)}`;
      const unitId = await addUnit(services, property, { name: unit, rent_cents: cents });
      const id = await createOccupiedTenancy(services, property, {
        unitId,
        rentCents: cents,
        people: [{ somebody: { personId: null, name: tenant, phone, email: null }, role: 'lead', shareBp: 10_000 }],
      });
      if (owner) await runAsPerson(services, owner, (ctx) => issueRentInvoice(ctx, id, cents));
      const { code } = await db.selectFrom('tenancy').select('code').where('id', '=', id).executeTakeFirstOrThrow();
      homes.push({ id, code, unit, property: name, name: tenant, phone, cents });
    }
  }
  return homes;
}

type Payer = { readonly name: string; readonly phone: string; readonly typed: string };
type Bank = { readonly name: string; readonly head: string; readonly line: (day: string, sum: string, payer: Payer, code: string) => string };
const masked = (phone: string): string => `${phone.slice(1, 5)}****${phone.slice(-3)}`;
const local = (phone: string): string => `0${phone.slice(4)}`;
const slash = (day: string): string => day.split('-').toReversed().join('/');
const banks: readonly Bank[] = [
  {
    name: 'KCB',
    head: 'Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance,Bank Reference Number',
    line: (day, sum, { name, phone, typed }, code) =>
      `${slash(day)},${slash(day)},MPS ${phone.slice(1)} ${code} ${typed} ${name.slice(0, 22)},,"${sum}",1.00,FT24${code.slice(0, 6)}`,
  },
  {
    name: 'Equity',
    head: 'Date,Narrative,Debit,Credit,Balance',
    line: (day, sum, { name, phone, typed }, code) => `${slash(day)},MPESA ${code} ${name} ${local(phone)} ${typed},,"${sum}",1.00`,
  },
  {
    name: 'Co-operative',
    head: 'TRANSACTION DATE,VALUE DATE,DESCRIPTION,REFERENCE,DEBIT,CREDIT,BALANCE',
    line: (day, sum, { name, phone, typed }, code) => `${day},${day},${code}~${phone.slice(1)}~${typed}~${name},C${code},,"${sum}",1.00`,
  },
  {
    name: 'NCBA',
    head: 'Posting Date,Description,Reference,Debit,Credit,Running Balance',
    line: (day, sum, { name, phone, typed }, code) => `${day},MOBILE MONEY ${local(phone)} ${name.slice(0, 18)} REF ${typed},M${code},,"${sum}",1.00`,
  },
  {
    name: 'Absa',
    head: 'Date,Description,Customer Reference,Debit Amount,Credit Amount,Balance',
    line: (day, sum, { name, typed }, code) => `${slash(day)},INWARD EFT B/O ${name}/RENT ${typed},${code},,"${sum}",1.00`,
  },
  {
    name: 'Stanbic',
    head: 'Value Date,Narration,Debit,Credit,Balance',
    line: (day, sum, { name, typed }, code) => `${slash(day)},PESALINK TRANSFER FROM ${name} ${code} ${typed},,"${sum}",1.00`,
  },
  {
    name: 'DTB',
    head: 'Transaction Date,Particulars,Instrument,Debit,Credit,Balance',
    line: (day, sum, { name, typed }, code) => `${slash(day)},RTGS-${code}-${name}-${typed},,,"${sum}",1.00`,
  },
  {
    name: 'Safaricom',
    head: 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info',
    line: (day, sum, { name, phone, typed }, code) =>
      `${code},${day} 10:01:00,Pay Bill from ${masked(phone)} - ${name} Acc. ${typed.slice(0, 20)},Completed,"${sum}",,1.00,${masked(phone)} - ${name}`,
  },
];

const mistype = (text: string, random: () => number): string => {
  const at = 4 + Math.floor(random() * (text.length - 4));
  return `${text.slice(0, at)}${text[at] === '7' ? 'K' : '7'}${text.slice(at + 1)}`;
};
const strangers = ['CASH DEPOSIT WESTLANDS BRANCH', 'INTEREST CREDIT', 'CHQ CLEARING 004512', 'SALARY REFUND HQ', 'TILL SETTLEMENT'];

/** What payers enter, by frequency: [share, text by home]. Each names the tenancy in a way that a person would recognise. */
const habits: readonly (readonly [number, (home: GeneratedHome, random: () => number) => Partial<Payer>])[] = [
  [24, ({ code }) => ({ typed: code.replace('-', '') })],
  [8, ({ code }, random) => ({ typed: mistype(code.replace('-', ''), random) })],
  [10, ({ unit, property }) => ({ typed: `${property} ${unit}` })],
  [6, ({ unit, property }) => ({ typed: `${unit} ${property.split(' ')[0]}` })],
  [18, ({ unit }) => ({ typed: unit })],
  [8, ({ unit }) => ({ typed: `HSE ${unit.slice(0, 1)} ${unit.slice(1)}` })],
  [10, () => ({ typed: 'RENT' })],
  [6, ({ unit }, random) => ({ typed: `RENT ${['JAN', 'FEB', 'MAR'][Math.floor(random() * 3)]} ${unit}` })],
  // A relative pays and names the tenant and the unit.
  [5, ({ unit, name }) => ({ name: 'Zipporah Kerubo', phone: '+254799000111', typed: `${unit} ${name}` })],
];

export function generateLines(homes: readonly GeneratedHome[], count: number, day: string, random: () => number): GeneratedLine[] {
  const weighted = habits.flatMap(([share, habit]) => Array.from({ length: share }, () => habit));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  return Array.from({ length: count }, (_, n) => {
    const bank = banks[n % banks.length] as Bank;
    const home = random() < 0.05 ? null : pick(homes);
    const habit = pick(weighted);
    const own = home ? { name: home.name, phone: home.phone, typed: 'RENT', ...habit(home, random) } : null;
    const payer = own ?? { name: '', phone: '+254700000000', typed: strangers[n % strangers.length] ?? '' };
    const code = `T${Array.from({ length: 9 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'[Math.floor(random() * 34)]).join('')}`;
    // A twentieth of the payers pay another amount than they owe.
    const cents = home ? home.cents - (random() < 0.05 ? 50_000 : 0) : pick(rents) * 100;
    const sum = (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });
    const line = bank.line(day, sum, { ...payer, name: payer.name.toUpperCase(), typed: payer.typed.toUpperCase() }, code);
    return { bank: bank.name, csv: `${bank.head}\n${line}\n`, home, text: line };
  });
}

export type MatchingRate = {
  readonly lines: number;
  readonly right: number;
  readonly automatic: number;
  readonly wrongAutomatic: readonly string[];
  readonly missed: readonly string[];
};
/**
 * Reads each line as an import does, and compares the best candidate on the account of Makao with the right tenancy. Without its text, a line is
 * matched by account number, payer and amount only.
 */
export async function measureMatching(services: TestServices, lines: readonly GeneratedLine[], { withText = true } = {}): Promise<MatchingRate> {
  const [wrongAutomatic, missed]: [string[], string[]] = [[], []];
  let automatic = 0;
  for (const { bank, csv, home, text } of lines) {
    const read = parseStatement(csv);
    const row = read?.rows[0];
    if (!read || !row) throw new Error(`the statement of ${bank} was not read`);
    const line = parseStatementLine(row, guessStatementColumns(read.head));
    const { name, phone } = parsePayer(line.payer);
    const paid: PaymentMatchingFacts = {
      ...{ account: findAccountNumber(line), cents: line.cents ?? toCents(0), on: line.day ?? clock.today(), payer: name },
      ...{
        tail: sealPhone(phone).phone_tail ?? '',
        phoneMark: null,
        came: clock.now(),
        ...(withText ? { text: formatStatementLineText(line) } : {}),
      },
    };
    const { best } = await findMatchCandidates(services.database.db, { company_id: null, fund: 'C' }, paid);
    const isAutomatic = (best?.match.score ?? 0) >= minAutoMatchScore;
    const isRight = best?.home.tenancyId === home?.id;
    const what = `${bank}: ${text} → ${best ? `${best.home.code} ${best.home.unit} ${best.home.name} (${best.match.reasons.map(({ what }) => what).join(', ')})` : 'no candidate'}; right: ${home ? `${home.code} ${home.unit} ${home.property} ${home.name}` : 'none'}`;
    if (isAutomatic) automatic++;
    if (isAutomatic && !isRight) wrongAutomatic.push(what);
    // A line that names no tenant is right if it is left to a person.
    if (home ? !isRight : isAutomatic) missed.push(what);
  }
  return { lines: lines.length, right: lines.length - missed.length, automatic, wrongAutomatic, missed };
}
export const statementDay = (): string => addDays(clock.today(), -1);
