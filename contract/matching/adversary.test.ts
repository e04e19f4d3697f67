import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { decideMatchResult, rankMatches } from './match.ts';

/** Payments that are for another tenancy than their facts suggest at first sight: none may be allocated automatically to the wrong one. */
const rent = toCents(4_500_000);
const target = (key: string, more: Partial<MatchTarget> = {}): MatchTarget => ({
  key,
  companyId: 1,
  accounts: [`TCY-${key}`],
  unit: 'A101',
  property: 'Jacaranda Heights',
  people: [{ name: 'John Kamau', tail: '126', mark: 'mark of john' }],
  open: [{ cents: rent, due: '2027-03-05' }],
  ...more,
});
const paid = (text: string, more: Partial<PaymentMatchingFacts> = {}): PaymentMatchingFacts => ({
  account: '',
  cents: rent,
  on: '2027-03-03',
  payer: '',
  tail: '',
  phoneMark: null,
  text,
  shared: false,
  ...more,
});
const allocated = (facts: PaymentMatchingFacts, all: readonly MatchTarget[]) => {
  const found = rankMatches(facts, all);
  return decideMatchResult(found) === 'matched' ? found[0]?.key : null;
};
const first = (facts: PaymentMatchingFacts, all: readonly MatchTarget[]) => rankMatches(facts, all)[0]?.key;
const johnsPhone = { marks: ['mark of john'] };

describe('numeric and one-letter units', () => {
  const namesake = (unit: string, other: string) => [
    target('OWNER2', { unit }),
    target('OTHER2', { unit: other, property: 'Acacia Court', people: [{ name: 'John Kamau', tail: '777', mark: 'mark of the other john' }] }),
  ];
  test.each([
    ['JOHN KAMAU RENT 3/2027', '3'],
    ['JOHN KAMAU RENT 03-03-2027', '3'],
    ['JOHN KAMAU RENT MARCH 3', '3'],
    ['JOHN KAMAU A/C 0113777 RENT', 'A'],
    ['INWARD EFT B/O JOHN KAMAU RENT', 'B'],
    ['JOHN KAMAU KES 45,000.00 RENT', '45'],
    ['JOHN K KAMAU 3 RENT', 'K3'],
  ])('%s does not name unit %s', (text, unit) => {
    for (const shared of [true, false]) expect(allocated(paid(text, { shared }), namesake(unit, '9'))).toBeNull();
  });
  test.each([
    ['JOHN KAMAU HSE 3', '3'],
    ['JOHN KAMAU HOUSE NO. 3 RENT 3/2027', '3'],
    ['JOHN KAMAU NYUMBA B', 'B'],
    ['JOHN KAMAU DOOR 12 MARCH', '12'],
    ['JOHN KAMAU HSE K 3', 'K3'],
    ['JOHN KAMAU JACARANDA HEIGHTS 3', '3'],
  ])('%s names unit %s', (text, unit) => {
    expect(allocated(paid(text), namesake(unit, '9'))).toBe('OWNER2');
  });
});

describe('similar names of units and codes', () => {
  test('the tenant of A10 does not receive a payment for A1, nor the tenant of 12A one for 2A', () => {
    for (const [own, named] of [
      ['A10', 'A1'],
      ['12A', '2A'],
    ] as const)
      expect(allocated(paid(`JOHN KAMAU 0712000126 ${named}`, johnsPhone), [target('OWNER2', { unit: own })])).toBeNull();
  });
  test('a digit of a code does not hide that another unit is named', () => {
    expect(allocated(paid('JOHN KAMAU 0712000126 HSE 5', johnsPhone), [target('ABC5D2', { unit: '7' })])).toBeNull();
    expect(allocated(paid('JOHN KAMAU TCY-AB2345', johnsPhone), [target('AB2345', { unit: '7' })])).toBe('AB2345');
  });
});

