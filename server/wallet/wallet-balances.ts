import { sql } from 'kysely';
import { type LedgerAccountCodeOf, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { BankChannelLimits } from '#contract/wallet/bank-channel.ts';
import type { PayoutFeeBand } from '#contract/wallet/fees.ts';
import { getFundOfBalance, type PayableAccountCode, type WalletBalanceCode, walletBalanceKinds } from '#contract/wallet/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { readUnapprovedAmounts } from '#server/kernel/outstanding-transfers.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { type FundAccount, lockAccountBalances, readAccountBalances } from '#server/ledger/service.ts';

const why = 'the balance of a company and the amount it may withdraw';

export type CurrentWalletBalance = {
  readonly code: WalletBalanceCode;
  readonly total: Cents;
  readonly pending: Cents;
  readonly reserved: Cents;
  /** The part that is owed to the platform or collected in cash by the company, and therefore not available. */
  readonly owed: Cents;
  /** The full debt, including the part above the balance. */
  readonly owes: Cents;
  /** The amount of payouts that are pending approval. */
  readonly asked: Cents;
  readonly available: Cents;
};

/** The claims on a balance: clients' money collected by the company, and debts from reversals. */
export const balanceClaims: Readonly<
  Record<WalletBalanceCode, readonly LedgerAccountCodeOf<'cashInHand' | 'ownerReceivable' | 'agentReceivable'>[]>
> = {
  [ledgerAccounts.ownerPayable]: [ledgerAccounts.ownerReceivable, ledgerAccounts.cashInHand],
  [ledgerAccounts.agentPayable]: [ledgerAccounts.agentReceivable, ledgerAccounts.cashInHand],
  [ledgerAccounts.dealerPayable]: [ledgerAccounts.agentReceivable],
  [ledgerAccounts.walletTopUps]: [],
};
export const getClaimAccounts = (code: WalletBalanceCode, company: number): FundAccount[] =>
  balanceClaims[code].map((claim) => [getFundOfBalance(code), { code: claim, company }]);
/** All claims on the company's balances, each once. */
export const listAllClaimAccounts = (company: number): FundAccount[] => [
  ...new Map(walletBalanceKinds.flatMap(({ code, fund }) => getClaimAccounts(code, company).map((one) => [`${fund}:${one[1].code}`, one]))).values(),
];
const owedOf = (found: readonly number[]): Cents => toCents(Math.max(0, sumCents(found)));
/** Collected cash counts once: against rent as far as there is any, and only the rest against commission. */
const cashPast = (cash: number, rent: { readonly total: number; readonly owes: number; readonly elsewhere: number }): number =>
  Math.max(0, cash - Math.max(0, rent.total - rent.elsewhere - rent.owes));

/** Active holds. An expired hold needs no release, unless it also depends on another company's debt. */
const openHolds = (db: Db, companies: readonly number[]) =>
  unscopedTable(db, 'wallet_hold', why)
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

/** The part of a balance that another company collected in cash: it cannot pay this company's debts. */
async function elsewhereOf(db: Db, companies: readonly number[], code: PayableAccountCode): Promise<ReadonlyMap<number, number>> {
  const rows = await openHolds(db, companies)
    .select(['company_id', sql<number>`sum(cents)::bigint`.as('cents')])
    .where('code', '=', code)
    .where('kind', '=', 'cash')
    .groupBy('company_id')
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.cents]));
}
export const readCashCollectedByOthers = async (db: Db, company: number, code: PayableAccountCode): Promise<number> =>
  (await elsewhereOf(db, [company], code)).get(company) ?? 0;

/**
 * Locks and returns the rent that the platform holds for a company: its payable balance less the cash that the company or another one collected.
 */
export async function lockPlatformHeldRent(db: Db, company: number): Promise<number> {
  const [there = 0, cash = 0] = await lockAccountBalances(db, [
    ['C', { code: ledgerAccounts.ownerPayable, company }],
    ['C', { code: ledgerAccounts.cashInHand, company }],
  ]);
  return Math.max(0, there - Math.max(0, cash) - (await readCashCollectedByOthers(db, company, ledgerAccounts.ownerPayable)));
}

/** The part of collected cash that is the company's own rent: it is deducted from its balance and is no debt. */
export async function readCollectedOwnRentCash(db: Db, company: number): Promise<Cents> {
  const [there = 0, owes = 0, cash = 0] = await readAccountBalances(db, getBalanceAccounts(ledgerAccounts.ownerPayable, company));
  return toCents(Math.max(0, Math.min(cash, there - owes - (await readCashCollectedByOthers(db, company, ledgerAccounts.ownerPayable)))));
}

/**
 * The debt of a company (a receivable of the platform) from reversals or collected cash, above what the platform holds for it: until it is paid,
 * other clients' money covers it.
 */
