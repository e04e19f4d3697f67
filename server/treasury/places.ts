import { sql } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import { type Acct, accounts } from '#contract/ledger/accounts.ts';
import type { Bank, Till } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { promisedFrom } from '#server/kernel/promised.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balance, balances, codeOf, type Named } from '#server/ledger/service.ts';
import type { AccountRow } from './accounts.ts';

const why = 'where the platform’s own money lies, and what is promised of it';
type Place = Pick<AccountRow, 'id' | 'rail'>;
type PlaceRail = 'mpesa' | 'bank';

export const refOf = ({ id }: Pick<Place, 'id'>): string => `collection:${id}`;
/** Where the books keep what is in an account of ours: a paybill's float stands on the same shortcode. */
export const placesOf = (account: Place): readonly Named[] => {
  const at = (code: Acct['code']): Named => ['C', { code, ref: refOf(account) }];
  return account.rail === 'mpesa' ? [at(accounts.mpesaPaybill), at(accounts.mpesaPayouts)] : [at(accounts.clientBank)];
};
/** Where something is taken from that never came to the paybill: its payout side. */
export const bankOf = (account: Place): Bank => ({
  code: account.rail === 'mpesa' ? accounts.mpesaPayouts : accounts.clientBank,
  ref: refOf(account),
});

/** Cash is with whoever took it, which need not be who it is for. */
export const tillOf = (account: AccountRow, payment: { readonly company_id: number | null; readonly holder_id?: number | null }): Till =>
  account.rail === 'cash'
    ? {
        code: accounts.cashInHand,
        company: requiredId(payment.holder_id ?? account.company_id ?? payment.company_id, 'the company that holds the cash of a payment'),
      }
    : { code: account.rail === 'mpesa' ? accounts.mpesaPaybill : accounts.clientBank, ref: refOf(account) };

/** Whose turn it is to match an account's lines and compare its figures: taken before anything that lines lead to is held. */
export const holdFigures = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`figures:${accountId}`}, 0))`.execute(db);

/** Whoever spends from a rail does so alone until they are done: two never spend the same shilling. */
export const holdRail = (db: Db, rail: PlaceRail) => sql`select pg_advisory_xact_lock(hashtextextended(${`rail:${rail}`}, 0))`.execute(db);

/** What can still be sent from an account: what is there less what is promised. */
export const roomAt = async (db: Db, account: Place): Promise<number> =>
  sum(await balances(db, placesOf(account))) - (await promisedFrom(db, account.id));

/** Clients' money that lies as cash in companies' hands, beyond what of it is their own: it was never brought to an account. */
async function inHands(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* all: where the clients' money lies */
    select coalesce(sum(greatest(0, c.hands - greatest(0, c.own))), 0)::bigint as cents from (
      select sum(t.dr - t.cr) filter (where a.code = ${codeOf('cashInHand')}) as hands, coalesce(sum(t.cr - t.dr) filter (where a.code <> ${codeOf('cashInHand')}), 0) as own
      from ledger_account a join ledger_total t on t.account_id = a.id
      where a.fund = 'C' and a.code in (${codeOf('cashInHand', 'ownerPayable', 'agentPayable')}) and a.company_id is not null group by a.company_id) c`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}
type Owed = Readonly<Record<'D' | 'P', number>>;
/** What the clients' fund owes the others, and what of it is there to be paid: the deposits and fees of cash that nobody brought are not. */
export async function betweenFunds(db: Db): Promise<{ readonly owed: Owed; readonly payable: Owed }> {
  const [D, P] = [await balance(db, 'D', { code: accounts.interfund }), await balance(db, 'P', { code: accounts.interfund })];
  const there = Math.max(0, D + P - (await inHands(db)));
  return { owed: { D, P }, payable: { D: Math.min(D, there), P: Math.min(P, there) } };
}

/** What payouts leave from: the paybill of the environment, which is the one payers are told of; of the banks in use the one with the most in it. */
export async function payingFrom(db: Db, rail: PlaceRail): Promise<AccountRow | null> {
  const all = await everything(db, 'collection_account', why)
    .select()
    .selectAll()
    .where('company_id', 'is', null)
    .where('rail', '=', rail)
    .where('active', '=', true)
    .$if(rail === 'mpesa', (rows) => rows.where('of_env', '=', true))
    .orderBy('id', 'desc')
    .execute();
  if (all.length < 2) return all[0] ?? null;
  const there = await Promise.all(all.map(async (account) => ({ account, cents: sum(await balances(db, placesOf(account))) })));
  return there.toSorted((a, b) => b.cents - a.cents)[0]?.account ?? null;
}
