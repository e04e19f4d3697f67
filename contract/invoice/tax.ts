import { type Cents, cents, share } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import type { TaxCode } from './kinds.ts';

type Rate = { readonly from: Day; readonly bp: number };
/** Rates by the day they hold from, in hundredths of a percent. A change of the law is a line more, never a changed one: old invoices stay right. */
const taxRates: Readonly<Record<TaxCode, readonly Rate[]>> = {
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

/** The rate of a code on a day; before the first it is nothing. */
export const rateOn = (code: TaxCode, day: Day): number => taxRates[code].filter(({ from }) => from <= day).at(-1)?.bp ?? 0;
/** The tax on an amount without it, rounded once a line. */
export const taxOn = (net: number, code: TaxCode, day: Day): Cents => share(net, rateOn(code, day));

type Taxed = { readonly tax_code: TaxCode; readonly cents: number; readonly tax_cents: number };
export type TaxSum = { readonly code: TaxCode; readonly net_cents: number; readonly tax_cents: number };
/** What an invoice comes to by tax code, as a paper shows it. */
export const taxSums = (lines: readonly Taxed[]): TaxSum[] =>
  [...Map.groupBy(lines, (line) => line.tax_code)]
    .map(([code, all]) => {
      const tax = all.reduce((total, line) => total + line.tax_cents, 0);
      return { code, net_cents: cents(all.reduce((total, line) => total + line.cents, 0) - tax), tax_cents: cents(tax) };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