type Debt = { readonly owes: number; readonly frozen: boolean };
/** The companies with a debt or a frozen wallet. */
export async function readWalletDebts(db: Db, companies: readonly number[]): Promise<ReadonlyMap<number, Debt>> {
  if (companies.length === 0) return new Map();
  const found = await readAccountBalances(
    db,
    companies.flatMap((company) => getBalanceAccounts(ledgerAccounts.ownerPayable, company)),
  );
  const away = await elsewhereOf(db, companies, ledgerAccounts.ownerPayable);
  const frozen = await unscopedTable(db, 'wallet', why)
    .select()
    .select('company_id')
    .where('company_id', 'in', [...companies])
    .where('status', '=', 'frozen')
    .execute();
  const made = companies.map((company): [number, Debt] => {
    const [there = 0, ...claimed] = found.splice(0, 1 + balanceClaims[ledgerAccounts.ownerPayable].length);
    const owes = Math.max(0, sumCents(claimed) - Math.max(0, there - (away.get(company) ?? 0)));
    return [company, { owes, frozen: frozen.some(({ company_id }) => company_id === company) }];
  });
  return new Map(made.filter(([, { owes, frozen }]) => owes > 0 || frozen));
}
export const readWalletDebt = async (db: Db, company: number): Promise<Debt> =>
  (await readWalletDebts(db, [company])).get(company) ?? { owes: 0, frozen: false };

type Claimed = { readonly pending: number; readonly reserved: number; readonly owes: Cents; readonly asks: number };
/** Available is the total less holds, and never below zero. */
function pocket(code: WalletBalanceCode, total: Cents, claimed: Claimed): CurrentWalletBalance {
  const owed = Math.min(total, claimed.owes);
  const pending = Math.min(total - owed, claimed.pending);
  const reserved = Math.min(total - owed - pending, claimed.reserved);
  const asked = Math.min(total - owed - pending - reserved, claimed.asks);
  const available = code === ledgerAccounts.walletTopUps ? 0 : total - owed - pending - reserved - asked;
  return {
    code,
    total,
    owes: claimed.owes,
    pending: toCents(pending),
    reserved: toCents(reserved),
    owed: toCents(owed),
    asked: toCents(asked),
    available: toCents(available),
  };
}

async function reservesOf(db: Db, companies: readonly number[]): Promise<Map<number, number>> {
  const rows = await unscopedTable(db, 'wallet', why)
    .select()
    .select(['company_id', 'reserve_cents'])
    .where('company_id', 'in', [...companies])
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.reserve_cents]));
}

/** The account of a balance, followed by its claims. */
export const getBalanceAccounts = (code: WalletBalanceCode, company: number): FundAccount[] => [
  [getFundOfBalance(code), { code, company }],
  ...getClaimAccounts(code, company),
];

/** The balances of several companies in a few statements, as many as for one company. */
export async function readWalletBalancesOf(
  db: Db,
  companies: readonly number[],
  read = readAccountBalances,
): Promise<Map<number, CurrentWalletBalance[]>> {
  if (companies.length === 0) return new Map();
  const found = await read(
    db,
    companies.flatMap((company) => walletBalanceKinds.flatMap(({ code }) => getBalanceAccounts(code, company))),
  );
  const [holds, reserves, asked] = [await heldBy(db, companies), await reservesOf(db, companies), await readUnapprovedAmounts(db, companies)];
  const asks = (company: number, code: WalletBalanceCode) =>
    sumCents(asked.filter((one) => one.company === company && one.code === code).map((one) => one.cents));
  const made = new Map<number, CurrentWalletBalance[]>();
  for (const company of companies) {
    const seen = walletBalanceKinds.map(({ code }) => {
      const [total = toCents(0), own = 0, cash = 0] = found.splice(0, 1 + balanceClaims[code].length);
      return { code, total, own, cash };
    });
    const [rent, commission] = [
      seen.find(({ code }) => code === ledgerAccounts.ownerPayable),
      seen.find(({ code }) => code === ledgerAccounts.agentPayable),
    ];
    const isInHand = rent !== undefined && rent.cash > 0;
    const past = isInHand
      ? cashPast(rent.cash, {
          total: rent.total,
          owes: rent.own,
          elsewhere: await readCashCollectedByOthers(db, company, ledgerAccounts.ownerPayable),
        })
      : 0;
    // Collected cash beyond the rent balance is charged to the commission balance, if that has money.
    const ofCommission = commission && commission.total > 0 ? past : 0;
    const now = seen.map(({ code, total, own, cash }) => {
      const reserve = code === ledgerAccounts.ownerPayable ? (reserves.get(company) ?? 0) : 0;
      return pocket(code, total, {
        pending: holds.get(`${company}:${code}:pending`) ?? 0,
        reserved: (holds.get(`${company}:${code}:reserved`) ?? 0) + reserve,
        owes: owedOf([own, code === ledgerAccounts.ownerPayable ? cash - ofCommission : code === ledgerAccounts.agentPayable ? ofCommission : cash]),
        asks: asks(company, code),
      });
    });
    made.set(company, now);
  }
  return made;
}
export const readWalletBalances = async (db: Db, companyId: number): Promise<CurrentWalletBalance[]> =>
  (await readWalletBalancesOf(db, [companyId])).get(companyId) ?? [];
