import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { decideMatchResult, rankMatches } from './match.ts';
import { parseNarration } from './narration.ts';

const home = (key: string, more: Partial<MatchTarget> = {}): MatchTarget => ({
  key,
  companyId: 1,
  accounts: [`TCY-${key}`],
  unit: 'A101',
  property: 'Jacaranda Heights',
  people: [{ name: 'Asha Wanjiru Otieno', tail: '126', mark: 'mark of asha' }],
  open: [{ cents: toCents(4_500_000), due: '2027-03-05' }],
  ...more,
});
const paid = (text: string, more: Partial<PaymentMatchingFacts> = {}): PaymentMatchingFacts => ({
  account: '',
  cents: toCents(4_500_000),
  on: '2027-03-03',
  payer: '',
  tail: '',
  phoneMark: null,
  text,
  shared: true,
  ...more,
});
const winner = (facts: PaymentMatchingFacts, all: readonly MatchTarget[]) => {
  const found = rankMatches(facts, all);
  return decideMatchResult(found) === 'matched' ? found[0]?.key : null;
};
const asha = home('ASHA22');
const neighbour = home('NEIGH2', { unit: 'A102', people: [{ name: 'Peter Mwangi Kamau', tail: '700', mark: 'mark of peter' }] });

describe('narration', () => {
  test('reads phone numbers, masked numbers, words and units from the text of a bank', () => {
    const said = parseNarration('MPESA SKQ1AA22BB ASHA OTIENO 0712000126 A101 RENT MAR');
    expect(said.phones).toEqual(['+254712000126']);
    expect(said.units.map(({ from }) => said.tokens[from])).toEqual(['A101']);
    expect(said.words.has('OTIENO')).toBe(true);
    expect(parseNarration('Pay Bill from 2547****126 - ASHA OTIENO Acc. A101').tails).toEqual(['126']);
    expect(parseNarration('JACARANDA HEIGHTS A 101').parts.has('JACARANDAHEIGHTS')).toBe(true);
    expect(parseNarration('JACARANDA HEIGHTS A 101').parts.has('A101')).toBe(true);
  });
});

describe('matching by the text of a payment', () => {
  const full = paid('MPESA SKQ1AA22BB ASHA OTIENO 0712000126 A101', { marks: ['mark of asha'] });
  test('matches a narration with phone number, name, unit and the exact amount, among neighbours with the same rent', () => {
    expect(winner(full, [asha, neighbour])).toBe('ASHA22');
    expect(rankMatches(full, [asha, neighbour])[0]?.reasons.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['facts_agree', 'phone', 'name', 'unit_named', 'amount']),
    );
  });
  test('only suggests when the amount does not fit, or when an invoice was issued after the payment arrived', () => {
    expect(winner({ ...full, cents: toCents(4_400_000) }, [asha, neighbour])).toBeNull();
    const late = home('ASHA22', { open: [{ cents: toCents(4_500_000), due: '2027-03-05', asked: new Date('2027-03-04T00:00:00Z') }] });
    expect(winner({ ...full, came: new Date('2027-03-03T00:00:00Z') }, [late])).toBeNull();
  });
  test('only suggests when another unit is named, or when another candidate has as many facts', () => {
    expect(winner(paid('ASHA OTIENO 0712000126 A102', { marks: ['mark of asha'] }), [asha, neighbour])).toBeNull();
    const second = home('SECND2', { unit: 'B7' });
    expect(winner(paid('ASHA OTIENO 0712000126', { marks: ['mark of asha'], shared: false }), [asha, second])).toBeNull();
    expect(winner(paid('ASHA OTIENO 0712000126 B7', { marks: ['mark of asha'] }), [asha, second])).toBe('SECND2');
  });
  test('on an account of several companies, name and phone number of a person never decide alone', () => {
    // A stranger could have entered a tenant with the payer's name and number, and an invoice of this amount.
    const facts = paid('ASHA OTIENO 0712000126', { marks: ['mark of asha'] });
    expect(winner(facts, [asha])).toBeNull();
    expect(winner({ ...facts, shared: false }, [asha])).toBe('ASHA22');
  });
  test('a masked number counts with two words of the name, and a first name alone never', () => {
    expect(winner(paid('2547****126 ASHA OTIENO A101'), [asha, neighbour])).toBe('ASHA22');
    expect(winner(paid('2547****126 ASHA RENT', { shared: false }), [asha, neighbour])).toBeNull();
  });
  test('a code in the text counts without prefix and with one typing error, together with another fact', () => {
    const coded = home('AB2CD3', { accounts: ['TCY-AB2CD3'] });
    expect(winner(paid('RTGS ASHA OTIENO AB2CD4'), [coded, neighbour])).toBe('AB2CD3');
    expect(winner(paid('RTGS AB2CD4'), [coded, neighbour])).toBeNull();
  });
  test('earlier payments of the payer count as a fact, but not twice for one name, and not between two homes', () => {
    const learned = home('ASHA22', { people: [{ name: 'Grace Njeri Mutua', tail: '999', mark: 'x' }], usual: 'name' });
    expect(winner(paid('EFT ACME LIMITED A101', { payer: 'ACME LIMITED' }), [learned, neighbour])).toBe('ASHA22');
    expect(winner(paid('EFT ACME LIMITED', { payer: 'ACME LIMITED' }), [learned, neighbour])).toBeNull();
    expect(winner(paid('ASHA OTIENO'), [home('ASHA22', { usual: 'name' })])).toBeNull();
    const facts = paid('0712000126', { marks: ['mark of asha'] });
    expect(winner(facts, [home('ASHA22', { usual: 'phone' })])).toBe('ASHA22');
    expect(winner(facts, [home('ASHA22', { usual: 'phone' }), home('SECND2', { unit: 'B7' })])).toBeNull();
  });
});
