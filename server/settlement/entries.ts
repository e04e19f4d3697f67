import { sql } from 'kysely';
import { buildLedgerAccountKey } from '#contract/ledger/accounts.ts';
import { getPayoutLineKind } from '#contract/settlement/kinds.ts';
import { calculatePayout, type PayoutFigures, type PayoutLine } from '#contract/settlement/net.ts';
import type { Day } from '#contract/time/days.ts';
import { getFundOfBalance, type PayableAccountCode, type PayoutRailKind } from '#contract/wallet/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { lockWalletBalance, readPayoutSettings } from '#server/wallet/service.ts';

export type PayeeAccount = { readonly companyId: number; readonly code: PayableAccountCode };
export const toPayeeAccountKey = ({ companyId, code }: PayeeAccount): string =>
  buildLedgerAccountKey(getFundOfBalance(code), { code, company: companyId });

/** Entries of a payee's account that belong to no payout yet, up to a day. */
export const unsettledEntriesSql = (whose: PayeeAccount, cutOff: Day) => sql`
  select e.account, e.journal_id, e.line, e.cents, j.kind, j.code, j.day, j.params, j.source, j.source_id
  from (select a.id as account, x.journal_id, x.line, x.cents from ledger_account a join journal_entry x on x.cr = a.id where a.key = ${toPayeeAccountKey(whose)}
    union all select a.id, x.journal_id, x.line, -x.cents from ledger_account a join journal_entry x on x.dr = a.id where a.key = ${toPayeeAccountKey(whose)}) e
  join journal j on j.id = e.journal_id
  where j.day <= ${cutOff}::date
    and not exists (select 1 from settlement_line l where l.account_id = e.account and l.journal_id = e.journal_id and l.line = e.line) /* unscoped: ledger entries of which a payout consists */`;

/** The balance left by earlier payouts: the sum of their lines, including the payout itself. */
export async function readOpeningBalance(db: Db, whose: PayeeAccount): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* unscoped: amounts left over from earlier payouts */
    select coalesce(sum(l.cents), 0)::bigint as cents from settlement_line l join ledger_account a on a.id = l.account_id where a.key = ${toPayeeAccountKey(whose)}`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

type Asked = { readonly cutOff: Day; readonly wanted: number | null; readonly rail: PayoutRailKind };
/** The net amount and its breakdown, under the lock of the payee's account unless the caller only reads. */
export async function calculatePayoutFigures(
  db: Db,
  whose: PayeeAccount,
  { cutOff, wanted, rail }: Asked,
  look = lockWalletBalance,
): Promise<PayoutFigures> {
  const { total, held, reserve } = await look(db, whose.companyId, whose.code);
  const { fees, feeByPayee } = await readPayoutSettings(db);
  const { rows } = await sql<{ kind: string; cents: number }>`/* unscoped: ledger entries of which a payout consists */
    select u.kind, sum(u.cents)::bigint as cents from (${unsettledEntriesSql(whose, cutOff)}) u group by u.kind`.execute(db);
  const lines: PayoutLine[] = [
    { kind: 'opening', cents: await readOpeningBalance(db, whose) },
    ...rows.map((row) => ({ kind: getPayoutLineKind(row.kind), cents: row.cents })),
  ];
  return calculatePayout({ lines, total, held, reserve, wanted, rail, bands: fees, feeByPayee });
}

/** Adds the entries to a payout, each once even with concurrent payouts. Returns their total. */
export async function addPayoutLines(db: Db, settlementId: number, whose: PayeeAccount, cutOff: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* unscoped: ledger entries of which a payout consists */
    with taken as (insert into settlement_line (settlement_id, account_id, journal_id, line, cents)
      select ${settlementId}, u.account, u.journal_id, u.line, u.cents from (${unsettledEntriesSql(whose, cutOff)}) u returning cents)
    select coalesce(sum(cents), 0)::bigint as cents from taken`.execute(db);
  return rows[0]?.cents ?? 0;
}
/** The payout's own journal is a line of it too, so that the next payout begins with the rest. */
export async function addPayoutJournal(db: Db, settlementId: number, whose: PayeeAccount, journalId: number): Promise<void> {
  await sql`/* unscoped: ledger entries of which a payout consists */
    insert into settlement_line (settlement_id, account_id, journal_id, line, cents)
    select ${settlementId}, a.id, e.journal_id, e.line, case when e.cr = a.id then e.cents else -e.cents end
    from journal_entry e join ledger_account a on a.id in (e.dr, e.cr) and a.key = ${toPayeeAccountKey(whose)} where e.journal_id = ${journalId}`.execute(
    db,
  );
}
