import type { Cents } from '#contract/money/cents.ts';

/** Whose money an account is of: clients' (rent, held in trust), deposits, the platform's own, or what an owner or agent holds themselves (memo). */
export const funds = ['C', 'D', 'P', 'M'] as const;
export type Fund = (typeof funds)[number];

type Kind = { readonly side: 'debit' | 'credit'; readonly kept: boolean; readonly floored: boolean };
const debit = (kept: boolean, floored = false): Kind => ({ side: 'debit', kept, floored });
const credit = (kept: boolean, floored = kept): Kind => ({ side: 'credit', kept, floored });

/**
 * Every kind of account. `kept`: its total is kept beside its entries; not so where every journal meets. `floored`: never below zero, since it is
 * what we owe somebody, or what somebody owes us. The database has the same table (a test compares them).
 */
export const accountKinds = {
  1000: debit(false),
  1005: debit(false),
  1010: debit(false),
  1015: debit(false),
  1020: debit(false),
  1030: debit(false),
  1040: debit(true),
  1100: debit(true, true),
  1110: debit(true, true),
  1200: debit(true, true),
  1300: debit(true, true),
  1350: debit(true, true),
  1390: debit(false),
  1900: debit(true),
  2000: credit(true),
  2010: credit(true),
  2020: credit(true),
  2030: credit(false),
  2040: credit(true),
  2050: credit(true),
  2060: credit(true),
  2070: credit(true),
  2075: credit(false),
  2080: credit(true),
  2090: credit(true),
  2095: credit(true),
  2100: credit(true),
  2110: credit(true),
  2120: credit(true),
  2130: credit(true),
  4000: credit(false),
  4010: credit(false),
  4020: credit(false),
  5000: debit(true),
  5010: debit(true),
  5020: debit(true),
} as const satisfies Readonly<Record<number, Kind>>;
export type Code = keyof typeof accountKinds;
export const codes = Object.keys(accountKinds).map(Number) as Code[];

/** An account is named by what it is of; it comes about when something is first booked on it. */
export type Acct = {
  readonly code: Code;
  readonly company?: number | undefined;
  readonly tenancy?: number | undefined;
  readonly ref?: string | undefined;
};
/** `dr` is debited, `cr` credited, both of one fund: so a journal balances whatever it is made of. */
export type Pair = { readonly fund: Fund; readonly dr: Acct; readonly cr: Acct; readonly cents: Cents };

export const keyOf = (fund: Fund, { code, company, tenancy, ref }: Acct): string => `${fund}:${code}:${company ?? ''}:${tenancy ?? ''}:${ref ?? ''}`;

/** Who owes an invoice: a tenancy, or a booking that has none yet. An invoice keeps the account it was issued on. */
export type Payer = { readonly company: number } & ({ readonly tenancy: number } | { readonly ref: string });
/** How a company's money runs. Record-only: the owner or agent holds it, and the books only remember. */
export const modes = ['record', 'trust'] as const;
export type Mode = (typeof modes)[number];
/** Where invoices of a company stand, and where its deposits do. */
export const fundOf = (mode: Mode): 'C' | 'M' => (mode === 'trust' ? 'C' : 'M');
export const depositFundOf = (fund: 'C' | 'M'): 'D' | 'M' => (fund === 'C' ? 'D' : 'M');
