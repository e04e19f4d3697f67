import { type Selectable, sql } from 'kysely';
import type { Acct } from '#contract/ledger/accounts.ts';
import { cents, sum as total } from '#contract/money/cents.ts';
import type { FigurePart } from '#contract/payment/kinds.ts';
import { type Explained, inFlight, unexplained } from '#contract/payment/reconcile.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { BankFigureTable } from '#server/db/types.gen.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import type { Difference } from '#server/kernel/proofs.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balances, type Named, stoodAt } from '#server/ledger/service.ts';
import { type AccountRow, accountOf } from './accounts.ts';
import { matchLines } from './lines.ts';
import { tellDiffers } from './tell.ts';

const why = 'what banks say is compared with the books for everybody';
export type FigureRow = Selectable<BankFigureTable>;
/** What was booked on a day may stand on the statement some days later; after that somebody asks why it does not. */
const slowDays = 3;

/** Where the books keep what is in an account of ours: a paybill's float stands on the same shortcode. */
export const placesOf = (account: Pick<AccountRow, 'id' | 'rail'>): readonly Named[] => {
  const ref = `collection:${account.id}`;
  const at = (code: Acct['code']): Named => ['C', { code, ref }];
  return account.rail === 'mpesa' ? [at(1000), at(1005)] : [at(1010)];
};
const refOf = (account: Pick<AccountRow, 'id'>) => `collection:${account.id}`;

/** The lines of an account's statements that were taken over, each movement once however many files it is in. */
const lines = (account: Pick<AccountRow, 'id'>, day: Day) => sql`
  (select distinct on (l.external_id) l.* from statement_line l join statement s on s.id = l.statement_id
   where s.account_id = ${account.id} and s.status = 'imported' and l.day <= ${day}::date and l.cents is not null order by l.external_id, l.journal_id nulls last, l.id)`;

/** What of a statement's figure the books explain, part by part. What was there before the first statement is in what that began with. */
async function ofStatement(db: Db, account: AccountRow, day: Day): Promise<Explained[]> {
  const slow = addDays(day, -slowDays);
  const { rows } = await sql<Record<'late' | 'waiting' | 'ignored' | 'missing', number>>`/* all: statements */
    select coalesce(sum(l.cents) filter (where j.value_day > ${day}::date), 0)::bigint as late,
      coalesce(sum(l.cents) filter (where l.journal_id is null and l.cents > 0 and l.fate <> 'ignored'), 0)::bigint as waiting,
      coalesce(sum(l.cents) filter (where l.journal_id is null and l.fate = 'ignored'), 0)::bigint as ignored,
      (select coalesce(sum(case when e.cr = a.id then e.cents else -e.cents end), 0)::bigint from ledger_account a
        join journal_entry e on (e.dr = a.id or e.cr = a.id) and e.month >= date_trunc('month', ${slow}::date)::date join journal b on b.id = e.journal_id
        where a.fund = 'C' and a.ref = ${refOf(account)} and b.value_day > ${slow}::date and b.value_day <= ${day}::date
          and b.value_day >= (select min(f.day) from statement_line f join statement s on s.id = f.statement_id where s.account_id = ${account.id} and s.status = 'imported')
          and not exists (select 1 from statement_line f join statement s on s.id = f.statement_id where f.journal_id = b.id and s.status = 'imported' and s.account_id = ${account.id})) as missing
    from ${lines(account, day)} l left join journal j on j.id = l.journal_id`.execute(db);
  return named({ ...rows[0], contested: await contestedOf(db, account, day) });
}
/** Taken back by M-Pesa, and nobody has decided yet who bears it. On a statement it is a line; the line says so once, here. */
const contestedOf = async (db: Db, account: AccountRow, day: Day): Promise<number> =>
  -(
    await everything(db, 'payment_doubt', why)
      .select()
      .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
      .where('kind', '=', 'reversal')
      .where('status', '=', 'open')
      .where('account_id', '=', account.id)
      .where(sql<boolean>`app.day(at) <= ${day}::date`)
      .executeTakeFirstOrThrow()
  ).cents;
const named = (sums: Partial<Record<FigurePart, number>>): Explained[] =>
  Object.entries(sums).flatMap(([what, sum]) => (sum === 0 ? [] : [{ what: what as FigurePart, cents: cents(sum) }]));

