import { chooseStatementColumns, type ParsedStatementLine, parseStatement, parseStatementLine } from '#contract/bank-statement/statement.ts';
import { findStatementTemplate, type StatementTemplateKey, statementTemplates } from '#contract/bank-statement/templates.ts';
import { toCents, toDecimalText } from '#contract/money/cents.ts';
import { type GeneratedHome, monthlyRents, pickOne } from './homes.ts';

/**
 * Bank lines of rent in the formats of eight banks, as the banks write them and payers fill them in. `home` is the tenancy that a person would name;
 * null if several fit equally.
 */
export type GeneratedLine<Home extends GeneratedHome = GeneratedHome> = {
  readonly bank: StatementTemplateKey;
  readonly written: Written;
  readonly home: Home | null;
};
type Written = { readonly day: string; readonly cents: number; readonly details: string; readonly reference: string; readonly payer: string };

type Payer = { readonly name: string; readonly phone: string; readonly typed: string };
type Bank = {
  readonly key: StatementTemplateKey;
  /** The bank writes the full phone number, a masked one, or none. */
  readonly shows: 'phone' | 'masked' | 'none';
  readonly details: (payer: Payer, code: string) => string;
  readonly day?: (day: string) => string;
};
const masked = (phone: string): string => `${phone.slice(1, 5)}****${phone.slice(-3)}`;
const local = (phone: string): string => `0${phone.slice(4)}`;
const slash = (day: string): string => day.split('-').toReversed().join('/');
const banks: readonly Bank[] = [
  {
    key: 'kcb',
    shows: 'phone',
    day: slash,
    details: ({ name, phone, typed }, code) => `MPS ${phone.slice(1)} ${code} ${typed} ${name.slice(0, 22)}`,
  },
  { key: 'equity', shows: 'phone', day: slash, details: ({ name, phone, typed }, code) => `MPESA ${code} ${name} ${local(phone)} ${typed}` },
  { key: 'cooperative', shows: 'phone', details: ({ name, phone, typed }, code) => `${code}~${phone.slice(1)}~${typed}~${name}` },
  { key: 'ncba', shows: 'phone', details: ({ name, phone, typed }) => `MOBILE MONEY ${local(phone)} ${name.slice(0, 18)} REF ${typed}` },
  { key: 'absa', shows: 'none', day: slash, details: ({ name, typed }) => `INWARD EFT B/O ${name}/RENT ${typed}` },
  { key: 'stanbic', shows: 'none', day: slash, details: ({ name, typed }, code) => `PESALINK TRANSFER FROM ${name} ${code} ${typed}` },
  { key: 'dtb', shows: 'none', day: slash, details: ({ name, typed }, code) => `RTGS-${code}-${name}-${typed}` },
  {
    key: 'mpesa',
    shows: 'masked',
    day: (day) => `${day} 10:01:00`,
    details: ({ name, phone, typed }) => `Pay Bill from ${masked(phone)} - ${name} Acc. ${typed.slice(0, 20).trim()}`,
  },
];

const mistype = (code: string, random: () => number): string => {
  const at = 3 + Math.floor(random() * (code.length - 3));
  return `${code.slice(0, at)}${code[at] === '7' ? 'K' : '7'}${code.slice(at + 1)}`;
};
const bare = (code: string): string => code.replace('-', '');
const houseWord = (unit: string): string => (/^house/i.test(unit) ? unit : `HSE ${unit.replace(/^([A-Z])(\d)/, '$1 $2')}`);
const months = ['JAN', 'FEB', 'MARCH', '3/2027', '03-03-2027'];

type Habit = {
  readonly share: number;
  /** What the text says about the home, by which a person tells it from others. */
  readonly says: readonly ('code' | 'unit' | 'property' | 'tenant')[];
  /** Who pays: the tenant, a stranger, or the tenant of another home. */
  readonly by?: 'stranger' | 'neighbour';
  readonly typed: (home: GeneratedHome, random: () => number) => string;
};
/** What payers enter, by frequency. */
const habits: readonly Habit[] = [
  { share: 20, says: ['code'], typed: ({ code }) => bare(code) },
  { share: 8, says: ['code'], typed: ({ code }, random) => mistype(bare(code), random) },
  { share: 10, says: ['unit', 'property'], typed: ({ unit, property }) => `${property} ${unit}` },
  { share: 6, says: ['unit', 'property'], typed: ({ unit, property }) => `${unit} ${property.split(' ')[0]}` },
  { share: 14, says: ['unit'], typed: ({ unit }) => unit },
  { share: 10, says: ['unit'], typed: ({ unit }) => houseWord(unit) },
  { share: 8, says: [], typed: () => 'RENT' },
  { share: 4, says: [], typed: (_, random) => `RENT ${pickOne(random, months)}` },
  { share: 2, says: [], typed: ({ cents }) => `KES ${cents / 100}.00 A/C RENT` },
  { share: 5, says: ['unit'], typed: ({ unit }, random) => `RENT ${pickOne(random, months)} ${houseWord(unit)}` },
  { share: 5, says: ['unit', 'tenant'], by: 'stranger', typed: ({ unit, name }) => `${houseWord(unit)} ${name}` },
  { share: 3, says: ['unit', 'property'], by: 'neighbour', typed: ({ unit, property }) => `${property} ${unit}` },
  { share: 3, says: ['code'], by: 'neighbour', typed: ({ code }) => bare(code) },
  { share: 2, says: ['unit', 'tenant'], by: 'neighbour', typed: ({ unit, name }) => `${houseWord(unit)} ${name}` },
];
const weighted = habits.flatMap((habit) => Array.from({ length: habit.share }, () => habit));
const noise = ['CASH DEPOSIT WESTLANDS BRANCH', 'INTEREST CREDIT', 'CHQ CLEARING 004512', 'SALARY REFUND HQ', 'TILL SETTLEMENT'];
const mostTyped = 20;
/** A name without the number behind it: payers write JACARANDA for Jacaranda Heights 2 too. */
const shortName = (property: string): string => property.split(' ')[0] ?? '';

