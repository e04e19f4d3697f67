import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { InboundResult } from '#contract/collection/kinds.ts';
import type { ResultCallback } from '#contract/daraja/results.ts';
import { parseStatusResult } from '#contract/daraja/results.ts';
import type { C2bCallback } from '#contract/daraja/shapes.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { clock } from '#contract/time/clock.ts';
import type { StatusQueryTable as StatusQuery } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import {
  buildMpesaCallbackPath,
  type CollectionAccountRow,
  makeDarajaClientForAccount,
  readCollectionAccountsOfRows,
} from '#server/treasury/service.ts';
import type { MoneyMovement } from './complete-payments.ts';
import { notifyMessageSender } from './notify.ts';
import { sealPhone } from './phones.ts';
import { recordReceipts } from './record-receipts.ts';
import type { StkPushRow } from './rows.ts';

const why = 'a transaction status query about a single M-Pesa code';
type QueryRow = Selectable<StatusQuery>;

/** Seconds until the next query while there is no answer. */
const waits = [60, 300, 1800, 3600] as const;

type Asking = {
  readonly account: CollectionAccountRow;
  readonly external: string;
  readonly inboxId?: number;
  readonly paymentId?: number;
  /** The account number that the payer typed, from a statement line. M-Pesa's answer does not contain it. */
  readonly accountText?: string;
  /** The home for which its message was submitted. */
  readonly tenancyId?: number;
};
/** Saves queries. There is one open query per code, shared by all who ask. Returns the new ones by code. */
export async function saveStatusQueries(ctx: Ctx, asking: readonly Asking[]): Promise<Map<string, number>> {
  if (asking.length === 0) return new Map();
  const wanted = asking.map((one) => ({
    account_id: one.account.id,
    external: one.external,
    inbox_id: one.inboxId ?? null,
    payment_id: one.paymentId ?? null,
    ...(one.accountText === undefined ? {} : { account_text: one.accountText }),
    ...(one.tenancyId === undefined ? {} : { tenancy_id: one.tenancyId, asked_by: ctx.me.userId }),
  }));
  // At most nineteen characters; the sequence makes the originator id unique.
  const { rows } = await sql<{ id: number; external: string }>`/* unscoped: transaction status queries about received M-Pesa codes */
    insert into status_query (account_id, external, originator, inbox_id, payment_id, tenancy_id, asked_by, account_text)
    select account_id, external, 'sq' || to_hex(nextval('status_query_key')), inbox_id, payment_id, tenancy_id, asked_by, account_text
    from jsonb_populate_recordset(null::status_query, ${JSON.stringify(wanted)}::jsonb)
    on conflict (account_id, external) where open do nothing returning id, external`.execute(ctx.db);
  if (rows.length < wanted.length)
    await sql`/* unscoped: finds the records that caused a pending query */
      update status_query q set inbox_id = coalesce(q.inbox_id, w.inbox_id), tenancy_id = coalesce(q.tenancy_id, w.tenancy_id),
        asked_by = coalesce(q.asked_by, w.asked_by), account_text = coalesce(q.account_text, w.account_text) from jsonb_populate_recordset(null::status_query, ${JSON.stringify(wanted)}::jsonb) w
      where q.account_id = w.account_id and q.external = w.external and q.open
        and ((q.inbox_id is null and w.inbox_id is not null) or (q.tenancy_id is null and w.tenancy_id is not null)
          or (q.account_text is null and w.account_text is not null))`.execute(ctx.db);
  return new Map(rows.map((row) => [row.external, Number(row.id)]));
}
/** Queues a query about a code. */
export async function queueStatusQuery(ctx: Ctx, asking: Asking): Promise<void> {
  const made = (await saveStatusQueries(ctx, [asking])).get(asking.external);
  if (made !== undefined) await enqueueJob(ctx.db, 'payment.verify', { queryId: made }, `verify:${made}`);
}

/** The maximum number of concurrent queries. */
const atOnce = 16;
/**
 * Sends queries. Their rows are saved before the requests, because a result is accepted once, for an open query, by its conversation id. Returns
 * events that arrived before their query had its id; the caller processes them.
 */
