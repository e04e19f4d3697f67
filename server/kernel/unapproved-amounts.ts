import type { Db } from './ctx.ts';

/** Amounts pending approval for withdrawal from a company’s accounts: the company, the account and the amount. */
export type UnapprovedAmountsReader = (
  db: Db,
  companies: readonly number[],
) => Promise<readonly { readonly company: number; readonly code: number; readonly cents: number }[]>;

const known = new Set<UnapprovedAmountsReader>();
/** Called once for every module at start; registering the same function again changes nothing. */
export const registerUnapprovedAmounts = (asked: UnapprovedAmountsReader): unknown => known.add(asked);

export async function readUnapprovedAmounts(db: Db, companies: readonly number[]): Promise<Awaited<ReturnType<UnapprovedAmountsReader>>> {
  const all = [];
  for (const asked of known) all.push(...(await asked(db, companies)));
  return all;
}