/** What was sent, by phone or by bank, and is not known to have left. */
export const underWay = async (db: Db, rail: 'mpesa' | 'bank' = 'mpesa'): Promise<number> =>
  (
    await everything(db, 'settlement_transaction', why)
      .select()
      .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
      .select(sql<number>`coalesce(sum(settlement_transaction.cents + settlement_transaction.fee_cents), 0)::bigint`.as('cents'))
      .where('settlement_transaction.rail', '=', rail)
      // By M-Pesa the platform's own leaves the same paybill; by bank it has one of its own.
      .$if(rail === 'bank', (query) => query.where('settlement_payment.fund', '=', 'C'))
      .where('settlement_transaction.status', 'in', ['queued', 'sent', 'unknown'])
      .executeTakeFirstOrThrow()
  ).cents;

/** The same turn as payouts take: two never spend the same shilling. */
export const holdRail = (db: Db, rail: 'mpesa' | 'bank') =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`settlement-rail:${rail}`}, 0))`.execute(db);
/** What can still leave an account: what is there less what is on its way. */
export const roomAt = async (db: Db, account: AccountRow): Promise<number> =>
  total(await balances(db, placesOf(account))) - (await underWay(db, account.rail === 'mpesa' ? 'mpesa' : 'bank'));

/** What of an answer of this moment the books explain: what is sent and not known to have left, what is announced and not proven to have come. */
async function ofQuery(db: Db, account: AccountRow, figure: { bank: number; books: number; day: Day }): Promise<Explained[]> {
  const contested = await contestedOf(db, account, figure.day);
  const out = await underWay(db);
  const { cents: coming } = await everything(db, 'status_query', why)
    .select()
    .innerJoin('inbox', 'inbox.id', 'status_query.inbox_id')
    .select(sql<number>`coalesce(sum(inbox.cents), 0)::bigint`.as('cents'))
    .where('status_query.open', '=', true)
    .where('status_query.account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  return [...named({ contested }), ...inFlight(figure.bank - contested, figure.books, { out, coming })];
}

/**
 * What is known last of each of our own accounts; what a company holds itself is none of our books' business. A statement says more than an answer:
 * one of the same day or a later one stands instead of it.
 */
export async function latest(db: Db): Promise<FigureRow[]> {
  const rows = await everything(db, 'bank_figure', why)
    .select()
    .innerJoin('collection_account', 'collection_account.id', 'bank_figure.account_id')
    .where('bank_figure.cents', 'is not', null)
    .where('collection_account.fund', '=', 'C')
    .distinctOn(['bank_figure.account_id', 'bank_figure.source'])
    .selectAll('bank_figure')
    .orderBy('bank_figure.account_id')
    .orderBy('bank_figure.source')
    .orderBy('bank_figure.day', 'desc')
    .orderBy('bank_figure.id', 'desc')
    .execute();
  const told = (row: FigureRow) => rows.some((other) => other.account_id === row.account_id && other.source === 'statement' && other.day >= row.day);
  return rows.filter((row) => row.source === 'statement' || !told(row));
}

/** Compares one figure with the books as they are now, keeps what came of it, and tells people once of each difference nobody can explain. */
async function compare(db: Db, figure: FigureRow): Promise<void> {
  const account = await accountOf(db, figure.account_id);
  const { day, cents: bank } = figure;
  if (bank === null) return;
  await matchLines(db, account, day);
  const books = await stoodAt(db, placesOf(account), day);
  const parts = figure.source === 'statement' ? await ofStatement(db, account, day) : await ofQuery(db, account, { bank, books, day });
  const difference = unexplained(bank, books, parts);
  const news = difference !== 0 && difference !== figure.told_cents;
  await everything(db, 'bank_figure', why)
    .change()
    .set({
      ...{ books_cents: books, parts: JSON.stringify(parts), difference_cents: difference, checked_at: clock.now() },
      told_cents: news ? difference : difference === 0 ? null : figure.told_cents,
    })
    .where('id', '=', figure.id)
    .execute();
  if (news) await tellDiffers(atClock(db, why), account, { day, cents: difference });
}

/**
 * Every account, or one, anew: a line that was matched or a correction that was booked frees what it had stopped. An answer is of one moment and is
 * compared with the books of that moment alone: M-Pesa is asked again instead.
 */
export async function reconcile(db: Db, accountId?: number): Promise<number> {
  const rows = (await latest(db)).filter(
    (row) => (accountId === undefined || row.account_id === accountId) && (row.source === 'statement' || row.checked_at === null),
  );
  for (const row of rows) await compare(db, row);
  return rows.length;
}

/** What stands unexplained, as it was last compared. */
export async function unexplainedNow(db: Db): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const row of await latest(db)) {
    if (row.difference_cents === 0 || row.cents === null) continue;
    const { name } = await accountOf(db, row.account_id);
    found.push({ what: `${name}, ${row.day}`, expected: row.cents, found: row.cents - row.difference_cents });
  }
  return found;
}