describe('a payer who pays for another person', () => {
  const peter = target('PETER2', { unit: 'A1', property: 'Acacia Court', people: [{ name: 'Peter Otieno', tail: '700', mark: 'mark of peter' }] });
  const mother = target('MOTHR2', { unit: 'A1', people: [{ name: 'Mary Achieng', tail: '555', mark: 'x' }] });
  const petersPhone = { marks: ['mark of peter'] };
  test('does not pay for the own home of the same unit name if the text names another property', () => {
    for (const shared of [true, false]) {
      const facts = paid('PETER OTIENO 0712000700 JACARANDA HEIGHTS A1', { ...petersPhone, shared });
      expect(allocated(facts, [peter, mother])).not.toBe('PETER2');
      expect(first(facts, [peter, mother])).toBe('MOTHR2');
    }
    // Names of properties without a candidate count too, and so does the first word of a name if a candidate fits it.
    expect(
      allocated(paid('PETER OTIENO 0712000700 JACARANDA HEIGHTS RENT', { ...petersPhone, properties: ['Jacaranda Heights'] }), [peter]),
    ).toBeNull();
    expect(allocated(paid('PETER OTIENO 0712000700 JACARANDA A1', petersPhone), [peter, mother])).toBeNull();
    expect(allocated(paid('PETER OTIENO 0712000700 ACACIA COURT A1', petersPhone), [peter, mother])).toBe('PETER2');
  });
  test('does not pay for the longer or shorter name of a property', () => {
    const second = target('SECND2', { unit: 'A1', property: 'Jacaranda Heights 2', people: peter.people });
    const facts = { ...petersPhone, properties: ['Jacaranda Heights', 'Jacaranda Heights 2'] };
    const own = { ...peter, property: 'Jacaranda Heights' };
    expect(allocated(paid('PETER OTIENO 0712000700 JACARANDA HEIGHTS 2 A1', facts), [own])).toBeNull();
    expect(allocated(paid('PETER OTIENO 0712000700 JACARANDA HEIGHTS 2 A1', facts), [own, second])).toBe('SECND2');
  });
  test('does not pay the equal rent of the own home if another tenant has the same phone number or name, unless unit or code is named', () => {
    const spouse = target('WIFES2', { unit: 'C3', people: [{ name: 'Mary Kamau', tail: '126', mark: 'mark of john' }] });
    const john = target('OWNER2');
    expect(allocated(paid('JOHN KAMAU 0712000126 RENT', johnsPhone), [john, spouse])).toBeNull();
    expect(allocated(paid('JOHN KAMAU 0712000126 A101', johnsPhone), [john, spouse])).toBe('OWNER2');
    const cheaper = { ...spouse, open: [{ cents: toCents(900_000), due: '2027-03-05' }] };
    expect(allocated(paid('JOHN KAMAU 0712000126 RENT', johnsPhone), [john, cheaper])).toBe('OWNER2');
  });
  test('does not pay an own home with a code that was typed wrongly if the text names another unit', () => {
    expect(allocated(paid('ABCDE3 HSE 9', { account: 'ABCDE3' }), [target('ABCDE2')])).toBeNull();
  });
});

describe('another company on the account of Makao', () => {
  const tenant = target('TRUTH2', { people: [{ name: 'Mary Achieng', tail: '555', mark: 'x' }] });
  const thief = target('THIEF2', { companyId: 2, property: 'Umoja Plaza' });
  test('does not receive a payment by entering the payer, the unit and the amount of another tenancy', () => {
    for (const text of ['JOHN KAMAU 0712000126 A101', 'JOHN KAMAU 0712000126 JACARANDA HEIGHTS A101'])
      expect(allocated(paid(text, { ...johnsPhone, shared: true }), [thief, tenant])).not.toBe('THIEF2');
    // The name of the property can be entered too, and the invoice of the victim can be larger.
    const copy = { ...thief, property: 'Jacaranda Heights' };
    const larger = { ...tenant, open: [{ cents: toCents(4_550_000), due: '2027-03-05' }] };
    expect(allocated(paid('JOHN KAMAU 0712000126 JACARANDA A101', { ...johnsPhone, shared: true }), [copy, tenant])).toBeNull();
    expect(allocated(paid('JOHN KAMAU 0712000126 JACARANDA A101', { ...johnsPhone, shared: true }), [copy, larger])).toBeNull();
  });
  test('does not stop a payment with the exact code of its tenancy', () => {
    expect(allocated(paid('MARY ACHIENG TCY-TRUTH2', { shared: true }), [thief, tenant])).toBe('TRUTH2');
  });
  test('does not stop a payment by a unit whose amount does not fit', () => {
    const cheaper = { ...thief, people: [], open: [{ cents: toCents(900_000), due: '2027-03-05' }] };
    expect(allocated(paid('MARY ACHIENG A101', { shared: true }), [cheaper, tenant])).toBe('TRUTH2');
  });
});

describe('the usual day of a payer', () => {
  test('makes an amount a hint far from the due date, and is shown as a reason', () => {
    const late = target('LATER2', { usual: 'phone', usualDay: 20, people: [] });
    const reasons = (on: string) => rankMatches(paid('RENT', { on }), [late])[0]?.reasons.map(({ what }) => what);
    expect(reasons('2027-03-21')).toEqual(expect.arrayContaining(['usual_payer', 'usual_day', 'amount']));
    expect(reasons('2027-03-26')).not.toContain('usual_day');
    // The last day of one month is next to the first of another.
    expect(rankMatches(paid('RENT', { on: '2027-03-01' }), [{ ...late, usualDay: 30 }])[0]?.reasons.map(({ what }) => what)).toContain('usual_day');
  });
});
