import { columnNames, squeezedHead } from '#contract/unit/mapping.ts';
import { type IntakeField, intakeFields, isUnitField } from './kinds.ts';

/** Names people give to the columns of a rent roll. Those of a unit are the import's own; where a rent roll means something else, these win. */
const own: Readonly<Partial<Record<IntakeField, readonly string[]>>> = {
  property: ['property', 'propertyname', 'building', 'buildingname', 'estate', 'apartmentname', 'mali', 'jengo', 'jinalajengo', 'plot', 'project'],
  tenant: [
    ...['tenant', 'tenantname', 'tenants', 'tenantsname', 'nameoftenant', 'occupant', 'occupantname', 'occupier', 'lessee', 'resident', 'client'],
    ...['clientname', 'customer', 'fullname', 'names', 'mpangaji', 'jinalampangaji', 'wapangaji', 'mkaaji'],
  ],
  phone: [
    'phone',
    'phoneno',
    'phonenumber',
    'tel',
    'telno',
    'telephone',
    'mobile',
    'mobileno',
    'contact',
    'contacts',
    'cell',
    'simu',
    'nambayasimu',
    'mpesano',
  ],
  since: [
    ...['since', 'movein', 'moveindate', 'movedin', 'datein', 'datemovedin', 'entrydate', 'dateofentry', 'startdate', 'leasestart', 'leasestartdate'],
    ...['tenancystart', 'occupiedsince', 'from', 'tangu', 'tarehe', 'tareheyakuingia', 'alihamia'],
  ],
  balance: [
    ...['balance', 'balances', 'arrears', 'arrear', 'bal', 'balancebf', 'balbf', 'bf', 'outstanding', 'outstandingbalance', 'openingbalance'],
    ...['owed', 'amountowed', 'rentarrears', 'due', 'balancedue', 'deni', 'madeni', 'salio'],
  ],
  deposit_held: ['depositpaid', 'depositheld', 'depositreceived', 'deposithelds', 'dhamanailiyolipwa', 'amanailiyoshikiliwa'],
};
/** Said by itself it may be anything: the serial number of a row, the name of a tenant, an amount of whatever. */
const weak: Readonly<Partial<Record<IntakeField, readonly string[]>>> = {
  name: ['no', 'number', 'name', 'jina', 'namba'],
  tenant: ['name', 'jina'],
  rent: ['amount', 'price', 'bei'],
};
/** What the unit's import calls these a rent roll calls otherwise. */
const notHere: Readonly<Partial<Record<IntakeField, readonly string[]>>> = {
  block: ['building', 'jengo'],
  available_from: ['movein'],
  unit_type: ['size'],
};

export const namesOf = (field: IntakeField): readonly string[] => {
  const names = isUnitField(field) ? columnNames[field].filter((name) => !notHere[field]?.includes(name)) : [];
  return [...names, ...(own[field] ?? [])];
};

/** The words a kind of sheet has for its columns. */
export type Lexicon<F extends string> = {
  readonly fields: readonly F[];
  readonly names: (field: F) => readonly string[];
  readonly weak: (field: F) => readonly string[];
};
export const weakOf = (field: IntakeField): readonly string[] => weak[field] ?? [];
export const rentRoll: Lexicon<IntakeField> = { fields: intakeFields, names: namesOf, weak: weakOf };

/** How well a head names a field: exactly 4, exactly but it may mean another 2, within a longer head 1. */
function fitOf<F extends string>(head: string, field: F, lexicon: Lexicon<F>): number {
  if (head === '') return 0;
  if (lexicon.weak(field).includes(head)) return 2;
  const names = lexicon.names(field);
  if (names.includes(head)) return 4;
  const within = names.filter((name) => name.length > 3 && head.includes(name)).sort((a, b) => b.length - a.length)[0];
  return within ? 1 + within.length / 1000 : 0;
}

/** Which field each column holds, the surest first, no field twice. What stands under a head counts too: 1, 2, 3 … is no name of a door. */
export function guessIn<F extends string>(lexicon: Lexicon<F>, heads: readonly string[], body: readonly (readonly string[])[] = []): (F | null)[] {
  const squeezed = heads.map(squeezedHead);
  const counted = (at: number) => {
    const cells = body.map((row) => row[at] ?? '').filter(Boolean);
    return cells.length > 2 && cells.every((cell, n) => cell.replace(/\.$/, '') === String(n + 1));
  };
  const fits = squeezed.flatMap((head, at) =>
    lexicon.fields.map((field, rank) => {
      const sure = fitOf(head, field, lexicon);
      return { at, field, rank, sure: field === 'name' && sure > 0 && counted(at) ? sure / 10 : sure };
    }),
  );
  const guessed: (F | null)[] = heads.map(() => null);
  const given = new Set<F>();
  for (const { at, field, sure } of fits.sort((a, b) => b.sure - a.sure || a.rank - b.rank || a.at - b.at)) {
    if (sure === 0 || guessed[at] || given.has(field)) continue;
    guessed[at] = field;
    given.add(field);
  }
  return guessed;
}
export const guessFields = (heads: readonly string[], body: readonly (readonly string[])[] = []) => guessIn(rentRoll, heads, body);

/** How many columns a row names for sure; a row with figures in it names none. */
export function namedIn<F extends string>(row: readonly string[], lexicon: Lexicon<F>): number {
  if (row.some((cell) => /^[\s(-]*(?:ksh|kes)?[\s.]*\d[\d\s,.]*(?:\/=)?[\s)]*$/i.test(cell))) return 0;
  const squeezed = row.map(squeezedHead);
  return lexicon.fields.filter((field) => squeezed.some((head) => fitOf(head, field, lexicon) >= 2)).length;
}
