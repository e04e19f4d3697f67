import { sql } from 'kysely';
import { accounts, type CodeOf } from '#contract/ledger/accounts.ts';
import { type Cents, cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { FeeBand } from '#contract/wallet/fees.ts';
import { fundOfPocket, type PayableCode, type PocketCode, pockets } from '#contract/wallet/kinds.ts';
import { askedOf } from '#server/kernel/asked.ts';
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

/** What stands against a pocket: money of clients in the company's own hands, and what it owes for what was taken back. */
export const claims: Readonly<Record<PocketCode, readonly CodeOf<'cashInHand' | 'ownerReceivable' | 'agentReceivable'>[]>> = {
  [accounts.ownerPayable]: [accounts.ownerReceivable, accounts.cashInHand],
  [accounts.agentPayable]: [accounts.agentReceivable, accounts.cashInHand],
  [accounts.dealerPayable]: [accounts.agentReceivable],
  [accounts.walletTopUps]: [],
};
export const claimsOf = (code: PocketCode, company: number): Named[] => claims[code].map((claim) => [fundOfPocket(code), { code: claim, company }]);
/** Everything that can stand against what a company has, each once. */
export const allClaims = (company: number): Named[] => [
  ...new Map(pockets.flatMap(({ code, fund }) => claimsOf(code, company).map((one) => [`${fund}:${one[1].code}`, one]))).values(),
];
const owedOf = (found: readonly number[]): Cents => cents(Math.max(0, sum(found)));
/** Cash in hand stands once: against rent as far as there is any, and only what that does not cover against commission. */
const cashPast = (cash: number, rent: { readonly total: number; readonly owes: number; readonly elsewhere: number }): number =>
  Math.max(0, cash - Math.max(0, rent.total - rent.elsewhere - rent.owes));

/** Holds that still count: those whose time has passed need nobody to release them, but where another's debt is waited for. */
const openHolds = (db: Db, companies: readonly number[]) =>
  everything(db, 'wallet_hold', why)
    .select()
    .where('company_id', 'in', [...companies])
    .where('released_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock.now()), eb('holder_id', 'is not', null)]));

type HoldKey = `${number}:${number}:${'pending' | 'reserved'}`;
async function heldBy(db: Db, companies: readonly number[]): Promise<Map<HoldKey, number>> {
  const rows = await openHolds(db, companies)
    .select(['company_id', 'code', sql<boolean>`kind = 'clearing'`.as('clearing'), sql<number>`sum(cents)::bigint`.as('cents')])
    .groupBy(['company_id', 'code', sql`3`])
    .execute();
  return new Map(rows.map((row) => [`${row.company_id}:${row.code}:${row.clearing ? 'pending' : 'reserved'}`, row.cents]));
}

/** What of a pocket is in another's hands: nothing of it pays what the company owes. */
async function elsewhereOf(db: Db, companies: readonly number[], code: PayableCode): Promise<ReadonlyMap<number, number>> {
  const rows = await openHolds(db, companies)
    .select(['company_id', sql<number>`sum(cents)::bigint`.as('cents')])
    .where('code', '=', code)
    .where('kind', '=', 'cash')
    .groupBy('company_id')
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.cents]));
}
export const elsewhere = async (db: Db, company: number, code: PayableCode): Promise<number> =>
  (await elsewhereOf(db, [company], code)).get(company) ?? 0;

/** What the platform itself has of a company's rent, held: cash in the company's own hands, or in another's, is not here and pays nobody. */
export async function hereHeld(db: Db, company: number): Promise<number> {
  const [there = 0, cash = 0] = await held(db, [
    ['C', { code: accounts.ownerPayable, company }],
    ['C', { code: accounts.cashInHand, company }],
  ]);
  return Math.max(0, there - Math.max(0, cash) - (await elsewhere(db, company, accounts.ownerPayable)));
}

