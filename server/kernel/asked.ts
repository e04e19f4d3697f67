import type { Db } from './ctx.ts';

/** What waits for approval to leave a company's pockets: whose, which pocket by its account, how much. */
export type Asked = (
  db: Db,
  companies: readonly number[],
) => Promise<readonly { readonly company: number; readonly code: number; readonly cents: number }[]>;

const known = new Set<Asked>();
/** Said once for every room when a house is opened; saying the same again changes nothing. */
export const enlistAsked = (asked: Asked): unknown => known.add(asked);

export async function askedOf(db: Db, companies: readonly number[]): Promise<Awaited<ReturnType<Asked>>> {
  const all = [];
  for (const asked of known) all.push(...(await asked(db, companies)));
  return all;
}
