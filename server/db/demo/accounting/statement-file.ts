import { sql } from 'kysely';
import { writeCsv } from '#contract/kernel/csv.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { toCents, toDecimalText } from '#contract/money/cents.ts';
import { type Day, startOfDay, toNairobiDay } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { balanceBeforeSql } from '#server/ledger/service.ts';
import { type CollectionAccountRow, getLedgerAccountsOfAccount, toLedgerAccountKeys } from '#server/treasury/service.ts';
import { buildTransferText } from '../money/money-payers.ts';

/** Money that came or went at the bank without an entry in the ledger yet. */
export type UnbookedLine = { readonly day: Day; readonly cents: number; readonly reference: string; readonly details: string };
type Booked = {
  id: number;
  kind: JournalKind;
  day: Day;
  cents: number;
  at: Date;
  params: Readonly<Record<string, string | number | null>>;
  external: string | null;
  account_text: string | null;
  payer: string | null;
  phone_tail: string | null;
};
type Line = UnbookedLine & { readonly time: string; readonly payer: string; readonly account: string };

const readBooked = async (db: Db, account: CollectionAccountRow, from: Day, to: Day): Promise<Booked[]> =>
  (
    await sql<Booked>`/* unscoped: the demo writes the statements of its own accounts */
      select j.id, j.kind, j.value_day::text as day, j.params, coalesce(p.external, r.external_id) as external, r.account_text, r.payer, r.phone_tail,
        coalesce(r.paid_at, j.at) as at,
        sum(case when e.dr = a.id then e.cents else -e.cents end)::bigint as cents
      from ledger_account a join journal_entry e on e.dr = a.id or e.cr = a.id join journal j on j.id = e.journal_id
        left join receipt r on j.event_key = 'receipt:' || r.id left join payment p on p.id = r.payment_id
      where a.key = any (${toLedgerAccountKeys(account)}::text[]) and j.value_day between ${from}::date and ${to}::date
      group by j.id, r.id, p.id having sum(case when e.dr = a.id then e.cents else -e.cents end) <> 0 order by j.value_day, coalesce(r.paid_at, j.at), j.id`.execute(
      db,
    )
  ).rows;

/** What the bank writes about an entry that is no receipt of a tenant. */
function wordsOf({ kind, params, cents, external }: Booked): string {
  if (kind === 'swept') return cents < 0 ? 'Organization Settlement to Bank' : 'SAFARICOM M-PESA SETTLEMENT';
  if (kind === 'payout_confirmed') return `EFT ${params.transfer ?? ''} ${params.who ?? ''}`;
  if (kind === 'funds_cleared') return `INTERNAL TRANSFER ${params.code ?? ''}`;
  if (kind === 'tax_remitted') return `KRA PAYMENT ${params.how ?? ''}`;
  if (kind === 'bought') return `TRANSFER FEATURED SLOT ${params.code ?? ''}`;
  return `${cents < 0 ? 'TRANSFER TO' : 'TRANSFER FROM'} ${params.who ?? external ?? params.code ?? ''}`;
}

/** The time of day in Nairobi, as a statement writes it. */
function timeOf(at: Date): string {
  const seconds = Math.floor((at.getTime() - startOfDay(toNairobiDay(at)).getTime()) / 1000);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

function toLine(account: CollectionAccountRow, one: Booked): Line {
  const { id, kind, day, at, cents, account_text, payer, phone_tail, external } = one;
  const moved = { day, time: timeOf(at), cents: Number(cents) };
  if (kind !== 'money_received' || payer === null)
    return { ...moved, reference: `${account.rail === 'mpesa' ? 'TKS' : 'S'}${10_000_000 + id}`, details: wordsOf(one), payer: '', account: '' };
  const reference = external ?? '';
  if (account.rail !== 'mpesa') return { ...moved, reference, details: buildTransferText(payer, account_text ?? ''), payer: '', account: '' };
  const who = `2547*****${phone_tail ?? '000'} - ${payer.toUpperCase()}`;
  return { ...moved, reference, details: `Pay Bill Online from ${who} Acc. ${account_text}`, payer: who, account: account_text ?? '' };
}

const sumText = (cents: number): string => (cents > 0 ? toDecimalText(toCents(cents)) : '');
const toRow = (account: CollectionAccountRow, { day, time, cents, reference, details, payer, account: text }: Line, balance: number) =>
  account.rail === 'mpesa'
    ? {
        'Receipt No.': reference,
        'Completion Time': `${day} ${time}`,
        Details: details,
        'Transaction Status': 'Completed',
        'Paid In': sumText(cents),
        Withdrawn: sumText(-cents),
        Balance: toDecimalText(toCents(balance)),
        'Other Party Info': payer,
        'A/C No.': text,
      }
    : {
        'Transaction Date': day,
        'Transaction Details': details,
        'Bank Reference Number': reference,
        'Money Out': sumText(-cents),
        'Money In': sumText(cents),
        'Ledger Balance': toDecimalText(toCents(balance)),
      };

/** The statement of an account from the bank or M-Pesa: everything in the ledger, and what is not in the ledger yet. Null: nothing moved. */
export async function writeStatementFile(
  db: Db,
  account: CollectionAccountRow,
  { from, to, unbooked = [] }: { readonly from: Day; readonly to: Day; readonly unbooked?: readonly UnbookedLine[] },
): Promise<string | null> {
  const { rows } = await sql<{
    cents: number;
  }>`select ${balanceBeforeSql(getLedgerAccountsOfAccount(account), from, sql`j.value_day >= ${from}::date`)} as cents`.execute(db);
  const booked = (await readBooked(db, account, from, to)).map((one) => toLine(account, one));
  const lines = [...booked, ...unbooked.map((line): Line => ({ ...line, time: '16:00:00', payer: '', account: '' }))].toSorted(
    (a, b) => a.day.localeCompare(b.day) || a.time.localeCompare(b.time),
  );
  if (lines.length === 0) return null;
  let balance = Number(rows[0]?.cents ?? 0);
  const table = lines.map((line) => {
    balance += line.cents;
    return toRow(account, line, balance);
  });
  return `Account number,${account.number}\r\nPeriod,${from} to ${to}\r\n${writeCsv(table)}\r\n`;
}