/** Of the cash a company took what is its own rent: it stands against what it has here, and is owed to nobody. */
export async function ownCash(db: Db, company: number): Promise<Cents> {
  const [there = 0, owes = 0, cash = 0] = await balances(db, named(accounts.ownerPayable, company));
  return cents(Math.max(0, Math.min(cash, there - owes - (await elsewhere(db, company, accounts.ownerPayable)))));
}

/** What a company owes for what was taken back, or has in its own hands, beyond what we have of it: others' money stands in for it. */
type Debt = { readonly owes: number; readonly frozen: boolean };
/** Those who owe, or whose wallet is frozen. */
export async function debtsOf(db: Db, companies: readonly number[]): Promise<ReadonlyMap<number, Debt>> {
  if (companies.length === 0) return new Map();
  const found = await balances(
    db,
    companies.flatMap((company) => named(accounts.ownerPayable, company)),
  );
  const away = await elsewhereOf(db, companies, accounts.ownerPayable);
  const frozen = await everything(db, 'wallet', why)
    .select()
    .select('company_id')
    .where('company_id', 'in', [...companies])
    .where('status', '=', 'frozen')
    .execute();
  const made = companies.map((company): [number, Debt] => {
    const [there = 0, ...claimed] = found.splice(0, 1 + claims[accounts.ownerPayable].length);
    const owes = Math.max(0, sum(claimed) - Math.max(0, there - (away.get(company) ?? 0)));
    return [company, { owes, frozen: frozen.some(({ company_id }) => company_id === company) }];
  });
  return new Map(made.filter(([, { owes, frozen }]) => owes > 0 || frozen));
}
export const debtOf = async (db: Db, company: number): Promise<Debt> => (await debtsOf(db, [company])).get(company) ?? { owes: 0, frozen: false };

type Claimed = { readonly pending: number; readonly reserved: number; readonly owes: Cents; readonly asks: number };
/** Available is what is there less what is held; never below zero, whatever is held. */
function pocket(code: PocketCode, total: Cents, claimed: Claimed): PocketNow {
  const owed = Math.min(total, claimed.owes);
  const pending = Math.min(total - owed, claimed.pending);
  const reserved = Math.min(total - owed - pending, claimed.reserved);
  const asked = Math.min(total - owed - pending - reserved, claimed.asks);
  const available = code === accounts.walletTopUps ? 0 : total - owed - pending - reserved - asked;
  return {
    code,
    total,
    owes: claimed.owes,
    pending: cents(pending),
    reserved: cents(reserved),
    owed: cents(owed),
    asked: cents(asked),
    available: cents(available),
  };
}

async function reservesOf(db: Db, companies: readonly number[]): Promise<Map<number, number>> {
  const rows = await everything(db, 'wallet', why)
    .select()
    .select(['company_id', 'reserve_cents'])
    .where('company_id', 'in', [...companies])
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.reserve_cents]));
}

/** A pocket's account, then those of what stands against it. */
export const named = (code: PocketCode, company: number): Named[] => [[fundOfPocket(code), { code, company }], ...claimsOf(code, company)];

