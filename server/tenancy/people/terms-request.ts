import { createHash, randomBytes } from 'node:crypto';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import type { TenancyRow } from '../rows.ts';

export type TermsRequest = {
  readonly version: number;
  /** The places in the tenancy of the people asked and of those who accepted. They stay the same when a tenant record is merged. */
  readonly asked: readonly number[];
  readonly yes: readonly number[];
  /** The day on which an imported tenancy begins without an answer; null if an answer is needed. */
  readonly until: string | null;
  /** The hashes of the links by which payers without an account answer, by their places in the tenancy. */
  readonly links?: Readonly<Record<string, string>>;
  readonly by: string | null;
  readonly at: string;
};
/** The link of a payer names their place; only its hash is stored. */
export const makeTermsToken = (member: number): string => `${member}.${randomBytes(24).toString('base64url')}`;
export const hashTermsToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const readTermsRequest = (row: Pick<TenancyRow, 'terms_ask'>): TermsRequest | null => row.terms_ask as TermsRequest | null;

/** While the payers are asked, what they read does not change. */
export function assertTermsNotAsked(row: Pick<TenancyRow, 'terms_ask'>): void {
  if (row.terms_ask !== null) throw new Refusal('conflict', m.tenancy_refusal_terms_asked());
}

/** The request as its managers and the people asked see it. */
export function toVisibleTermsRequest(row: Pick<TenancyRow, 'terms_ask'>, people: TenancyDetails['people']): TenancyDetails['terms_ask'] {
  const ask = readTermsRequest(row);
  if (!ask) return null;
  const open = people.filter(({ id }) => ask.asked.includes(id) && !ask.yes.includes(id));
  const { version, until, by, at } = ask;
  return { version, until, by, at, waits: open.map((one) => one.name), mine: open.some((one) => one.is_me) };
}
