import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addMonths, type Month, monthStart } from '#contract/time/days.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { formatLongMonth } from '#server/kernel/long-date.ts';
import type { LedgerCheck } from '#server/kernel/proofs.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { makeFailedChecksRefusal, runLedgerChecks } from './ledger-checks.ts';
import { readLastClosedMonth } from './post-journals.ts';

const why = 'accounting periods are shared by all companies';
const conflict = (message: ConstructorParameters<typeof Refusal>[1]) => new Refusal('conflict', message);

/**
 * Closes a month against further postings and stores the closing balances. Months are closed in order, after they have ended and when every ledger
 * check passes. Concurrent postings are completed first; later ones go to the next month.
 */
export async function closeMonth(tx: Db, month: Month, by: number | null, proofs?: readonly LedgerCheck[]): Promise<void> {
  const first = `${month}-01`;
  if (addMonths(first, 1) > clock.today()) throw conflict(m.ledger_refusal_not_over());
  // All months up to it: before the first close an old month may still receive postings.
  await sql`select pg_advisory_xact_lock(4711, to_char(d, 'YYYYMM')::int) from generate_series(${first}::date - interval '10 years', ${first}::date, interval '1 month') d order by d`.execute(
    tx,
  );
  const closed = await readLastClosedMonth(tx);
  if (closed && closed >= first) throw conflict(m.ledger_refusal_closed());
  const before = await unscopedTable(tx, 'journal', why)
    .select()
    .select((eb) => eb.fn.min('month').as('month'))
    .where('month', '<', first)
    .$if(closed !== undefined, (q) => q.where('month', '>', closed ?? first))
    .executeTakeFirst();
  const missing = closed ? addMonths(closed, 1) : before?.month;
  if (missing && monthStart(missing) < first) throw conflict(m.ledger_refusal_earlier({ month: formatLongMonth(missing) }));
  const checked = await runLedgerChecks(tx, 'all', by, proofs);
  if (!checked.ok) throw makeFailedChecksRefusal(checked);
  await add({ db: tx }, 'ledger_period').values({ month: first, closed_by: by }).execute();
  await sql`
    insert into ledger_period_total (month, account_id, dr, cr)
    select ${first}::date, s.account, sum(s.dr), sum(s.cr) from (
      select t.account_id as account, t.dr, t.cr from ledger_period_total t where t.month = ${closed ?? null}::date
      union all select e.dr, e.cents, 0 from journal_entry e where e.month = ${first}::date
      union all select e.cr, 0, e.cents from journal_entry e where e.month = ${first}::date
      ${closed ? sql`` : sql`union all select e.dr, e.cents, 0 from journal_entry e where e.month < ${first}::date union all select e.cr, 0, e.cents from journal_entry e where e.month < ${first}::date`}
    ) s group by s.account /* unscoped: accounting periods are shared by all companies */`.execute(tx);
}

/** Reopens the last closed month, with the rules of the database function: postings in progress are completed first. */
export async function reopenMonth(tx: Db, month: Month): Promise<void> {
  const last = await readLastClosedMonth(tx);
  if (last !== `${month}-01`) throw conflict(m.ledger_refusal_reopen());
  await sql`select ledger_reopen(${last}::date)`.execute(tx);
}