/** What several companies have, pocket by pocket, in a few statements: a list of them asks no more often than one does. */
export async function pocketsOfAll(db: Db, companies: readonly number[], read = balances): Promise<Map<number, PocketNow[]>> {
  if (companies.length === 0) return new Map();
  const found = await read(
    db,
    companies.flatMap((company) => pockets.flatMap(({ code }) => named(code, company))),
  );
  const [holds, reserves, asked] = [await heldBy(db, companies), await reservesOf(db, companies), await askedOf(db, companies)];
  const asks = (company: number, code: PocketCode) =>
    sum(asked.filter((one) => one.company === company && one.code === code).map((one) => one.cents));
  const made = new Map<number, PocketNow[]>();
  for (const company of companies) {
    const seen = pockets.map(({ code }) => {
      const [total = cents(0), own = 0, cash = 0] = found.splice(0, 1 + claims[code].length);
      return { code, total, own, cash };
    });
    const [rent, commission] = [seen.find(({ code }) => code === accounts.ownerPayable), seen.find(({ code }) => code === accounts.agentPayable)];
    const isInHand = rent !== undefined && rent.cash > 0;
    const past = isInHand
      ? cashPast(rent.cash, { total: rent.total, owes: rent.own, elsewhere: await elsewhere(db, company, accounts.ownerPayable) })
      : 0;
    // What neither covers is said of the one there is.
    const ofCommission = commission && commission.total > 0 ? past : 0;
    const now = seen.map(({ code, total, own, cash }) => {
      const reserve = code === accounts.ownerPayable ? (reserves.get(company) ?? 0) : 0;
      return pocket(code, total, {
        ...{ pending: holds.get(`${company}:${code}:pending`) ?? 0, reserved: (holds.get(`${company}:${code}:reserved`) ?? 0) + reserve },
        ...{
          owes: owedOf([own, code === accounts.ownerPayable ? cash - ofCommission : code === accounts.agentPayable ? ofCommission : cash]),
          asks: asks(company, code),
        },
      });
    });
    made.set(company, now);
  }
  return made;
}
export const pocketsOf = async (db: Db, companyId: number): Promise<PocketNow[]> => (await pocketsOfAll(db, [companyId])).get(companyId) ?? [];
/** All of them under their locks, in the order of the books and at once, for who spends of more than one; the wallet is held first. */
export const pocketsHeld = async (db: Db, companyId: number): Promise<PocketNow[]> =>
  (await pocketsOfAll(db, [companyId], held)).get(companyId) ?? [];

const halved = (all: readonly Cents[], at: number) => [all.slice(0, at), all.slice(at)] as const;
type Pocketful = { readonly total: Cents; readonly held: Cents; readonly reserve: Cents };
async function pocketBy(read: typeof balances, db: Db, companyId: number, code: PayableCode): Promise<Pocketful> {
  const beside = code === accounts.agentPayable ? named(accounts.ownerPayable, companyId).slice(0, 2) : [];
  const [[total = cents(0), own = 0, cash = 0], [rent = 0, owes = 0]] = halved(
    await read(db, [...named(code, companyId), ...beside]),
    1 + claims[code].length,
  );
  const [holds, reserves] = [await heldBy(db, [companyId]), await reservesOf(db, [companyId])];
  const past =
    code === accounts.agentPayable ? cashPast(cash, { total: rent, owes, elsewhere: await elsewhere(db, companyId, accounts.ownerPayable) }) : cash;
  return {
    total,
    held: cents((holds.get(`${companyId}:${code}:pending`) ?? 0) + (holds.get(`${companyId}:${code}:reserved`) ?? 0) + owedOf([own, past])),
    reserve: cents(code === accounts.ownerPayable ? (reserves.get(companyId) ?? 0) : 0),
  };
}
/** One pocket under its lock: whoever pays out holds what they pay from until they are done. `reserve` is the company's own wish, apart from holds. */
export const pocketHeld = (db: Db, companyId: number, code: PayableCode): Promise<Pocketful> => pocketBy(held, db, companyId, code);
/** The same for who only looks. */
export const pocketSeen = (db: Db, companyId: number, code: PayableCode): Promise<Pocketful> => pocketBy(balances, db, companyId, code);

/** What was paid, line by line, is one line a home and a day it may leave: a holder asks which home, not which line of which invoice. */
const home = sql<string | null>`case when source = 'allocation' then (select concat_ws(', ', u.name, p.name)
  from allocation x join invoice i on i.id = x.invoice_id join unit u on u.id = i.unit_id join property p on p.id = u.property_id where x.id = source_id) end`;
export const holdsOf = (db: Db, companyId: number) =>
  openHolds(db, [companyId])
    .select(({ fn }) => [
      fn.max('id').as('id'),
      'kind',
      sql<number>`sum(cents)::bigint`.as('cents'),
      fn.max('until').as('until'),
      home.as('home'),
      'reason',
      fn.max('created_at').as('created_at'),
    ])
    .groupBy(['kind', 'reason', sql`home`, sql`app.day(until)`])
    .orderBy(sql`max(until) asc nulls first, home`)
    .limit(50)
    .execute();

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
