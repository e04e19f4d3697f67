import { sql } from 'kysely';
import { keyOf } from '#contract/ledger/accounts.ts';
import { lineKindOf } from '#contract/settlement/kinds.ts';
import { type Figures, type Line, netOf } from '#contract/settlement/net.ts';
import type { Day } from '#contract/time/days.ts';
import { fundOfPocket, type PayableCode, type Rail } from '#contract/wallet/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { pocketHeld, settingsNow } from '#server/wallet/service.ts';

export type Whose = { readonly companyId: number; readonly code: PayableCode };
export const accountKey = ({ companyId, code }: Whose): string => keyOf(fundOfPocket(code), { code, company: companyId });

/** Entries of a payee's account that no payout holds yet, up to a day. */
export const unsettled = (whose: Whose, cutOff: Day) => sql`
  select e.account, e.journal_id, e.line, e.cents, j.kind, j.code, j.day, j.params, j.source, j.source_id
  from (select a.id as account, x.journal_id, x.line, x.cents from ledger_account a join journal_entry x on x.cr = a.id where a.key = ${accountKey(whose)}
    union all select a.id, x.journal_id, x.line, -x.cents from ledger_account a join journal_entry x on x.dr = a.id where a.key = ${accountKey(whose)}) e
  join journal j on j.id = e.journal_id
  where j.day <= ${cutOff}::date
    and not exists (select 1 from settlement_line l where l.account_id = e.account and l.journal_id = e.journal_id and l.line = e.line) /* all: a payout is made of them */`;

/** What earlier payouts left: the sum of all they hold, their own sending among it. */
export async function opening(db: Db, whose: Whose): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* all: what earlier payouts left */
    select coalesce(sum(l.cents), 0)::bigint as cents from settlement_line l join ledger_account a on a.id = l.account_id where a.key = ${accountKey(whose)}`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

type Asked = { readonly cutOff: Day; readonly wanted: number | null; readonly rail: Rail };
/** The number and why it is that, with the payee's account held until this ends, unless who only looks says otherwise. */
export async function figuresNow(db: Db, whose: Whose, { cutOff, wanted, rail }: Asked, look = pocketHeld): Promise<Figures> {
  const { total, held, reserve } = await look(db, whose.companyId, whose.code);
  const { fees, feeByPayee } = await settingsNow(db);
  const { rows } = await sql<{ kind: string; cents: number }>`/* all: a payout is made of them */
    select u.kind, sum(u.cents)::bigint as cents from (${unsettled(whose, cutOff)}) u group by u.kind`.execute(db);
  const lines: Line[] = [
    { kind: 'opening', cents: await opening(db, whose) },
    ...rows.map((row) => ({ kind: lineKindOf(row.kind), cents: row.cents })),
  ];
  return netOf({ lines, total, held, reserve, wanted, rail, bands: fees, feeByPayee });
}

/** Takes the entries into a payout: each once, whoever else would. Answers what they come to. */
export async function takeLines(db: Db, settlementId: number, whose: Whose, cutOff: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* all: a payout is made of them */
    with taken as (insert into settlement_line (settlement_id, account_id, journal_id, line, cents)
      select ${settlementId}, u.account, u.journal_id, u.line, u.cents from (${unsettled(whose, cutOff)}) u returning cents)
    select coalesce(sum(cents), 0)::bigint as cents from taken`.execute(db);
  return rows[0]?.cents ?? 0;
}
/** The journal of its own sending is a line of it, too: so that the next begins with what was left. */
export async function takeJournal(db: Db, settlementId: number, whose: Whose, journalId: number): Promise<void> {
  await sql`/* all: a payout is made of them */
    insert into settlement_line (settlement_id, account_id, journal_id, line, cents)
    select ${settlementId}, a.id, e.journal_id, e.line, case when e.cr = a.id then e.cents else -e.cents end
    from journal_entry e join ledger_account a on a.id in (e.dr, e.cr) and a.key = ${accountKey(whose)} where e.journal_id = ${journalId}`.execute(
    db,
  );
}
