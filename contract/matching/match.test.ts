import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage } from '#contract/collection/message.ts';
import { cents } from '#contract/money/cents.ts';
import { autoFrom, codesIn, matches, type Owing, oneSlip, type Paid, slipsOf, verdict } from './match.ts';
import { partsOf } from './order.ts';

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const code = fc.array(fc.constantFrom(...letters), { minLength: 6, maxLength: 6 }).map((all) => `TCY-${all.join('')}`);
const owing = (accounts: string[], more: Partial<Owing> = {}): Owing => ({
  ...{ key: accounts[0] ?? '', accounts, unit: 'B4', property: 'Jacaranda Heights', people: [{ name: 'Asha Otieno', tail: '126', mark: 'm' }] },
  ...{ open: [{ cents: cents(4_500_000), due: '2027-03-05' }], ...more },
});
const paid = (more: Partial<Paid>): Paid => ({ account: '', cents: cents(100), on: '2027-03-03', payer: '', tail: '', phoneMark: null, ...more });

describe('whose money it is', () => {
  test('by its account, however it is typed', () => {
    const one = owing(['TCY-AB2CD3']);
    for (const account of ['TCY-AB2CD3', 'tcy ab2cd3', 'TCYAB2CD3', ' ab2cd3 ']) expect(matches(paid({ account }), [one])[0]?.score).toBe(100);
  });

  test('one slip is forgiven where one account fits and something agrees, and never otherwise', () => {
    fc.assert(
      fc.property(code, fc.nat(), (own, n) => {
        const bare = own.replace('-', '');
        const slip = slipsOf(bare).filter((text) => text !== bare);
        const account = slip[n % slip.length] ?? '';
        if (account === bare.slice(3)) return;
        expect(oneSlip(account, bare)).toBe(true);
        const one = owing([own]);
        expect(matches(paid({ account, cents: cents(4_500_000) }), [one])[0]).toMatchObject({ score: 95 });
        expect(matches(paid({ account, payer: 'ASHA', tail: '126' }), [one])[0]).toMatchObject({ score: 95 });
        // Nothing agrees: it is nobody's.
        expect(matches(paid({ account }), [one])).toEqual([]);
      }),
    );
  });

  test('a pasted message that fits is theirs, unless what was typed or who paid names somebody else; one that does not is a hint', () => {
    const pasted = owing(['TCY-PASTE2'], { pasted: 'payer', people: [{ name: 'Jane Wafula', tail: '777', mark: 'j' }] });
    const other = owing(['TCY-OTHER2'], { people: [] });
    for (const of of [{ payer: 'JANE', cents: cents(4_500_000) }, { phoneMark: 'j' }, { payer: 'JANE', tail: '777' }])
      expect(matches(paid(of), [pasted, other])[0]).toMatchObject({ key: 'TCY-PASTE2', score: 92 });
    // Neighbours pay the same rent: a sum alone is a hint, and so is a name.
    expect(verdict(matches(paid({ cents: cents(4_500_000) }), [pasted, other]))).toBe('suggested');
    expect(verdict(matches(paid({ payer: 'JANE' }), [pasted, other]))).toBe('suggested');
    expect(verdict(matches(paid({ cents: cents(100) }), [pasted]))).toBe('suggested');
    for (const names of [{ account: 'TCYAB2CD3' }, { phoneMark: 'm' }, { payer: 'ASHA', tail: '126' }]) {
      const found = matches(paid({ cents: cents(4_500_000), ...names }), [pasted, owing(['TCY-AB2CD3'])]);
      expect(found.find(({ key }) => key === 'TCY-PASTE2')?.score).toBeLessThan(autoFrom);
    }
    expect(verdict(matches(paid({ cents: cents(4_500_000), account: 'TCYAB2CD3' }), [pasted, owing(['TCY-AB2CD3'])]))).toBe('matched');
  });

  test('two accounts a slip away are both left to a person', () => {
    const found = matches(paid({ account: 'TCYAAAAA2', cents: cents(4_500_000) }), [owing(['TCY-AAAAA3']), owing(['TCY-AAAAA4'])]);
    expect(verdict(found)).not.toBe('matched');
  });

  describe('a number without its three letters, which three homes may have', () => {
    const two = [
      { cents: cents(1_000_000), due: '2027-01-05' },
      { cents: cents(1_000_000), due: '2027-02-05' },
    ];
    const tenancy = owing(['TCY-ABCDE2'], { key: 't7', people: [], open: two });
    const invoice = (more: Partial<Owing> = {}) =>
      owing(['TCY-ZZZZZ9', 'INV-ABCDE2'], { key: 't12', people: [], open: [{ cents: cents(700_000), due: '2027-03-05' }], ...more });
    const booking = owing(['BKG-ABCDE2'], { key: 'b7', people: [], open: [{ cents: cents(900_000), due: '2027-03-05' }] });
    const certain = (sum: number, all: readonly Owing[], more: Partial<Paid> = {}) => {
      const found = matches(paid({ account: 'abcde2', cents: cents(sum), ...more }), all);
      expect(found.slice(1).every(({ score }) => score < autoFrom)).toBe(true);
      return verdict(found) === 'matched' ? found[0]?.key : null;
    };

    test('is of who owes just this, whatever their keys and their due days', () => {
      for (const all of [
        [tenancy, invoice(), booking],
        [booking, invoice(), tenancy],
      ]) {
        expect(certain(2_000_000, all)).toBe('t7');
        expect(certain(1_000_000, all)).toBe('t7');
        expect(certain(700_000, all)).toBe('t12');
        expect(certain(900_000, all)).toBe('b7');
      }
    });
    test('is the tenancy’s own where both or neither owe just this, unless the payer is of another of them', () => {
      expect(certain(500, [invoice(), tenancy])).toBe('t7');
      expect(certain(1_000_000, [invoice({ open: two }), tenancy])).toBe('t7');
      const asha = invoice({ open: two, people: [{ name: 'Asha Otieno', tail: '126', mark: null }] });
      for (const sum of [500, 1_000_000]) expect(certain(sum, [asha, tenancy], { payer: 'ASHA', tail: '126' })).toBeNull();
    });
    test('is left to a person between an invoice and a booking', () => {
      expect(certain(500, [invoice(), booking])).toBeNull();
    });
    test('with its letters it is one home’s', () => {
      expect(certain(500, [invoice(), tenancy, booking], { account: 'INV ABCDE2' })).toBe('t12');
      expect(certain(500, [invoice(), tenancy, booking], { account: 'BKG-ABCDE2' })).toBe('b7');
    });
  });

  test('what would be done by itself never has a rival as good', () => {
    fc.assert(
      fc.property(fc.array(code, { minLength: 1, maxLength: 6 }), fc.string({ maxLength: 12 }), fc.boolean(), (codes, typed, exact) => {
        const all = codes.map((one, n) => owing([one], { key: `k${n}` }));
        const found = matches(paid({ account: exact ? (codes[0] ?? '') : typed, cents: cents(4_500_000) }), all);
        const sure = found.filter(({ score }) => score >= autoFrom);
        expect(sure.length).toBeLessThanOrEqual(1);
        for (const { reasons } of found) expect(reasons.length).toBeGreaterThan(0);
      }),
    );
  });

  test('the rest is suggested, each for its reason', () => {
    const one = owing(['TCY-AB2CD3']);
    const reason = (more: Partial<Paid>) => matches(paid(more), [one])[0]?.reasons[0];
    expect(reason({ account: 'b4 jacaranda heights' })).toEqual({ what: 'unit', score: 85 });
    expect(reason({ phoneMark: 'm' })).toEqual({ what: 'phone', score: 80 });
    expect(reason({ payer: 'Asha', tail: '126', cents: cents(4_500_000), on: '2026-01-01' })).toEqual({ what: 'payer', score: 70 });
    expect(reason({ cents: cents(4_500_000) })).toEqual({ what: 'amount', score: 50 });
    expect(matches(paid({ cents: cents(4_500_000), on: '2026-12-01' }), [one])).toEqual([]);
  });

  test('texts become codes', () => {
    expect(codesIn(['TCYAB2CD3', 'AB2CD3', 'INVAB2CD3', 'NONSENSE1'])).toEqual([
      'TCY-AB2CD3',
      'TCY-AB2CD3',
      'INV-AB2CD3',
      'BKG-AB2CD3',
      'INV-AB2CD3',
    ]);
  });
});

