import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { type Acct, accounts, type Code, type Fund, fundOf, type Pair, type Payer } from '#contract/ledger/accounts.ts';
import { handedOver } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { tellDesk } from '#server/collection/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { held, modeOf, pairsOf, post } from '#server/ledger/service.ts';
import { audience, notify } from '#server/notification/service.ts';
import { companyName } from '#server/people/service.ts';
import { homeName, payersOf } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';

const why = 'what is held for who lives in a home goes along to its next holder';
/** What is held for a tenant, and is no landlord's: deposits, what came before they moved in, and what they have over. */
const kept: readonly (readonly [Fund, Code])[] = [
  ['D', accounts.depositsHeld],
  ['D', accounts.moveInDeposits],
  ['C', accounts.moveInRent],
  ['C', accounts.tenantCredit],
  ['M', accounts.depositsHeld],
  ['M', accounts.tenantCredit],
];
const isKept = ({ code }: Acct): boolean => kept.some(([, one]) => one === code);

type Moving = Omit<Happenings['tenancy.handed_over'], 'why'>;
/** Where it stands: with the tenancy, and with the booking it came of. */
const payersIn = (company: number, tenancyId: number, bookingId: number | null): Payer[] => [
  { company, tenancy: tenancyId },
  ...(bookingId === null ? [] : [{ company, ref: `booking:${bookingId}` }]),
];

/** A home has another holder: deposit and credit of who lives there are with them from now on, in one journal; both and the tenant hear of it. */
export async function followHolder(ctx: Ctx, { tenancyId, fromCompany, toCompany }: Moving): Promise<void> {
  const row = await everything(ctx.db, 'tenancy', why).select().select(['code', 'booking_id']).where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = await homeName(ctx.db, tenancyId);
  await holdCredits(ctx, { tenancyId, fromCompany, home });
  const payers = payersIn(fromCompany, tenancyId, row.booking_id);
  const named = payers.flatMap((payer) => kept.map(([fund, code]): [Fund, Acct & { company: number }] => [fund, { code, ...payer }]));
  const there = await held(ctx.db, named);
  const all = named.map(([fund, from], n) => ({ fund, from, cents: there[n] ?? 0 })).filter((one) => one.cents > 0);
  const [from, to] = [await companyName(ctx.db, fromCompany), await companyName(ctx.db, toCompany)];
  const isOurs = fundOf(await modeOf(ctx.db, toCompany)) === 'C';
  const other = all.filter(({ fund }) => (fund !== 'M') !== isOurs);
  if (other.length > 0)
    throw new Refusal('conflict', m.payment_refusal_sale_held({ home, from, to, sum: kesPlain(sum(other.map((one) => one.cents))) }));
  await everything(ctx.db, 'payment_credit', why)
    .change()
    .set({ company_id: toCompany })
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '=', fromCompany)
    .where('undone_at', 'is', null)
    .execute();
  if (all.length === 0) return;
  const before = await handOvers(ctx.db, [tenancyId], [], 0);
  const key = `tenancy:${tenancyId}:handed:${before.length + 1}`;
  await post(ctx.db, {
    ...{ key, kind: 'tenancy_handed_over', source: ['tenancy', tenancyId], companyId: toCompany, by: ctx.me.userId },
    params: { home, code: row.code, from, to, from_id: fromCompany, to_id: toCompany },
    pairs: all.flatMap((one) => handedOver(one.fund, one.from, { ...one.from, company: toCompany }, one.cents)),
  });
  const of = (...codes: readonly Code[]) => kesPlain(sum(all.filter(({ from: one }) => codes.includes(one.code)).map((one) => one.cents)));
  const params = {
    home,
    from,
    to,
    held: of(accounts.depositsHeld, accounts.moveInDeposits),
    credit: of(accounts.tenantCredit, accounts.moveInRent),
    by: isOurs ? ('platform' as const) : ('owner' as const),
  };
  await notify(ctx, 'payment.handed_over', params, audience().tenants(await payersOf(ctx.db, tenancyId)), { key, subject: row.code });
  for (const company of [fromCompany, toCompany]) await tellDesk(ctx, company, 'payment.handed_over', params, key);
}

/** What is on its way to the tenant is taken out of what the last holder had: it arrives first. */
async function holdCredits(ctx: Ctx, { tenancyId, fromCompany, home }: Omit<Moving, 'toCompany'> & { readonly home: string }): Promise<void> {
  const credits = await everything(ctx.db, 'payment_credit', why)
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '=', fromCompany)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  await happened(ctx, 'credit.handing_over', { creditIds: credits.map(({ id }) => id), home });
}

type HandOver = { readonly tenancy_id: number; readonly booking_id: number | null; readonly from_id: number; readonly to_id: number };
const handOvers = async (db: Db, tenancies: readonly number[], bookings: readonly number[], since: number): Promise<HandOver[]> =>
  (
    await sql<HandOver>`/* all: what became of money that was booked before */
      select t.id as tenancy_id, t.booking_id, (j.params ->> 'from_id')::bigint as from_id, (j.params ->> 'to_id')::bigint as to_id
      from tenancy t join journal j on j.source = 'tenancy' and j.source_id = t.id and j.kind = 'tenancy_handed_over'
      where (t.id = any (${tenancies}::bigint[]) or t.booking_id = any (${bookings}::bigint[])) and j.id > ${since} order by j.id`.execute(db)
  ).rows;
const bookingIn = ({ ref }: Acct): number => Number(/^booking:(\d+)$/.exec(ref ?? '')?.[1] ?? 0);

/** What stands in a journal, where it is by now: what was held for a tenant may have gone to the next holder of the home since. */
export async function pairsNow(db: Db, journalId: number): Promise<Pair[]> {
  const pairs = await pairsOf(db, journalId);
  const held = pairs.flatMap(({ dr, cr }) => [dr, cr]).filter(isKept);
  if (held.length === 0) return pairs;
  const moves = await handOvers(
    db,
    held.flatMap(({ tenancy }) => tenancy ?? []),
    held.map(bookingIn).filter((id) => id > 0),
    journalId,
  );
  const now = (one: Acct): Acct =>
    moves
      .filter((move) => isKept(one) && (one.tenancy === move.tenancy_id || (move.booking_id !== null && bookingIn(one) === move.booking_id)))
      .reduce((at, move) => (at.company === move.from_id ? { ...at, company: move.to_id } : at), one);
  return pairs.map((pair) => ({ ...pair, dr: now(pair.dr), cr: now(pair.cr) }));
}
