import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMpesaMessage } from '#contract/collection/message.ts';
import { toCents } from '#contract/money/cents.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { decideMatchResult, findRecordCodes, listTypos, minAutoMatchScore, rankMatches } from './match.ts';
import { isOneTypo } from './normalise.ts';
import { allocateToInvoiceLines } from './order.ts';

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const code = fc.array(fc.constantFrom(...letters), { minLength: 6, maxLength: 6 }).map((all) => `TCY-${all.join('')}`);
const owing = (accounts: string[], more: Partial<MatchTarget> = {}): MatchTarget => ({
  key: accounts[0] ?? '',
  companyId: 1,
  accounts,
  unit: 'B4',
  property: 'Jacaranda Heights',
  people: [{ name: 'Asha Otieno', tail: '126', mark: 'm' }],
  open: [{ cents: toCents(4_500_000), due: '2027-03-05' }],
  ...more,
});
const paid = (more: Partial<PaymentMatchingFacts>): PaymentMatchingFacts => ({
  account: '',
  cents: toCents(100),
  on: '2027-03-03',
  payer: '',
  tail: '',
  phoneMark: null,
  ...more,
});

describe('payment matching', () => {
  test('matches by account number in any typed format', () => {
    const one = owing(['TCY-AB2CD3']);
    for (const account of ['TCY-AB2CD3', 'tcy ab2cd3', 'TCYAB2CD3', ' ab2cd3 ']) expect(rankMatches(paid({ account }), [one])[0]?.score).toBe(100);
  });

  test('accepts one typing error in the account number only if a single account fits and another fact agrees', () => {
    fc.assert(
      fc.property(code, fc.nat(), (own, n) => {
        const bare = own.replace('-', '');
        const slip = listTypos(bare).filter((text) => text !== bare);
        const account = slip[n % slip.length] ?? '';
        if (account === bare.slice(3)) return;
        expect(isOneTypo(account, bare)).toBe(true);
        const one = owing([own]);
        expect(rankMatches(paid({ account, cents: toCents(4_500_000) }), [one])[0]).toMatchObject({ score: 95 });
        expect(rankMatches(paid({ account, payer: 'ASHA', tail: '126' }), [one])[0]).toMatchObject({ score: 95 });
        // No other fact agrees, so the payment stays unmatched.
        expect(rankMatches(paid({ account }), [one])).toEqual([]);
      }),
    );
  });

  test('a payment that fits a pasted M-Pesa message is matched to its tenant, unless account number or payer point to another tenant', () => {
    const pasted = owing(['TCY-PASTE2'], { pasted: 'payer', people: [{ name: 'Jane Wafula', tail: '777', mark: 'j' }] });
    const other = owing(['TCY-OTHER2'], { people: [] });
    for (const of of [{ payer: 'JANE', cents: toCents(4_500_000) }, { phoneMark: 'j' }, { payer: 'JANE', tail: '777' }])
      expect(rankMatches(paid(of), [pasted, other])[0]).toMatchObject({ key: 'TCY-PASTE2', score: 92 });
    // Neighbours pay the same rent, so an amount or a name alone is only a hint.
    expect(decideMatchResult(rankMatches(paid({ cents: toCents(4_500_000) }), [pasted, other]))).toBe('suggested');
    expect(decideMatchResult(rankMatches(paid({ payer: 'JANE' }), [pasted, other]))).toBe('suggested');
    expect(decideMatchResult(rankMatches(paid({ cents: toCents(100) }), [pasted]))).toBe('suggested');
    for (const names of [{ account: 'TCYAB2CD3' }, { phoneMark: 'm' }, { payer: 'ASHA', tail: '126' }]) {
      const found = rankMatches(paid({ cents: toCents(4_500_000), ...names }), [pasted, owing(['TCY-AB2CD3'])]);
      expect(found.find(({ key }) => key === 'TCY-PASTE2')?.score).toBeLessThan(minAutoMatchScore);
    }
    expect(decideMatchResult(rankMatches(paid({ cents: toCents(4_500_000), account: 'TCYAB2CD3' }), [pasted, owing(['TCY-AB2CD3'])]))).toBe(
      'matched',
    );
  });

  test('leaves a payment unallocated when two account numbers differ by one typing error from the typed number', () => {
    const found = rankMatches(paid({ account: 'TCYAAAAA2', cents: toCents(4_500_000) }), [owing(['TCY-AAAAA3']), owing(['TCY-AAAAA4'])]);
    expect(decideMatchResult(found)).not.toBe('matched');
  });

  describe('code typed without its prefix', () => {
    const two = [
      { cents: toCents(1_000_000), due: '2027-01-05' },
      { cents: toCents(1_000_000), due: '2027-02-05' },
    ];
    const tenancy = owing(['TCY-ABCDE2'], { key: 't7', people: [], open: two });
    const invoice = (more: Partial<MatchTarget> = {}) =>
      owing(['TCY-ZZZZZ9', 'INV-ABCDE2'], { key: 't12', people: [], open: [{ cents: toCents(700_000), due: '2027-03-05' }], ...more });
    const booking = owing(['BKG-ABCDE2'], { key: 'b7', people: [], open: [{ cents: toCents(900_000), due: '2027-03-05' }] });
    const certain = (sum: number, all: readonly MatchTarget[], more: Partial<PaymentMatchingFacts> = {}) => {
      const found = rankMatches(paid({ account: 'abcde2', cents: toCents(sum), ...more }), all);
      expect(found.slice(1).every(({ score }) => score < minAutoMatchScore)).toBe(true);
      return decideMatchResult(found) === 'matched' ? found[0]?.key : null;
    };

    test('matches the target with a balance due of exactly the paid amount, whatever its key and due date', () => {
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
    test('prefers the tenancy to the invoice when both or neither owe the exact amount, unless the payer belongs to the invoice', () => {
      expect(certain(500, [invoice(), tenancy])).toBe('t7');
      expect(certain(1_000_000, [invoice({ open: two }), tenancy])).toBe('t7');
      const asha = invoice({ open: two, people: [{ name: 'Asha Otieno', tail: '126', mark: null }] });
      for (const sum of [500, 1_000_000]) expect(certain(sum, [asha, tenancy], { payer: 'ASHA', tail: '126' })).toBeNull();
    });
    test('matches no target automatically when only an invoice and a booking have the code', () => {
      expect(certain(500, [invoice(), booking])).toBeNull();
    });
    test('a code typed with its prefix identifies exactly one target', () => {
      expect(certain(500, [invoice(), tenancy, booking], { account: 'INV ABCDE2' })).toBe('t12');
      expect(certain(500, [invoice(), tenancy, booking], { account: 'BKG-ABCDE2' })).toBe('b7');
    });
  });

  test('at most one target reaches the score for an automatic match', () => {
    fc.assert(
      fc.property(fc.array(code, { minLength: 1, maxLength: 6 }), fc.string({ maxLength: 12 }), fc.boolean(), (codes, typed, exact) => {
        const all = codes.map((one, n) => owing([one], { key: `k${n}` }));
        const found = rankMatches(paid({ account: exact ? (codes[0] ?? '') : typed, cents: toCents(4_500_000) }), all);
        const sure = found.filter(({ score }) => score >= minAutoMatchScore);
        expect(sure.length).toBeLessThanOrEqual(1);
        for (const { reasons } of found) expect(reasons.length).toBeGreaterThan(0);
      }),
    );
  });

  test('suggests targets by unit, phone number, payer or amount, each with its reason and score', () => {
    const one = owing(['TCY-AB2CD3']);
    const reason = (more: Partial<PaymentMatchingFacts>) => rankMatches(paid(more), [one])[0]?.reasons[0];
    expect(reason({ account: 'b4 jacaranda heights' })).toEqual({ what: 'unit', score: 85 });
    expect(reason({ phoneMark: 'm' })).toEqual({ what: 'phone', score: 80 });
    expect(reason({ payer: 'Asha', tail: '126', cents: toCents(4_500_000), on: '2026-01-01' })).toEqual({ what: 'payer', score: 70 });
    expect(reason({ cents: toCents(4_500_000) })).toEqual({ what: 'amount', score: 50 });
    expect(rankMatches(paid({ cents: toCents(4_500_000), on: '2026-12-01' }), [one])).toEqual([]);
  });

  test('finds account codes in a typed text', () => {
    expect(findRecordCodes(['TCYAB2CD3', 'AB2CD3', 'INVAB2CD3', 'NONSENSE1'])).toEqual([
      'TCY-AB2CD3',
      'TCY-AB2CD3',
      'INV-AB2CD3',
      'BKG-AB2CD3',
      'INV-AB2CD3',
    ]);
  });
});

test('payment allocation: pays the oldest invoice first and rent before late fees, without losing a cent', () => {
  const line = fc.record({ kind: fc.constantFrom('rent', 'water', 'late_fee', 'service'), open: fc.integer({ min: 0, max: 10_000 }) });
  const invoice = fc.record({ due: fc.constantFrom('2027-01-05', '2027-02-05', '2027-03-05'), lines: fc.array(line, { maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 5 }), fc.integer({ min: 0, max: 50_000 }), (given, amount) => {
      let id = 0;
      const invoices = given.map((one, n) => ({ id: n + 1, due: one.due, lines: one.lines.map((part) => ({ id: ++id, ...part })) }));
      const { parts, over } = allocateToInvoiceLines(invoices, amount);
      const lines = new Map(invoices.flatMap((one) => one.lines.map((part) => [part.id, { ...part, due: one.due }])));
      expect(parts.reduce((sum, part) => sum + part.cents, 0) + over).toBe(amount);
      for (const part of parts) expect(part.cents).toBeLessThanOrEqual(lines.get(part.lineId)?.open ?? 0);
      // Money is left over only when nothing is open.
      if (over > 0) expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe([...lines.values()].reduce((sum, part) => sum + part.open, 0));
      const dues = parts.map((part) => lines.get(part.lineId)?.due ?? '');
      expect(dues).toEqual(dues.toSorted());
    }),
  );
});

test('pasted M-Pesa message: its M-Pesa code is found', () => {
  expect(parseMpesaMessage('SBK4XYZ12Q Confirmed. Ksh4,500.00 sent to MAKAO for account TCYAB2CD3 on 3/3/27')).toEqual({
    external: 'SBK4XYZ12Q',
    cents: 450_000,
  });
  expect(parseMpesaMessage('I paid yesterday, believe me')).toBeNull();
  // One code in ten has no digit. People copy it in small letters, or without the rest of the message.
  const read = (text: string) => parseMpesaMessage(text)?.external;
  expect(read('UKIWVJUPPD Confirmed. Ksh4,499.00 sent to MAKAO for account TCYCKUKAU on 18/11/26')).toBe('UKIWVJUPPD');
  expect(read('Umelipa. ukiwvjuppd imethibitishwa. Ksh500.00 imetumwa')).toBe('UKIWVJUPPD');
  expect(read(' ukiwvjuppd ')).toBe('UKIWVJUPPD');
  expect(read('the code is ukiq6q6adl, paid yesterday')).toBe('UKIQ6Q6ADL');
  expect(read('Everything was confirmed by my landlady yesterday')).toBeUndefined();
});
