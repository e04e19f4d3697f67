import type { Day } from '#contract/time/days.ts';
import type { Db } from './ctx.ts';

/**
 * Amounts, in cents, that a module has approved for sending from an account of Makao and that are not confirmed as sent. `at` selects amounts that
 * may have been sent by that moment, even if they were confirmed later.
 */
export type OutstandingTransfers = (db: Db, accountId: number, at: Date | null) => Promise<number>;

const known = new Set<OutstandingTransfers>();
/** Called once for every module at start; registering the same function again changes nothing. */
export const registerOutstandingTransfers = (promised: OutstandingTransfers): unknown => known.add(promised);

export async function sumOutstandingTransfers(db: Db, accountId: number, at: Date | null = null): Promise<number> {
  let all = 0;
  for (const promised of known) all += await promised(db, accountId, at);
  return all;
}

/** A transfer of Makao without a journal of its departure: sent, of unknown result, or recorded as failed by a person, who may be wrong. */
export type TransferInTransit = {
  readonly code: string;
  readonly cents: number;
  readonly day: Day;
  readonly who: string;
  readonly status: 'sent' | 'unknown' | 'failed';
};
/** The transfers from an account. `since` limits those recorded as failed. `at`: as they were at the end of a past day, otherwise as they are now. */
export type TransfersInTransitReader = (
  db: Db,
  account: { readonly id: number; readonly fund: string },
  since: Day,
  at?: Day,
) => Promise<readonly TransferInTransit[]>;
const inTransit = new Set<TransfersInTransitReader>();
/** Called once for every module at start; registering the same function again changes nothing. */
export const registerTransfersInTransit = (reader: TransfersInTransitReader): unknown => inTransit.add(reader);

export async function readTransfersInTransit(...asked: Parameters<TransfersInTransitReader>): Promise<TransferInTransit[]> {
  const all: TransferInTransit[] = [];
  for (const read of inTransit) all.push(...(await read(...asked)));
  return all;
}

/** The amount of tenant credits that a module has reserved, in cents by credit, so that it cannot be used twice. */
export type ReservedCredits = (db: Db, creditIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
const ofCredits = new Set<ReservedCredits>();
export const registerReservedCredits = (promised: ReservedCredits): unknown => ofCredits.add(promised);

export async function readReservedCredits(db: Db, creditIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const all = new Map<number, number>();
  for (const promised of ofCredits) for (const [id, cents] of await promised(db, creditIds)) all.set(id, (all.get(id) ?? 0) + cents);
  return all;
}

/** Amounts pending approval for withdrawal from a company’s accounts: the company, the account and the amount. */
export type UnapprovedAmountsReader = (
  db: Db,
  companies: readonly number[],
) => Promise<readonly { readonly company: number; readonly code: number; readonly cents: number }[]>;

const unapproved = new Set<UnapprovedAmountsReader>();
/** Called once for every module at start; registering the same function again changes nothing. */
export const registerUnapprovedAmounts = (asked: UnapprovedAmountsReader): unknown => unapproved.add(asked);

export async function readUnapprovedAmounts(db: Db, companies: readonly number[]): Promise<Awaited<ReturnType<UnapprovedAmountsReader>>> {
  const all = [];
  for (const asked of unapproved) all.push(...(await asked(db, companies)));
  return all;
}
