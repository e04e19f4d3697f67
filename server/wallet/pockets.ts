import { sql } from 'kysely';
import { type Cents, cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { FeeBand } from '#contract/wallet/fees.ts';
import { fundOfPocket, type PayableCode, type PocketCode, pockets } from '#contract/wallet/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balances, held, type Named } from '#server/ledger/service.ts';

const why = 'what a company has, and what of it may leave';

export type PocketNow = {
  readonly code: PocketCode;
  readonly total: Cents;
  readonly pending: Cents;
  readonly reserved: Cents;
  /** What the company owes us beside it, or has of it in its own hands: that much is not there to leave. */
  readonly owed: Cents;
  /** All it owes, also beyond what is there. */
  readonly owes: Cents;
  /** Claimed by a payout that waits for approval. */
  readonly asked: Cents;
  readonly available: Cents;
};

/** What stands against a pocket: money of clients in the company's own hands (1040), and what it owes for what was taken back (1300, 1350). */
export const claims: Readonly<Record<PocketCode, readonly (1040 | 1300 | 1350)[]>> = {
  2000: [1300, 1040],
  2040: [1350, 1040],
  2050: [1350],
  2130: [],
};
export const claimsOf = (code: PocketCode, company: number): Named[] => claims[code].map((claim) => [fundOfPocket(code), { code: claim, company }]);
/** Everything that can stand against what a company has, each once. */
export const allClaims = (company: number): Named[] => [
  ...new Map(pockets.flatMap(({ code, fund }) => claimsOf(code, company).map((one) => [`${fund}:${one[1].code}`, one]))).values(),
];
const owedOf = (found: readonly Cents[]): Cents => cents(Math.max(0, sum(found)));

/** Holds that still count: those whose time has passed need nobody to release them, but where another's debt is waited for. */
const openHolds = (db: Db, companyId: number) =>
  everything(db, 'wallet_hold', why)
    .select()
    .where('company_id', '=', companyId)
    .where('released_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock.now()), eb('holder_id', 'is not', null)]));

async function heldBy(db: Db, companyId: number): Promise<Map<string, number>> {
  const rows = await openHolds(db, companyId)
    .select(['code', sql<boolean>`kind = 'clearing'`.as('clearing'), sql<number>`sum(cents)::bigint`.as('cents')])
    .groupBy(['code', sql`2`])
    .execute();
  return new Map(rows.map((row) => [`${row.code}:${row.clearing ? 'pending' : 'reserved'}`, row.cents]));
}

/** What of a pocket is in another's hands: nothing of it pays what the company owes. */
export async function elsewhere(db: Db, companyId: number, code: PayableCode): Promise<number> {
  const row = await openHolds(db, companyId)
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
    .where('code', '=', code)
    .where('kind', '=', 'cash')
    .executeTakeFirstOrThrow();
  return row.cents;
}

/** What a company was paid out and has not got: others' money would stand in for it. What is in another's hands covers nothing. */
export async function shortOf(db: Db, company: number): Promise<number> {
  const [there = 0, owes = 0] = await balances(db, named(2000, company));
  return Math.max(0, owes - Math.max(0, there - (await elsewhere(db, company, 2000))));
}

type Claimed = { readonly reserve: number; readonly owes: Cents; readonly asks: number };
/** Available is what is there less what is held; never below zero, whatever is held. */
function pocket(code: PocketCode, total: Cents, holds: Map<string, number>, { reserve, owes, asks }: Claimed): PocketNow {
  const owed = Math.min(total, owes);
  const pending = Math.min(total - owed, holds.get(`${code}:pending`) ?? 0);
  const reserved = Math.min(total - owed - pending, (holds.get(`${code}:reserved`) ?? 0) + (code === 2000 ? reserve : 0));
  const asked = Math.min(total - owed - pending - reserved, asks);
  const available = code === 2130 ? 0 : total - owed - pending - reserved - asked;
  return {
    code,
    total,
    owes,
    pending: cents(pending),
    reserved: cents(reserved),
    owed: cents(owed),
    asked: cents(asked),
    available: cents(available),
  };
}

const reserveOf = async (db: Db, companyId: number): Promise<number> =>
  (await everything(db, 'wallet', why).select().select('reserve_cents').where('company_id', '=', companyId).executeTakeFirst())?.reserve_cents ?? 0;

/** What payouts claim that wait for approval, by pocket: it is not there to be asked for again. */
const askedOf = async (db: Db, companyId: number): Promise<Map<number, number>> => {
  const rows = await everything(db, 'settlement_payment', why)
    .select()
    .select(['account_code', 'net_cents'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'draft')
    .execute();
  return new Map(rows.map((row) => [row.account_code, row.net_cents]));
};

/** A pocket's account, then those of what stands against it. */
export const named = (code: PocketCode, company: number): Named[] => [[fundOfPocket(code), { code, company }], ...claimsOf(code, company)];

export async function pocketsOf(db: Db, companyId: number): Promise<PocketNow[]> {
  const found = await balances(
    db,
    pockets.flatMap(({ code }) => named(code, companyId)),
  );
  const [holds, reserve, asks] = [await heldBy(db, companyId), await reserveOf(db, companyId), await askedOf(db, companyId)];
  return pockets.map(({ code }) => {
    const [total = cents(0), ...owes] = found.splice(0, 1 + claims[code].length);
    return pocket(code, total, holds, { reserve, owes: owedOf(owes), asks: asks.get(code) ?? 0 });
  });
}

type Pocketful = { readonly total: Cents; readonly held: Cents; readonly reserve: Cents };
async function pocketBy(read: typeof balances, db: Db, companyId: number, code: PayableCode): Promise<Pocketful> {
  const [total = cents(0), ...owes] = await read(db, named(code, companyId));
  const holds = await heldBy(db, companyId);
  return {
    total,
    held: cents((holds.get(`${code}:pending`) ?? 0) + (holds.get(`${code}:reserved`) ?? 0) + owedOf(owes)),
    reserve: cents(code === 2000 ? await reserveOf(db, companyId) : 0),
  };
}
/** One pocket under its lock: whoever pays out holds what they pay from until they are done. `reserve` is the company's own wish, apart from holds. */
export const pocketHeld = (db: Db, companyId: number, code: PayableCode): Promise<Pocketful> => pocketBy(held, db, companyId, code);
/** The same for who only looks. */
export const pocketSeen = (db: Db, companyId: number, code: PayableCode): Promise<Pocketful> => pocketBy(balances, db, companyId, code);

export const holdsOf = (db: Db, companyId: number) =>
  openHolds(db, companyId).select(['id', 'kind', 'cents', 'until', 'reason', 'created_at']).orderBy('id', 'desc').limit(50).execute();

export type Settings = {
  readonly minimum: Cents;
  readonly dayLimit: Cents;
  readonly holdingDays: number;
  readonly fees: readonly FeeBand[];
  readonly feeByPayee: boolean;
};
export async function settingsNow(db: Db): Promise<Settings> {
  const row = await everything(db, 'wallet_setting', 'the platform’s rules for paying out').select().selectAll().executeTakeFirstOrThrow();
  return {
    minimum: row.minimum_cents,
    dayLimit: row.day_limit_cents,
    holdingDays: row.holding_days,
    fees: row.fees as FeeBand[],
    feeByPayee: row.fee_bearer === 'payee',
  };
}

/** The wallet held until this ends: what it may ask for in a day is counted by one at a time, and nobody freezes it meanwhile. */
export const walletHeld = (db: Db, companyId: number) =>
  everything(db, 'wallet', why).select().selectAll().where('company_id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow();
export const walletOf = (db: Db, companyId: number) =>
  everything(db, 'wallet', why).select().selectAll().where('company_id', '=', companyId).executeTakeFirstOrThrow();
