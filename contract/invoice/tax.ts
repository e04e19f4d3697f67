import { applyRate, type Cents, toCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import type { InvoiceTaxCode } from './kinds.ts';

type Rate = { readonly from: Day; readonly bp: number };
/**
 * Tax rates by the day they apply from, in hundredths of a percent. For a change of the law add a row and change none, so that old invoices stay
 * correct.
 */
const taxRates: Readonly<Record<InvoiceTaxCode, readonly Rate[]>> = {
  A: [{ from: '1990-01-01', bp: 0 }],
  B: [
    { from: '2013-09-02', bp: 1600 },
    { from: '2020-04-01', bp: 1400 },
    { from: '2021-01-01', bp: 1600 },
  ],
  C: [{ from: '1990-01-01', bp: 0 }],
  D: [{ from: '1990-01-01', bp: 0 }],
  E: [{ from: '2018-09-21', bp: 800 }],
};

/** The rate of a tax code on a day; zero before the first rate. */
export const getTaxRate = (code: InvoiceTaxCode, day: Day): number => taxRates[code].filter(({ from }) => from <= day).at(-1)?.bp ?? 0;
/** The tax on a net amount, rounded once per line. */
export const calculateTax = (net: number, code: InvoiceTaxCode, day: Day): Cents => applyRate(net, getTaxRate(code, day));

type Taxed = { readonly tax_code: InvoiceTaxCode; readonly cents: number; readonly tax_cents: number };
export type TaxSum = { readonly code: InvoiceTaxCode; readonly net_cents: number; readonly tax_cents: number };
/** The totals of an invoice by tax code, as its PDF shows them. */
export const sumTaxes = (lines: readonly Taxed[]): TaxSum[] =>
  [...Map.groupBy(lines, (line) => line.tax_code)]
    .map(([code, all]) => {
      const tax = all.reduce((total, line) => total + line.tax_cents, 0);
      return { code, net_cents: toCents(all.reduce((total, line) => total + line.cents, 0) - tax), tax_cents: toCents(tax) };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