/** All balances under their locks, in ledger order and at once, for spending from more than one; the wallet is locked first. */
export const lockWalletBalances = async (db: Db, companyId: number): Promise<CurrentWalletBalance[]> =>
  (await readWalletBalancesOf(db, [companyId], lockAccountBalances)).get(companyId) ?? [];

const halved = (all: readonly Cents[], at: number) => [all.slice(0, at), all.slice(at)] as const;
type Pocketful = { readonly total: Cents; readonly held: Cents; readonly reserve: Cents };
async function pocketBy(read: typeof readAccountBalances, db: Db, companyId: number, code: PayableAccountCode): Promise<Pocketful> {
  const beside = code === ledgerAccounts.agentPayable ? getBalanceAccounts(ledgerAccounts.ownerPayable, companyId).slice(0, 2) : [];
  const [[total = toCents(0), own = 0, cash = 0], [rent = 0, owes = 0]] = halved(
    await read(db, [...getBalanceAccounts(code, companyId), ...beside]),
    1 + balanceClaims[code].length,
  );
  const [holds, reserves] = [await heldBy(db, [companyId]), await reservesOf(db, [companyId])];
  const past =
    code === ledgerAccounts.agentPayable
      ? cashPast(cash, { total: rent, owes, elsewhere: await readCashCollectedByOthers(db, companyId, ledgerAccounts.ownerPayable) })
      : cash;
  return {
    total,
    held: toCents((holds.get(`${companyId}:${code}:pending`) ?? 0) + (holds.get(`${companyId}:${code}:reserved`) ?? 0) + owedOf([own, past])),
    reserve: toCents(code === ledgerAccounts.ownerPayable ? (reserves.get(companyId) ?? 0) : 0),
  };
}
/** One balance under its lock, held until the payout is written. `reserve` is the company's own choice, separate from holds. */
export const lockWalletBalance = (db: Db, companyId: number, code: PayableAccountCode): Promise<Pocketful> =>
  pocketBy(lockAccountBalances, db, companyId, code);
/** Reads one balance without locks, for display only. */
export const readWalletBalance = (db: Db, companyId: number, code: PayableAccountCode): Promise<Pocketful> =>
  pocketBy(readAccountBalances, db, companyId, code);

/** Paid lines are grouped by unit and release day: owners ask about units and not about invoice lines. */
const home = () => sql<string | null>`case when source = 'allocation' then (select concat_ws(', ', u.name, p.name)
  from invoice i join unit u on u.id = i.unit_id join property p on p.id = u.property_id where i.id = ${getLookup('invoiceOfAllocation')(sql.ref('source_id'))}) end`;
export const readWalletHolds = (db: Db, companyId: number) =>
  openHolds(db, [companyId])
    .select(({ fn }) => [
      fn.max('id').as('id'),
      'kind',
      sql<number>`sum(cents)::bigint`.as('cents'),
      fn.max('until').as('until'),
      home().as('home'),
      'reason',
      fn.max('created_at').as('created_at'),
    ])
    .groupBy(['kind', 'reason', sql`home`, sql`app.day(until)`])
    .orderBy(sql`max(until) asc nulls first, home`)
    .limit(50)
    .execute();

export type PayoutSettings = {
  readonly minimum: Cents;
  readonly dayLimit: Cents;
  readonly holdingDays: number;
  readonly fees: readonly PayoutFeeBand[];
  readonly feeByPayee: boolean;
  readonly channelLimits: BankChannelLimits;
  /** The account that Makao pays its own debts from; empty if none is entered. */
  readonly ownAccountNumber: string;
};
export async function readPayoutSettings(db: Db): Promise<PayoutSettings> {
  const row = await unscopedTable(db, 'wallet_setting', 'Makao’s payout rules').select().selectAll().executeTakeFirstOrThrow();
  return {
    minimum: row.minimum_cents,
    dayLimit: row.day_limit_cents,
    holdingDays: row.holding_days,
    fees: row.fees as PayoutFeeBand[],
    feeByPayee: row.fee_bearer === 'payee',
    channelLimits: { pesalink: row.pesalink_limit_cents, eft: row.eft_limit_cents },
    ownAccountNumber: row.own_account_number,
  };
}

/** Locks the wallet until the transaction ends: its daily limit is counted by one request at a time, and it cannot be frozen concurrently. */
export const lockWallet = (db: Db, companyId: number) =>
  unscopedTable(db, 'wallet', why).select().selectAll().where('company_id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow();
export const readWalletRow = (db: Db, companyId: number) =>
  unscopedTable(db, 'wallet', why).select().selectAll().where('company_id', '=', companyId).executeTakeFirstOrThrow();
