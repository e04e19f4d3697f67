import { type NotNull, type RawBuilder, sql } from 'kysely';
import { importedStatementStates } from '#contract/bank-statement/kinds.ts';
import { formatStatementLineText, readLinePayer, type StatementLineText } from '#contract/bank-statement/line-payer.ts';
import { findTransferCodes } from '#contract/bank-statement/reconcile.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { buildPayoutChargePostings } from '#contract/ledger/postings.ts';
import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, startOfDay } from '#contract/time/days.ts';
import { type SealedPhone, sealPhone } from '#server/collection/service.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { postJournal } from '#server/ledger/service.ts';
import { onRefundProven } from '#server/refund/service.ts';
import { textContainsReferenceSql } from '#server/transfer/service.ts';
import {
  type CollectionAccountRow,
  postSweepArrival,
  postSweepDeparture,
  readSweepsInTransit,
  toLedgerAccountKeys,
  toPayingAccount,
} from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { StatementLineJournal } from './banked-cash.ts';
import { markConfirmedLines } from './confirm-receipts.ts';
import { outstandingDays, transferKinds } from './unseen-journals.ts';

const why = 'finds the journal entry that belongs to a statement line';
/** The bank's date may differ from the ledger's by this number of days. */
const apart = 5;
type Search = {
  readonly kinds?: readonly JournalKind[] | null;
  readonly before?: number;
  readonly isNamed?: boolean;
  readonly without?: readonly number[];
};
type Line = { id: number; day: Day; cents: number; reference: string; details: string; external_id: string; payment_id: number | null; fate: string };

const saidIn = ({ reference, details }: Pick<Line, 'reference' | 'details'>): string => `${reference} ${details}`;

