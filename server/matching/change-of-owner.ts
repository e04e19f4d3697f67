import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import {
  getFundOfCollectionMode,
  type LedgerAccount,
  type LedgerAccountCode,
  type LedgerFund,
  type LedgerPayer,
  ledgerAccounts,
  type PostingPair,
} from '#contract/ledger/accounts.ts';
import { buildBalanceTransferredPostings } from '#contract/ledger/postings.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { notifyPaymentStaff } from '#server/collection/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { lockAccountBalances, postJournal, readMoneyMode, readPostingPairs } from '#server/ledger/service.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { readHomeName, readPayers } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';

const why = 'funds held for the tenant of a unit transfer to its new owner';
/** Accounts with money held for a tenant that is not the landlord's: deposits, payments before move-in and tenant credit. */
const kept: readonly (readonly [LedgerFund, LedgerAccountCode])[] = [
  ['D', ledgerAccounts.depositsHeld],
  ['D', ledgerAccounts.moveInDeposits],
  ['C', ledgerAccounts.moveInRent],
  ['C', ledgerAccounts.tenantCredit],
  ['M', ledgerAccounts.depositsHeld],
  ['M', ledgerAccounts.tenantCredit],
];
const isKept = ({ code }: LedgerAccount): boolean => kept.some(([, one]) => one === code);

type Moving = Omit<DomainEvents['tenancy.handed_over'], 'why'>;
/** The balances may be with the tenancy or with the booking that preceded it. */
const payersIn = (company: number, tenancyId: number, bookingId: number | null): LedgerPayer[] => [
  { company, tenancy: tenancyId },
  ...(bookingId === null ? [] : [{ company, ref: `booking:${bookingId}` }]),
];

/** A unit has a new owner: moves the tenant's deposit and credit to the new owner in one journal, and notifies both owners and the tenant. */
export async function onOwnerChanged(ctx: Ctx, { tenancyId, fromCompany, toCompany }: Moving): Promise<void> {
  const row = await unscopedTable(ctx.db, 'tenancy', why)
    .select()
    .select(['code', 'booking_id'])
    .where('id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  const home = await readHomeName(ctx.db, tenancyId);
  await holdCredits(ctx, { tenancyId, fromCompany, home });
  const payers = payersIn(fromCompany, tenancyId, row.booking_id);
  const named = payers.flatMap((payer) => kept.map(([fund, code]): [LedgerFund, LedgerAccount & { company: number }] => [fund, { code, ...payer }]));
  const there = await lockAccountBalances(ctx.db, named);
  const all = named.map(([fund, from], n) => ({ fund, from, cents: there[n] ?? 0 })).filter((one) => one.cents > 0);
  const [from, to] = [await readCompanyName(ctx.db, fromCompany), await readCompanyName(ctx.db, toCompany)];
  const isOurs = getFundOfCollectionMode(await readMoneyMode(ctx.db, toCompany)) === 'C';
  const other = all.filter(({ fund }) => (fund !== 'M') !== isOurs);
  if (other.length > 0)
    throw new Refusal('conflict', m.payment_refusal_sale_held({ home, from, to, sum: formatKesPlain(sumCents(other.map((one) => one.cents))) }));
  await unscopedTable(ctx.db, 'payment_credit', why)
    .change()
    .set({ company_id: toCompany })
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '=', fromCompany)
    .where('undone_at', 'is', null)
    .execute();
  if (all.length === 0) return;
  const before = await handOvers(ctx.db, [tenancyId], [], 0);
  const key = `tenancy:${tenancyId}:handed:${before.length + 1}`;
  await postJournal(ctx.db, {
    key,
    kind: 'tenancy_handed_over',
    source: ['tenancy', tenancyId],
    companyId: toCompany,
    by: ctx.me.userId,
    params: { home, code: row.code, from, to, from_id: fromCompany, to_id: toCompany },
    pairs: all.flatMap((one) => buildBalanceTransferredPostings(one.fund, one.from, { ...one.from, company: toCompany }, one.cents)),
  });
  const of = (...codes: readonly LedgerAccountCode[]) =>
    formatKesPlain(sumCents(all.filter(({ from: one }) => codes.includes(one.code)).map((one) => one.cents)));
  const params = {
    home,
    from,
    to,
    held: of(ledgerAccounts.depositsHeld, ledgerAccounts.moveInDeposits),
    credit: of(ledgerAccounts.tenantCredit, ledgerAccounts.moveInRent),
    by: isOurs ? ('platform' as const) : ('owner' as const),
  };
  await notifyAudience(ctx, 'payment.handed_over', params, createNotificationAudience().tenants(await readPayers(ctx.db, tenancyId)), {
    key,
    subject: row.code,
  });
  for (const company of [fromCompany, toCompany]) await notifyPaymentStaff(ctx, company, 'payment.handed_over', params, key);
}

/** A pending refund is paid from the former owner's balance, so it must be completed first. */
async function holdCredits(ctx: Ctx, { tenancyId, fromCompany, home }: Omit<Moving, 'toCompany'> & { readonly home: string }): Promise<void> {
  const credits = await unscopedTable(ctx.db, 'payment_credit', why)
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '=', fromCompany)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  await publishEvent(ctx, 'credit.handing_over', { creditIds: credits.map(({ id }) => id), home });
}

type HandOver = { readonly tenancy_id: number; readonly booking_id: number | null; readonly from_id: number; readonly to_id: number };
const handOvers = async (db: Db, tenancies: readonly number[], bookings: readonly number[], since: number): Promise<HandOver[]> =>
  (
    await sql<HandOver>`/* unscoped: the state of payments that were posted before */
      select t.id as tenancy_id, t.booking_id, (j.params ->> 'from_id')::bigint as from_id, (j.params ->> 'to_id')::bigint as to_id
      from tenancy t join journal j on j.source = 'tenancy' and j.source_id = t.id and j.kind = 'tenancy_handed_over'
      where (t.id = any (${tenancies}::bigint[]) or t.booking_id = any (${bookings}::bigint[])) and j.id > ${since} order by j.id`.execute(db)
  ).rows;
const bookingIn = ({ ref }: LedgerAccount): number => Number(/^booking:(\d+)$/.exec(ref ?? '')?.[1] ?? 0);

/** The entries of a journal, with the accounts that hold the money now: money held for a tenant may have moved to a new owner. */
export async function readCurrentPostingPairs(db: Db, journalId: number): Promise<PostingPair[]> {
  const pairs = await readPostingPairs(db, journalId);
  const held = pairs.flatMap(({ dr, cr }) => [dr, cr]).filter(isKept);
  if (held.length === 0) return pairs;
  const moves = await handOvers(
    db,
    held.flatMap(({ tenancy }) => tenancy ?? []),
    held.map(bookingIn).filter((id) => id > 0),
    journalId,
  );
  const now = (one: LedgerAccount): LedgerAccount =>
    moves
      .filter((move) => isKept(one) && (one.tenancy === move.tenancy_id || (move.booking_id !== null && bookingIn(one) === move.booking_id)))
      .reduce((at, move) => (at.company === move.from_id ? { ...at, company: move.to_id } : at), one);
  return pairs.map((pair) => ({ ...pair, dr: now(pair.dr), cr: now(pair.cr) }));
}
