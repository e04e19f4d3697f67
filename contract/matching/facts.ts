import type { Cents } from '#contract/money/cents.ts';

/** The facts known about a payment. */
export type PaymentMatchingFacts = {
  readonly account: string;
  readonly cents: Cents;
  readonly on: string;
  readonly payer: string;
  /** The last digits of the phone number that are not masked. The full number is known only for an M-Pesa prompt, as a hash. */
  readonly tail: string;
  readonly phoneMark: string | null;
  /** The full text of the payment, such as the narration of a bank line. */
  readonly text?: string;
  /** The hashes of the full phone numbers in the text. */
  readonly marks?: readonly string[];
  /** The names of properties, of all companies on the account, that the text contains. */
  readonly properties?: readonly string[];
  /** The account serves several companies. */
  readonly shared?: boolean;
  /** The time the payment was received, if known. */
  readonly came?: Date | undefined;
};
/** A tenancy or booking the payment could be for, with what it owes. */
export type MatchTarget = {
  /** The key of a tenancy or a booking. */
  readonly key: string;
  readonly companyId: number;
  /** The account numbers that a tenant may type at the paybill: the code of the tenancy or of one of its invoices. */
  readonly accounts: readonly string[];
  readonly unit: string;
  readonly property: string;
  readonly people: readonly { readonly name: string; readonly tail: string; readonly mark: string | null }[];
  readonly open: readonly { readonly cents: Cents; readonly due: string; readonly asked?: Date }[];
  /** Who pasted the M-Pesa message of this payment: a payer of this tenancy, or another person, who may have seen it anywhere. */
  readonly pasted?: 'payer' | 'other' | undefined;
  /** Earlier payments with this phone number or under this name were matched here and nowhere else. */
  readonly usual?: 'phone' | 'name' | undefined;
  /** The day of the month on which this payer usually paid. */
  readonly usualDay?: number | undefined;
};