/** Whether another home fits everything that the line says, so that no person can tell them apart. */
function isAmbiguous(homes: readonly GeneratedHome[], home: GeneratedHome, habit: Habit, { shows }: Bank, cents: number): boolean {
  const says = (what: Habit['says'][number]) => habit.says.includes(what);
  if (says('code')) return false;
  const isPayerKnown = habit.by === undefined || says('tenant');
  const hasPhone = shows !== 'none' && habit.by === undefined;
  return homes.some(
    (other) =>
      other !== home &&
      (!isPayerKnown || other.name === home.name || (hasPhone && other.phone === home.phone)) &&
      (!says('unit') || other.unit === home.unit) &&
      (!says('property') ||
        (isPayerKnown && says('unit') ? shortName(other.property) === shortName(home.property) : other.property === home.property)) &&
      (other.cents === home.cents || cents !== home.cents),
  );
}

export function generateLines<Home extends GeneratedHome>(
  homes: readonly Home[],
  count: number,
  day: string,
  random: () => number,
): GeneratedLine<Home>[] {
  // While there are enough, each home is paid once, because an import finds its invoice paid the second time.
  const left = homes.map((home) => ({ home, at: random() })).sort((a, b) => a.at - b.at);
  return Array.from({ length: count }, (_, n) => {
    const bank = banks[n % banks.length];
    if (!bank) throw new Error('no bank');
    const home = random() < 0.05 ? null : (left.pop()?.home ?? pickOne(random, homes));
    const chosen = pickOne(random, weighted);
    // An M-Pesa account number has at most twenty characters, so a payer types less.
    const isTooLong = home !== null && bank.key === 'mpesa' && chosen.typed(home, random).length > mostTyped;
    const habit = isTooLong ? { ...chosen, says: ['code'] as const, typed: ({ code }: GeneratedHome) => bare(code) } : chosen;
    const code = `T${Array.from({ length: 9 }, () => pickOne(random, [...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'])).join('')}`;
    // A twentieth of the payers pay another amount than they owe.
    const cents = home ? home.cents - (random() < 0.05 ? 50_000 : 0) : pickOne(random, monthlyRents) * 100;
    const neighbours = homes.filter((other) => other !== home && other.cents === home?.cents);
    const other = neighbours.length > 0 ? pickOne(random, neighbours) : home;
    const payer = habit.by === 'stranger' ? { name: 'Zipporah Kerubo', phone: '+254799000111' } : habit.by === 'neighbour' ? other : home;
    const said =
      home && payer ? { ...payer, typed: habit.typed(home, random) } : { name: '', phone: '+254700000000', typed: noise[n % noise.length] ?? '' };
    const details = bank.details({ name: said.name.toUpperCase(), phone: said.phone, typed: said.typed.toUpperCase() }, code);
    return {
      bank: bank.key,
      written: { day, cents, details, reference: code, payer: `${masked(said.phone)} - ${said.name.toUpperCase()}` },
      home: home && isAmbiguous(homes, home, habit, bank, cents) ? null : home,
    };
  });
}
/** A file of lines of one bank, with its headings and a running balance. */
export function writeStatement(key: StatementTemplateKey, lines: readonly GeneratedLine[]): string {
  const columns = Object.entries(statementTemplates[key].columns);
  const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(',');
  const writeDay = banks.find((bank) => bank.key === key)?.day;
  let balance = 0;
  const rows = lines.map(({ written: { day, cents, details, reference, payer } }) => {
    balance += cents;
    const cells: Record<string, string> = {
      day: writeDay?.(day) ?? day,
      in: toDecimalText(toCents(cents)),
      out: '',
      balance: toDecimalText(toCents(balance)),
      details,
      payer,
      reference: key === 'mpesa' ? reference : `${key.slice(0, 2).toUpperCase()}${reference}`,
    };
    return quoted(columns.map(([column]) => cells[column] ?? ''));
  });
  return `${[quoted(columns.map(([, heading]) => heading)), ...rows].join('\n')}\n`;
}

/** Reads generated lines as the import of a statement does: one statement for each bank. */
export function readGeneratedLines<Line extends GeneratedLine>(lines: readonly Line[]): ReadonlyMap<Line, ParsedStatementLine> {
  const read = new Map<Line, ParsedStatementLine>();
  for (const [bank, of] of Map.groupBy(lines, (line) => line.bank)) {
    const statement = parseStatement(writeStatement(bank, of));
    if (!statement || findStatementTemplate(statement.head) === null) throw new Error(`the statement of ${bank} was not read`);
    const columns = chooseStatementColumns(statement.head);
    for (const [at, line] of of.entries()) {
      const row = statement.rows[at];
      if (!row || statement.rows.length !== of.length) throw new Error(`the statement of ${bank} has ${statement.rows.length} lines`);
      read.set(line, parseStatementLine(row, columns));
    }
  }
  return read;
}

/** Reads a generated line as the import of a statement does, by the format of its bank. */
export function readGeneratedLine(line: GeneratedLine): ParsedStatementLine {
  const read = parseStatement(writeStatement(line.bank, [line]));
  const row = read?.rows[0];
  if (!read || !row || findStatementTemplate(read.head) === null) throw new Error(`the statement of ${line.bank} was not read`);
  return parseStatementLine(row, chooseStatementColumns(read.head));
}