export async function sendStatusQueries(services: RunningServices, queryIds: readonly number[]): Promise<number[]> {
  const { db } = services.database;
  // Uses the database clock: the clock of Node has no microseconds, and a query of this millisecond would have to wait for the sweep.
  const { rows } = await sql<Pick<QueryRow, 'id' | 'account_id' | 'external' | 'originator'>>`/* unscoped: each query is sent by a single worker */
    update status_query set tries = tries + 1, sent_at = app.now(), next_at = app.now() + make_interval(secs => (${[...waits]}::int[])[least(tries + 1, ${waits.length})])
    where id = any (${[...queryIds]}::bigint[]) and open and next_at <= app.now() returning id, account_id, external, originator`.execute(db);
  const accounts = await readCollectionAccountsOfRows(db, rows);
  const early: number[] = [];
  for (let at = 0; at < rows.length; at += atOnce)
    early.push(...(await named(db, await Promise.all(rows.slice(at, at + atOnce).map((row) => ask(services, row, accounts))))));
  return early;
}
type Answer = { readonly id: number; readonly conversation: string | null; readonly result: string | null };
async function ask(
  services: RunningServices,
  row: Pick<QueryRow, 'id' | 'account_id' | 'external' | 'originator'>,
  accounts: ReadonlyMap<number, CollectionAccountRow>,
): Promise<Answer> {
  const account = accounts.get(Number(row.account_id));
  if (!account) throw new Error(`status query ${row.id} has no account`);
  const said = await makeDarajaClientForAccount(services, account).status({
    receipt: row.external,
    results: buildMpesaCallbackPath(account, 'result'),
    timeouts: buildMpesaCallbackPath(account, 'timeout'),
    occasion: row.originator,
  });
  return said.kind === 'accepted'
    ? { id: Number(row.id), conversation: said.conversation ?? said.originator, result: null }
    : { id: Number(row.id), conversation: null, result: `${said.kind}: ${said.text}`.slice(0, 300) };
}
/** Saves M-Pesa's conversation ids; results that arrived earlier are found by them. */
async function named(db: Db, answers: readonly Answer[]): Promise<number[]> {
  await sql`/* unscoped: the answer of M-Pesa to a query */
    update status_query q set conversation_id = coalesce(a.conversation, q.conversation_id), result = coalesce(a.result, q.result)
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (id bigint, conversation text, result text) where q.id = a.id`.execute(db);
  const names = answers.flatMap(({ conversation }) => conversation ?? []);
  if (names.length === 0) return [];
  const rows = await unscopedTable(db, 'inbox', why).select().select('id').where('state', '=', 'unrouted').where('external', 'in', names).execute();
  return rows.map((row) => row.id);
}
/** Details of the confirmation beside the code, such as payer and typed account number, for a movement that a query proved. */
export type ConfirmationDetails = Pick<C2bCallback, 'account' | 'name' | 'phone' | 'cents' | 'at'>;

/** A result as received, with the account it concerns. */
export type QueryResult = { readonly account: CollectionAccountRow; readonly said: ResultCallback };
/** The outcome of a result; null where there was no query. */
export type QueryOutcome = { readonly said: InboundResult; readonly paymentId: number | null; readonly credited: boolean };
/** `closes`: how the query ends; null: it is sent again. `cents`: the verified amount. */
type Judged = { readonly said: InboundResult; readonly closes: string | null; readonly cents: number | null };

/** The queries that these results answer, locked; found by M-Pesa's conversation id. */
async function questionsOf(db: Db, names: readonly string[]): Promise<Map<string, QueryRow>> {
  if (names.length === 0) return new Map();
  const rows = await unscopedTable(db, 'status_query', why)
    .select()
    .selectAll()
    .where('conversation_id', 'in', [...names])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.conversation_id ?? '', row]));
}
export const getConversationIds = ({ said }: QueryResult): string[] => [said.conversation, said.originator].filter((id) => id !== null);

/**
 * Each result is accepted once, for an open query with its conversation id. It proves the code, the amount and that the paybill received the money.
 * Outcomes are in the order given.
 */