/** Lines of an account without a journal. A line in two files is one movement; M-Pesa gives a payment and its charge one code. */
const loose = (db: Db, account: CollectionAccountRow): Promise<Line[]> =>
  unscopedTable(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .distinctOn(['external_id', 'cents'])
    .select(['statement_line.id', 'day', 'cents', 'reference', 'details', 'external_id', 'payment_id', 'fate'])
    .where('statement.account_id', '=', account.id)
    .where('statement.status', '=', 'imported')
    .where('journal_id', 'is', null)
    .where('cents', 'is not', null)
    .where('day', '>', addDays(clock.today(), -92))
    .orderBy('external_id')
    .orderBy('cents')
    .orderBy('statement_line.id')
    .$narrowType<{ cents: NotNull; day: NotNull; external_id: NotNull }>()
    .execute();

/**
 * Receipts and reversals are found by payment: three statements for all lines, by reference, by payment and by reversal. In one statement PostgreSQL
 * would read every receipt for every line.
 */
async function byReceipts(db: Db, account: CollectionAccountRow): Promise<void> {
  const lineOf = sql`/* unscoped: statements of all accounts are reconciled with the ledger */ update statement_line l set journal_id = j.id from statement s, receipt r, journal j
    where s.id = l.statement_id and s.account_id = ${account.id} and s.status = 'imported' and l.journal_id is null and r.account_id = ${account.id}`;
  await sql`${lineOf} and l.cents > 0 and r.external_id = l.external_id and j.event_key = 'receipt:' || r.id`.execute(db);
  await sql`${lineOf} and l.cents > 0 and r.payment_id = l.payment_id and j.event_key = 'receipt:' || r.id`.execute(db);
  await sql`${lineOf} and l.cents < 0 and l.fate = 'reversal' and r.reversed_at is not null and j.event_key = 'receipt:' || r.id || ':undo'
      and (r.payment_id = l.payment_id or r.external_id is not null and strpos(l.details, r.external_id) > 0)`.execute(db);
}

/** Finds the journal of the same movement in another imported file. */
const bySame = (db: Db, account: CollectionAccountRow) =>
  sql`/* unscoped: statements of all accounts are reconciled with the ledger */ update statement_line l set journal_id = o.journal_id from statement s, statement_line o, statement so
    where s.id = l.statement_id and s.account_id = ${account.id} and s.status = 'imported' and l.journal_id is null
      and so.id = o.statement_id and so.account_id = ${account.id} and so.status = 'imported' and o.external_id = l.external_id and o.cents = l.cents and o.journal_id is not null`.execute(
    db,
  );

/**
 * The journal of this amount around that day which no other line has: first one that names the line's reference, then the nearest. A line that names
 * a transfer fits only that transfer, since owners often get the same amounts on the same day.
 */
async function journalFor(
  db: Db,
  account: CollectionAccountRow,
  line: Line,
  { kinds = null, before = apart, isNamed = false, without = [] }: Search = {},
): Promise<number | null> {
  const said = saidIn(line);
  const codes = findTransferCodes(said);
  const named = sql`bool_or(j.params ->> 'transfer' = any (${codes}::text[]) or length(coalesce(nullif(j.params ->> 'code', ''), '?')) > 4 and strpos(${said}, j.params ->> 'code') > 0
    or length(${line.reference}) > 4 and strpos(coalesce(j.params ->> 'how', '') || ' ' || coalesce(j.params ->> 'code', ''), ${line.reference}) > 0)`;
  // Money that left is not searched among the thousands of receipts of the month.
  const side = line.cents < 0 ? sql.ref('m.cr') : sql.ref('m.dr');
  const { rows } = await sql<{ id: number; kind: string; named: boolean }>`/* unscoped: a statement line is compared with ledger entries */
    select j.id, j.kind, ${named} as named
    from (select distinct m.journal_id from ledger_account la join journal_entry m on ${side} = la.id
        where la.key = any (${toLedgerAccountKeys(account)}::text[]) and m.month >= date_trunc('month', ${addDays(line.day, -before)}::date)::date) moved
      join journal j on j.id = moved.journal_id join journal_entry e on e.journal_id = j.id join ledger_account a on a.id in (e.dr, e.cr)
    where a.key = any (${toLedgerAccountKeys(account)}::text[]) and j.value_day between ${addDays(line.day, -before)}::date and ${addDays(line.day, apart)}::date
      and (${kinds}::text[] is null or j.kind = any (${kinds}::text[])) and (${codes.length} = 0 or j.params ->> 'transfer' = any (${codes}::text[])) and j.reverses is null and not j.id = any (${without}::bigint[]) and not exists (select 1 from journal b where b.reverses = j.id)
      and not exists (select 1 from statement_line o join statement s on s.id = o.statement_id where o.journal_id = j.id and s.account_id = ${account.id} and s.status = any (${importedStatementStates}::text[]))
    group by j.id having sum(case when e.dr = a.id then e.cents else -e.cents end) = ${line.cents} and (not ${isNamed} or coalesce(${named}, false))
    order by named desc, abs(j.value_day - ${line.day}::date), j.id limit 1`.execute(db);
  const [found] = rows;
  // M-Pesa has a code for every movement: a payout or refund with another code is another movement, even with the same amount.
  const must = account.rail === 'mpesa' && (found?.kind === 'payout_confirmed' || found?.kind === 'money_received');
  return found && (found.named || !must) ? found.id : null;
}

/** The key of the journal of a charge that a line caused. */
export const buildBankChargeKey = (lineId: number): string => `charge:line:${lineId}`;
/** A charge above this amount is probably no bank charge, so a person decides. */
const mostCharge = 200_000;
const charge = /\b(charges?|fees?|excise|levy|ledger fee|commission)\b/i;
export const isBankCharge = ({ cents, details }: { readonly cents: number; readonly details: string }): boolean =>
  cents < 0 && -cents <= mostCharge && charge.test(details);
/** A bank charge is a cost of the platform: posted once for its line, however often the line is read. */
const takeCharge = (db: Db, account: CollectionAccountRow, line: Line): Promise<number> =>
  postJournal(db, {
    ...{ key: buildBankChargeKey(line.id), kind: 'payout_charge', valueDay: line.day, source: ['statement_line', line.id] },
    params: { who: account.name, code: line.reference || line.details },
    pairs: buildPayoutChargePostings(toPayingAccount(account), -line.cents, null),
  });

const sweeps = /settlement|to bank|bank transfer|sweep|m-?pesa|safaricom|\bMOV-/i;
/** The only bank account that paybills are swept to; if there are several, a person chooses. */
async function sweptTo(db: Db): Promise<CollectionAccountRow | null> {
  const banks = await unscopedTable(db, 'collection_account', why)
    .select()
    .selectAll()
    .where('fund', '=', 'C')
    .where('rail', '=', 'bank')
    .where('active', '=', true)
    .limit(2)
    .execute();
  return banks.length === 1 ? (banks[0] ?? null) : null;
}
/** Records a line of the paybill's statement that shows a sweep to the bank. */
async function takeSweep(ctx: Ctx, account: CollectionAccountRow, line: Line): Promise<number | null> {
  const to = account.rail === 'mpesa' && /settlement|to bank|sweep/i.test(line.details) ? await sweptTo(ctx.db) : null;
  if (!to) return null;
  await postSweepDeparture(ctx, { from: account, to, cents: -line.cents, proof: line.reference, on: line.day });
  return journalFor(ctx.db, account, line);
}
export type IncomingLine = {
  readonly day: Day;
  readonly cents: number;
  readonly reference: string;
  readonly details: string;
  readonly external_id: string;
};
export const mayBeSwept = (account: CollectionAccountRow, line: Pick<IncomingLine, 'reference' | 'details'>): boolean =>
  account.fund === 'C' && account.rail === 'bank' && sweeps.test(saidIn(line));
export const findSweepJournal = (db: Db, account: CollectionAccountRow, line: IncomingLine, without: readonly number[] = []) =>
  journalFor(db, account, { ...line, id: 0, payment_id: null, fate: 'new' }, { kinds: ['swept'], without });
/**
 * Records a bank's line for money from the paybill as a sweep, which is no tenant's payment. Returns its journal. A line that was approved as a receipt
 * is none, even if one person recorded a sweep of this amount since. An approved sweep that was undone refuses the import.
 */
export async function recordSweep(
  ctx: Ctx,
  account: CollectionAccountRow,
  line: IncomingLine & { readonly id: number },
  approved: readonly number[] | null,
): Promise<StatementLineJournal | null> {
  const isApproved = approved?.includes(line.id) ?? true;
  if (!mayBeSwept(account, line) || !isApproved) return null;
  const known = await findSweepJournal(ctx.db, account, line);
  if (known !== null) return { journal: known, brought: false };
  const left = await readSweepsInTransit(ctx.db, account, line.cents).forUpdate().executeTakeFirst();
  if (left) return { journal: await postSweepArrival(ctx, left, line.reference || line.details.slice(0, 120), line.day), brought: true };
  if (approved !== null) throw new Refusal('conflict', m.payment_refusal_import_changed());
  return null;
}

/** The line of returned money contains the code of the transfer or one of these words. */
const returns = /\b(return(ed)?|revers(al|ed)|unpaid|rejected|bounced|recalled)\b/i;
export const mayBeReturned = (account: CollectionAccountRow, line: Pick<IncomingLine, 'reference' | 'details'>): boolean =>
  (account.fund === 'C' || account.fund === 'P') &&
  account.rail === 'bank' &&
  (returns.test(saidIn(line)) || findTransferCodes(saidIn(line)).length > 0);
/** Lines of this amount with this journal, including those of a statement being imported. */
const takenBy = (journal: RawBuilder<unknown>, account: CollectionAccountRow, cents: number) => sql`exists (
  select 1 from statement_line o join statement s on s.id = o.statement_id
  where o.journal_id = ${journal} and o.cents = ${cents} and s.account_id = ${account.id} and s.status = any (${importedStatementStates}::text[]))`;
/**
 * The journal of an outgoing or returned transfer of this amount that a line names by Makao's code or by the bank's reference, and which no other
 * line has.
 */
export async function findNamedTransfer(
  db: Db,
  account: CollectionAccountRow,
  line: IncomingLine,
  kinds: readonly JournalKind[],
  without: readonly number[] = [],
): Promise<number | null> {
  const said = saidIn(line);
  const number = sql`split_part(j.params ->> 'how', ' ', 2)`;
  const { rows } = await sql<{ id: number }>`/* unscoped: a statement line is compared with ledger entries */
    select j.id from journal j join journal_entry e on e.journal_id = j.id
    where j.kind = any (${kinds}::text[]) and j.value_day >= ${addDays(line.day, -92)}::date and e.cents = ${line.cents}
      and (j.params ->> 'transfer' = any (${findTransferCodes(said)}::text[]) or ${textContainsReferenceSql(said, number)})
      and exists (select 1 from ledger_account a where a.id in (e.dr, e.cr) and a.key = any (${toLedgerAccountKeys(account)}::text[]))
      and not j.id = any (${without}::bigint[]) and not ${takenBy(sql`j.id`, account, line.cents)} order by j.id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
/** A transfer that the bank reported as failed has no journal. The line by which it left and the line by which it returned both belong to it. */
async function failedOf(db: Db, account: CollectionAccountRow, line: IncomingLine): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`/* unscoped: a statement line is compared with ledger entries */
    select j.id from journal j where j.kind = 'payout_failed' and j.event_key like 'transfer:%:fail' and j.params ->> 'transfer' = any (${findTransferCodes(saidIn(line))}::text[])
      and not ${takenBy(sql`j.id`, account, line.cents)} order by j.id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
/** Records a returned payout, which is no tenant's payment. Returns its journal. */
export async function recordReturnedPayout(ctx: Ctx, account: CollectionAccountRow, line: IncomingLine): Promise<StatementLineJournal | null> {
  if (!mayBeReturned(account, line)) return null;
  const known = () => findNamedTransfer(ctx.db, account, line, ['payout_failed']);
  const before = await known();
  if (before !== null) return { journal: before, brought: false };
  const { day, cents, reference, details } = line;
  await publishEvent(ctx, 'statement.returned', { accountId: account.id, rail: 'bank', day, cents, reference, details });
  const journal = (await known()) ?? (await failedOf(ctx.db, account, line));
  return journal === null ? null : { journal, brought: true };
}
/** The journal of the other line of a transfer that left and returned: see `failedOf`. */
async function sameReturned(db: Db, account: CollectionAccountRow, line: Line): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`/* unscoped: statements of all accounts are reconciled with the ledger */
    select j.id from statement_line o join statement s on s.id = o.statement_id join journal j on j.id = o.journal_id
    where s.account_id = ${account.id} and s.status = 'imported' and o.cents = ${-line.cents} and j.kind = 'payout_failed' and j.event_key like 'transfer:%:fail'
      and j.params ->> 'transfer' = any (${findTransferCodes(saidIn(line))}::text[]) limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Money that left without a journal: posts the payout it proves, the sweep or the bank charge. */
async function broughtBy(db: Db, account: CollectionAccountRow, line: Line): Promise<number | null> {
  await publishEvent(asClock(db, why), 'statement.went', {
    ...{ accountId: account.id, rail: account.rail as 'mpesa' | 'bank', day: line.day, cents: -line.cents },
    ...{ reference: line.reference, details: line.details },
  });
  const journal =
    (await journalFor(db, account, line)) ?? (await sameReturned(db, account, line)) ?? (await takeSweep(asClock(db, why), account, line));
  return journal === null && isBankCharge(line) ? takeCharge(db, account, line) : journal;
}

/** The journal of a line; a transfer that the line names may be as old as transfers stay outstanding. */
const knownJournal = async (db: Db, account: CollectionAccountRow, line: Line): Promise<number | null> =>
  (await journalFor(db, account, line)) ??
  (line.fate === 'out' || line.fate === 'in'
    ? journalFor(db, account, line, { kinds: transferKinds, before: outstandingDays, isNamed: true })
    : null);

/** The journal that a line causes: of money that left, or of a payout of the platform's own money that was returned. */
async function broughtByLine(db: Db, account: CollectionAccountRow, line: Line): Promise<number | null> {
  if (line.fate === 'in') return (await recordReturnedPayout(asClock(db, why), account, line))?.journal ?? null;
  return line.cents < 0 && line.fate === 'out' ? broughtBy(db, account, line) : null;
}

/**
 * Finds the journal of every line without one: receipts by payment; outgoing money by payout, sweep, refund or charge. A line may prove a pending
 * transfer. Lines that name one are matched before those matched by amount and day.
 */
export async function matchStatementLines(db: Db, account: CollectionAccountRow): Promise<void> {
  await markConfirmedLines(db);
  await byReceipts(db, account);
  await bySame(db, account);
  const rows = (await loose(db, account)).map((line) => ({ ...line, isNamed: findTransferCodes(saidIn(line)).length > 0 }));
  for (const { isNamed, ...line } of rows.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))) {
    const known = line.fate === 'ignored' ? null : await knownJournal(db, account, line);
    const journal = known ?? (await broughtByLine(db, account, line));
    if (journal === null) continue;
    const found = { journal_id: journal, brought: known === null };
    await unscopedTable(db, 'statement_line', why).change().set(found).where('id', '=', line.id).execute();
    if (line.cents < 0) await onRefundProven(asClock(db, why), journal);
  }
  await bySame(db, account);
}

type DatedLine = StatementLineText & { readonly day: string; readonly cents: number; readonly paid_at: Date | null };

/** What a line becomes as a payment: its payer, account number, sealed phone number and time. */
export function toLineReceipt(line: DatedLine): { payer: string; accountText: string; phone: SealedPhone; paidAt: Date } {
  const { payer, accountText, phone } = readLinePayer(line);
  return { payer, accountText, phone: sealPhone(phone), paidAt: line.paid_at ?? startOfDay(line.day) };
}

/** The facts by which the payment of this line will be matched, so that a preview shows what the import does. */
export function toLineMatchFacts(line: DatedLine): PaymentMatchingFacts {
  const { payer, accountText, phone, paidAt } = toLineReceipt(line);
  return {
    ...{ account: accountText, cents: toCents(line.cents), on: line.day, payer, came: paidAt },
    tail: phone.phone_tail ?? '',
    phoneMark: phone.phone_mark?.toString('hex') ?? null,
    text: formatStatementLineText(line),
  };
}
