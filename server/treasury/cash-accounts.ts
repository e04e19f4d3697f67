import { sql } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import { buildLedgerAccountKey, type LedgerAccount, ledgerAccounts } from '#contract/ledger/accounts.ts';
import type { PayingAccount, ReceivingAccount } from '#contract/ledger/postings.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { sumOutstandingTransfers } from '#server/kernel/outstanding-transfers.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql, type FundAccount, readAccountBalance, readAccountBalances } from '#server/ledger/service.ts';
import type { CollectionAccountRow } from './accounts.ts';

const why = 'Makao’s own accounts and the amounts reserved from them';
type Place = Pick<CollectionAccountRow, 'id' | 'rail' | 'fund'>;
type PlaceRail = 'mpesa' | 'bank';

export const toCashAccountReference = ({ id }: Pick<Place, 'id'>): string => `collection:${id}`;
/** Whether the account belongs to the platform. Two people import its statements. */
export const isPlatformMoney = ({ fund }: Pick<Place, 'fund'>): boolean => fund !== 'M';
/** Whether the account holds deposits or the platform's own money. No invoice is paid to it. */
export const isOwnBank = ({ fund }: Pick<Place, 'fund'>): boolean => fund === 'D' || fund === 'P';
/** The fund of a payment that an account received. */
export function getPaymentFund({ fund }: Pick<Place, 'fund'>): 'C' | 'M' {
  if (fund === 'D' || fund === 'P') throw new Error('clients do not pay to an account of deposits or of the platform');
  return fund;
}
/** The bank account of deposits and the one of the platform have a ledger account without reference: each fund has one (decision 374). */
const ownBanks = { D: { code: ledgerAccounts.depositBank }, P: { code: ledgerAccounts.platformBank } } as const;

/** The ledger accounts of a platform account: a paybill's float has the same shortcode. */
export const getLedgerAccountsOfAccount = (account: Place): readonly FundAccount[] => {
  if (account.fund === 'D' || account.fund === 'P') return [[account.fund, ownBanks[account.fund]]];
  const at = (code: LedgerAccount['code']): FundAccount => ['C', { code, ref: toCashAccountReference(account) }];
  return account.rail === 'mpesa' ? [at(ledgerAccounts.mpesaPaybill), at(ledgerAccounts.mpesaPayouts)] : [at(ledgerAccounts.clientBank)];
};
/** The keys of these ledger accounts, for queries. */
export const toLedgerAccountKeys = (account: Place): string[] =>
  getLedgerAccountsOfAccount(account).map(([fund, one]) => buildLedgerAccountKey(fund, one));
/** The payout side of an account, for money that never reached the paybill. */
export const toPayingAccount = (account: Place): PayingAccount =>
  account.fund === 'D' || account.fund === 'P'
    ? ownBanks[account.fund]
    : { code: account.rail === 'mpesa' ? ledgerAccounts.mpesaPayouts : ledgerAccounts.clientBank, ref: toCashAccountReference(account) };

/** Cash is with its collector, who may differ from the payee. */
export const getCashHolderAccount = (
  account: CollectionAccountRow,
  payment: { readonly company_id: number | null; readonly holder_id?: number | null },
): ReceivingAccount => {
  getPaymentFund(account);
  return account.rail === 'cash'
    ? {
        code: ledgerAccounts.cashInHand,
        company: requiredId(payment.holder_id ?? account.company_id ?? payment.company_id, 'the company that holds the cash of a payment'),
      }
    : { code: account.rail === 'mpesa' ? ledgerAccounts.mpesaPaybill : ledgerAccounts.clientBank, ref: toCashAccountReference(account) };
};

/** Serializes matching and reconciliation of an account; locked before anything that its lines lead to. */
export const lockReconciliation = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`figures:${accountId}`}, 0))`.execute(db);

/** Serializes spending from a rail, so that no shilling is spent twice. */
export const lockRail = (db: Db, rail: PlaceRail) => sql`select pg_advisory_xact_lock(hashtextextended(${`rail:${rail}`}, 0))`.execute(db);

/** The amount that can still be sent from an account: its balance less the reserved amounts. */
export const readAvailableBalance = async (db: Db, account: Place): Promise<number> =>
  sumCents(await readAccountBalances(db, getLedgerAccountsOfAccount(account))) - (await sumOutstandingTransfers(db, account.id));

/** Client money that companies hold as cash, beyond their own part: it never reached an account. */
async function inHands(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* unscoped: the bank accounts of client money */
    select coalesce(sum(greatest(0, c.hands - greatest(0, c.own))), 0)::bigint as cents from (
      select sum(t.dr - t.cr) filter (where a.code = ${accountCodeSql('cashInHand')}) as hands, coalesce(sum(t.cr - t.dr) filter (where a.code <> ${accountCodeSql('cashInHand')}), 0) as own
      from ledger_account a join ledger_total t on t.account_id = a.id
      where a.fund = 'C' and a.code in (${accountCodeSql('cashInHand', 'ownerPayable', 'agentPayable')}) and a.company_id is not null group by a.company_id) c`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}
type Owed = Readonly<Record<'D' | 'P', number>>;
/**
 * What the client fund owes the other funds, and how much of it can be paid: deposits and fees that were collected in cash cannot be paid before the
 * cash is paid in.
 */
export async function readInterFundDebts(db: Db): Promise<{ readonly owed: Owed; readonly payable: Owed }> {
  const [D, P] = [
    await readAccountBalance(db, 'D', { code: ledgerAccounts.interfund }),
    await readAccountBalance(db, 'P', { code: ledgerAccounts.interfund }),
  ];
  const there = Math.max(0, D + P - (await inHands(db)));
  return { owed: { D, P }, payable: { D: Math.min(D, there), P: Math.min(P, there) } };
}

/** The payout account: the paybill of the environment, which payers use; of the active banks the one with the highest balance. */
export async function readPayingAccountRow(db: Db, rail: PlaceRail): Promise<CollectionAccountRow | null> {
  const all = await unscopedTable(db, 'collection_account', why)
    .select()
    .selectAll()
    .where('fund', '=', 'C')
    .where('rail', '=', rail)
    .where('active', '=', true)
    .$if(rail === 'mpesa', (rows) => rows.where('of_env', '=', true))
    .orderBy('id', 'desc')
    .execute();
  if (all.length < 2) return all[0] ?? null;
  const there = await Promise.all(
    all.map(async (account) => ({ account, cents: sumCents(await readAccountBalances(db, getLedgerAccountsOfAccount(account))) })),
  );
  return there.toSorted((a, b) => b.cents - a.cents)[0]?.account ?? null;
}

/** The bank account of deposits or of the platform's own money; null if it is not set up. */
export const readOwnBank = async (db: Db, fund: 'D' | 'P'): Promise<CollectionAccountRow | null> =>
  (await unscopedTable(db, 'collection_account', why).select().selectAll().where('fund', '=', fund).where('active', '=', true).executeTakeFirst()) ??
  null;