export async function recordQueryResults(
  ctx: Ctx,
  results: readonly QueryResult[],
  besides: (inboxIds: readonly number[]) => Promise<ReadonlyMap<number, ConfirmationDetails>>,
): Promise<(QueryOutcome | null)[]> {
  const questions = await questionsOf(ctx.db, results.flatMap(getConversationIds));
  const asked = results.map((result) =>
    getConversationIds(result)
      .map((name) => questions.get(name))
      .find((row) => row?.account_id === result.account.id),
  );
  const first = new Map<number, number>();
  for (const [n, row] of asked.entries()) if (row?.open && !first.has(row.id)) first.set(row.id, n);
  const judged = results.map((result, n): Judged | null => {
    const row = asked[n];
    return row === undefined || first.get(row.id) !== n ? null : judge(row, result);
  });
  const prompts = await promptsOf(
    ctx.db,
    asked.flatMap((row) => row?.payment_id ?? []),
  );
  const beside = await besides(asked.flatMap((row, n) => (judged[n]?.cents == null ? [] : (row?.inbox_id ?? []))));
  const proven = results.flatMap(({ account, said }, n) => {
    const [row, sum] = [asked[n], judged[n]?.cents];
    if (!row || sum == null) return [];
    const told = row.inbox_id === null ? undefined : beside.get(row.inbox_id);
    const push = row.payment_id === null ? undefined : prompts.get(row.payment_id);
    return [{ n, movement: buildProvenMovement(row, { account, said }, { cents: sum, told, push }) }];
  });
  const taken = await recordReceipts(
    ctx,
    proven.map(({ movement }) => movement),
  );
  const became = new Map(proven.map(({ n }, at) => [n, taken[at]]));
  await closeMany(
    ctx.db,
    judged.flatMap((one, n) =>
      one === null || one.closes === null
        ? []
        : [
            {
              id: requiredId(asked[n]?.id, 'a query that was answered'),
              result: became.get(n)?.became ?? one.closes,
              payment: became.get(n)?.paymentId ?? null,
              said: became.get(n)?.became ?? one.said,
            },
          ],
    ),
  );
  // M-Pesa knows no such code; the sender of the message is notified.
  for (const [n, one] of judged.entries())
    if (one?.closes != null && one.cents === null) await notifyMessageSender(ctx, asked[n]?.external ?? '', 'unknown');
  return results.map((_, n) => {
    const [row, one, got] = [asked[n], judged[n], became.get(n)];
    if (!row) return null;
    if (!one) return { said: 'answered_before', paymentId: row.payment_id, credited: false };
    return { said: got?.became ?? one.said, paymentId: got?.paymentId ?? null, credited: got?.became === 'credited' };
  });
}
/** The movement that a result proves, with what the confirmation or the statement line beside it says. */
function buildProvenMovement(
  row: QueryRow,
  { account, said }: QueryResult,
  { cents, told, push }: { readonly cents: number; readonly told: ConfirmationDetails | undefined; readonly push: StkPushRow | undefined },
): MoneyMovement {
  const of = parseStatusResult(said);
  return {
    rail: 'mpesa',
    external: row.external,
    account,
    cents,
    paidAt: of.at ?? told?.at ?? clock.now(),
    accountText: told?.account ?? row.account_text ?? '',
    payer: told?.name ?? of.debit.name ?? '',
    phone: sealPhone(told?.phone ?? of.debit.number),
    verifiedBy: 'query',
    inboxId: row.inbox_id,
    push,
    looked: true,
  };
}
/** The prompts whose callback named the queried code. The confirmed amount belongs to them, whatever it is. */
async function promptsOf(db: Db, paymentIds: readonly number[]): Promise<Map<number, StkPushRow>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await unscopedTable(db, 'push', why)
    .select()
    .selectAll()
    .where('payment_id', 'in', [...paymentIds])
    .execute();
  return new Map(rows.map((row) => [row.payment_id, row]));
}
/** Compares a result with its query. */
function judge(row: QueryRow, { account, said }: QueryResult): Judged {
  const of = parseStatusResult(said);
  // Code 2032: the transaction does not exist, so the claim was wrong. After any other error the query is repeated.
  if (said.outcome !== 'paid')
    return said.code === '2032'
      ? { said: 'no_such_number', closes: 'does not exist', cents: null }
      : { said: `code:${said.code}`, closes: null, cents: null };
  const ours = of.credit.number === account.number;
  if (of.completed && of.cents !== null && of.cents > 0 && ours && normaliseAccountNumber(of.receipt ?? '') === normaliseAccountNumber(row.external))
    return { said: 'proven', closes: 'proven', cents: of.cents };
  const result: InboundResult = ours ? `status:${of.status ?? 'unknown'}` : 'other_party';
  const isOpen = of.status !== null && !of.completed && !/revers|cancel|fail|declin/i.test(of.status);
  return { said: result, closes: isOpen ? null : result, cents: null };
}
/** Marks the inbound event of the query as finished, too. */
const closeMany = (db: Db, closing: readonly { id: number; result: string; said: InboundResult; payment: number | null }[]) =>
  sql`/* unscoped: a query is answered once */
    with closed as (update status_query q set open = false, closed_at = ${clock.now()}, result = c.result, payment_id = coalesce(c.payment, q.payment_id)
      from jsonb_to_recordset(${JSON.stringify(closing)}::jsonb) as c (id bigint, result text, said text, payment bigint) where q.id = c.id
      returning q.inbox_id, c.said, q.payment_id)
    update inbox i set result = closed.said, payment_id = coalesce(i.payment_id, closed.payment_id) from closed where i.id = closed.inbox_id and i.result = 'asked'`.execute(
    db,
  );

/** Ends the queries about a code that was verified by other means since. */
export const closeStatusQueries = (db: Db, accountId: number, external: string, result: string) =>
  unscopedTable(db, 'status_query', why)
    .change()
    .set({ open: false, closed_at: clock.now(), result })
    .where('account_id', '=', accountId)
    .where('external', '=', external)
    .where('open', '=', true)
    .execute();
/** Staff were notified that there is no answer. */
export const markStaffNotified = (db: Db, id: number) =>
  unscopedTable(db, 'status_query', why).change().set({ told_at: clock.now() }).where('id', '=', id).execute();
