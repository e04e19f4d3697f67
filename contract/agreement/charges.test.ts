import { expect, test } from 'vitest';
import { translateListingChargeName } from '#contract/listing/charge-name.ts';
import { type AgreementCharge, formatAgreementCharges } from './charges.ts';
import { buildAgreementFields, sampleAgreementFacts } from './fields.ts';

const from = '2026-11-17';
const charge = (label: string, cents: number | null, more: Partial<AgreementCharge> = {}): AgreementCharge => ({
  label,
  cents,
  often: 'monthly',
  from,
  last: null,
  ...more,
});
const facts = { ...sampleAgreementFacts, rentCents: 6_250_000, startsOn: from, endsOn: '2027-11-16' };
const said = (...charges: AgreementCharge[]) => formatAgreementCharges(charges, facts.endsOn);

test('lease charges: the monthly total excludes one-time charges and temporary discounts', () => {
  const charges = [
    charge('Service charge', 630_000),
    charge('Agreement fee', 250_000, { often: 'once' }),
    charge('Promotion', -625_000, { last: '2026-12-16' }),
  ];
  expect(buildAgreementFields({ ...facts, charges })['rent.total_with_charges']).toEqual({ en: 'KES 68,800', sw: 'KES 68,800' });
  expect(said(...charges)).toEqual({
    en: 'Service charge KES 6,300 a month. Paid once: Agreement fee KES 2,500. Promotion: one deduction of KES 6,250 for 17 November 2026 to 16 December 2026',
    sw: 'Ada ya huduma KES 6,300 kwa mwezi. Hulipwa mara moja: Ada ya mkataba KES 2,500. Promosheni: punguzo la KES 6,250, mara moja, kwa 17 Novemba 2026 hadi 16 Desemba 2026',
  });
});

test('lease charges: a discount longer than a month shows its duration and total, and a shorter discount shows its last day', () => {
  expect(said(charge('Promotion', -100_000, { last: '2027-02-16' })).en).toBe(
    'none. Promotion: a deduction of KES 1,000 a month from 17 November 2026 to 16 February 2027, KES 3,000 in total',
  );
  expect(said(charge('Internet', 150_000, { last: '2026-12-31' }), charge('Water', null)).sw).toBe(
    'Intaneti KES 1,500 kwa mwezi hadi 31 Desemba 2026; Maji (kwa mita, pamoja na ada ya kudumu ya bei yake ikiwa ipo)',
  );
  // A yearly reduction is not a monthly one: the text promises nothing that the schedule does not deduct.
  expect(said(charge('Discount', -1_000_000, { often: 'yearly', last: '2026-12-16' })).en).toBe(
    'none. Discount: a deduction of KES 10,000 a year from 17 November 2026 to 16 December 2026',
  );
  // A charge until the last day of the lease lasts as long as the lease.
  expect(said(charge('Discount', -50_000, { last: '2027-11-16' })).en).toBe('Discount -KES 500 a month');
});

test('lease charges: a known charge is named in both languages, and an unknown charge shows the text as typed', () => {
  expect(['Garbage and security', 'water deposit', 'Ada ya huduma', 'Swimming club'].map((label) => translateListingChargeName(label, 'sw'))).toEqual(
    [...['Taka na ulinzi', 'Amana ya maji', 'Ada ya huduma', 'Swimming club']],
  );
  expect(translateListingChargeName('Ada ya mkataba', 'en')).toBe('Agreement fee');
  expect([translateListingChargeName('Water, W-40001', 'sw'), translateListingChargeName('Club, Water', 'sw')]).toEqual([
    'Maji, W-40001',
    'Club, Water',
  ]);
});