test('what is paid goes to the oldest first, rent before what being late costs, and nothing is lost', () => {
  const line = fc.record({ kind: fc.constantFrom('rent', 'water', 'late_fee', 'service'), open: fc.integer({ min: 0, max: 10_000 }) });
  const invoice = fc.record({ due: fc.constantFrom('2027-01-05', '2027-02-05', '2027-03-05'), lines: fc.array(line, { maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 5 }), fc.integer({ min: 0, max: 50_000 }), (given, amount) => {
      let id = 0;
      const invoices = given.map((one, n) => ({ id: n + 1, due: one.due, lines: one.lines.map((part) => ({ id: ++id, ...part })) }));
      const { parts, over } = partsOf(invoices, amount);
      const lines = new Map(invoices.flatMap((one) => one.lines.map((part) => [part.id, { ...part, due: one.due }])));
      expect(parts.reduce((sum, part) => sum + part.cents, 0) + over).toBe(amount);
      for (const part of parts) expect(part.cents).toBeLessThanOrEqual(lines.get(part.lineId)?.open ?? 0);
      // Something is over only where nothing is open any more.
      if (over > 0) expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe([...lines.values()].reduce((sum, part) => sum + part.open, 0));
      const dues = parts.map((part) => lines.get(part.lineId)?.due ?? '');
      expect(dues).toEqual(dues.toSorted());
    }),
  );
});

test('a message is read for its number alone', () => {
  expect(readMessage('SBK4XYZ12Q Confirmed. Ksh4,500.00 sent to MAKAO for account TCYAB2CD3 on 3/3/27')).toEqual({
    external: 'SBK4XYZ12Q',
    cents: 450_000,
  });
  expect(readMessage('I paid yesterday, believe me')).toBeNull();
  // One in ten holds no digit; people copy in small letters, or the number alone.
  const read = (text: string) => readMessage(text)?.external;
  expect(read('UKIWVJUPPD Confirmed. Ksh4,499.00 sent to MAKAO for account TCYCKUKAU on 18/11/26')).toBe('UKIWVJUPPD');
  expect(read('Umelipa. ukiwvjuppd imethibitishwa. Ksh500.00 imetumwa')).toBe('UKIWVJUPPD');
  expect(read(' ukiwvjuppd ')).toBe('UKIWVJUPPD');
  expect(read('the code is ukiq6q6adl, paid yesterday')).toBe('UKIQ6Q6ADL');
  expect(read('Everything was confirmed by my landlady yesterday')).toBeUndefined();
});
