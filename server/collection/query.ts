import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ArrivalResult } from '#contract/collection/kinds.ts';
import type { ResultCallback } from '#contract/daraja/results.ts';
import { statusOf } from '#contract/daraja/results.ts';
import type { C2bCallback } from '#contract/daraja/shapes.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { bare } from '#contract/matching/match.ts';
import { clock } from '#contract/time/clock.ts';
import type { StatusQueryTable as StatusQuery } from '#server/db/types.gen.ts';
import { emit } from '#server/jobs/queue.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type AccountRow, accountsOf, clientFor, hookPath } from '#server/treasury/service.ts';
import type { Movement } from './complete.ts';
import { takeMovements } from './movement.ts';
import { hide } from './phones.ts';
import type { PushRow } from './rows.ts';
import { tellPasted } from './tell.ts';

const why = 'a question to M-Pesa about one number';
type QueryRow = Selectable<StatusQuery>;

/** Seconds until it is asked again, when no answer came. */
const waits = [60, 300, 1800, 3600] as const;

type Asking = {
  readonly account: AccountRow;
  readonly external: string;
  readonly inboxId?: number;
  readonly paymentId?: number;
  /** For which home somebody pasted its message. */
  readonly tenancyId?: number;
};
/** Writes down that numbers are asked about. One question at a time: whoever asks for the same joins it. Answers the new ones, by their numbers. */
export async function askMany(ctx: Ctx, asking: readonly Asking[]): Promise<Map<string, number>> {
  if (asking.length === 0) return new Map();
  const wanted = asking.map((one) => ({
    ...{ account_id: one.account.id, external: one.external, inbox_id: one.inboxId ?? null },
    payment_id: one.paymentId ?? null,
    ...(one.tenancyId === undefined ? {} : { tenancy_id: one.tenancyId, asked_by: ctx.me.userId }),
  }));
  // Nineteen characters at most; the sequence makes the originator ours alone.
  const { rows } = await sql<{ id: number; external: string }>`/* all: a question to M-Pesa about numbers that came */
    insert into status_query (account_id, external, originator, inbox_id, payment_id, tenancy_id, asked_by)
    select account_id, external, 'sq' || to_hex(nextval('status_query_key')), inbox_id, payment_id, tenancy_id, asked_by
    from jsonb_populate_recordset(null::status_query, ${JSON.stringify(wanted)}::jsonb)
    on conflict (account_id, external) where open do nothing returning id, external`.execute(ctx.db);
  if (rows.length < wanted.length)
    await sql`/* all: what a question that is open was asked because of */
      update status_query q set inbox_id = coalesce(q.inbox_id, w.inbox_id), tenancy_id = coalesce(q.tenancy_id, w.tenancy_id),
        asked_by = coalesce(q.asked_by, w.asked_by) from jsonb_populate_recordset(null::status_query, ${JSON.stringify(wanted)}::jsonb) w
      where q.account_id = w.account_id and q.external = w.external and q.open
        and ((q.inbox_id is null and w.inbox_id is not null) or (q.tenancy_id is null and w.tenancy_id is not null))`.execute(ctx.db);
  return new Map(rows.map((row) => [row.external, Number(row.id)]));
}
/** Promises to ask about a number. */
export async function askAbout(ctx: Ctx, asking: Asking): Promise<void> {
  const made = (await askMany(ctx, [asking])).get(asking.external);
  if (made !== undefined) await emit(ctx.db, 'payment.verify', { queryId: made }, `verify:${made}`);
}

/** So many are asked about at the same time. */
const atOnce = 16;
/**
 * Asks. The rows are there before the requests leave: a result is taken once, for an open question, by its conversation. Answers the arrivals that
 * came before their question had its name: whoever asked works through them.
 */
export async function verify(house: House, queryIds: readonly number[]): Promise<number[]> {
  const { db } = house.database;
  // By the clock the rows have: ours counts no microseconds, and a question of this millisecond would wait for the sweep.
  const { rows } = await sql<Pick<QueryRow, 'id' | 'account_id' | 'external' | 'originator'>>`/* all: a question is asked by one */
    update status_query set tries = tries + 1, sent_at = app.now(), next_at = app.now() + make_interval(secs => (${[...waits]}::int[])[least(tries + 1, ${waits.length})])
    where id = any (${[...queryIds]}::bigint[]) and open and next_at <= app.now() returning id, account_id, external, originator`.execute(db);
  const accounts = await accountsOf(db, rows);
  const early: number[] = [];
  for (let at = 0; at < rows.length; at += atOnce)
    early.push(...(await named(db, await Promise.all(rows.slice(at, at + atOnce).map((row) => ask(house, row, accounts))))));
  return early;
}
type Answer = { readonly id: number; readonly conversation: string | null; readonly result: string | null };
async function ask(
  house: House,
  row: Pick<QueryRow, 'id' | 'account_id' | 'external' | 'originator'>,
  accounts: ReadonlyMap<number, AccountRow>,
): Promise<Answer> {
  const account = accounts.get(Number(row.account_id));
  if (!account) throw new Error(`a question for no account: ${row.id}`);
  const said = await clientFor(house, account).status({
    receipt: row.external,
    results: hookPath(account, 'result'),
    timeouts: hookPath(account, 'timeout'),
    occasion: row.originator,
  });
  return said.kind === 'accepted'
    ? { id: Number(row.id), conversation: said.conversation ?? said.originator, result: null }
    : { id: Number(row.id), conversation: null, result: `${said.kind}: ${said.text}`.slice(0, 300) };
}
/** What M-Pesa calls the questions; results that were here before their names were are found by them. */
async function named(db: Db, answers: readonly Answer[]): Promise<number[]> {
  await sql`/* all: what M-Pesa said to a question */
    update status_query q set conversation_id = coalesce(a.conversation, q.conversation_id), result = coalesce(a.result, q.result)
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (id bigint, conversation text, result text) where q.id = a.id`.execute(db);
  const names = answers.flatMap(({ conversation }) => conversation ?? []);
  if (names.length === 0) return [];
  const rows = await everything(db, 'inbox', why).select().select('id').where('state', '=', 'unrouted').where('external', 'in', names).execute();
  return rows.map((row) => row.id);
}
/** What the confirmation said beside the number: whom it names and what they typed, for a movement a query has proven. */
export type Beside = Pick<C2bCallback, 'account' | 'name' | 'phone' | 'cents' | 'at'>;

/** A result as it came: who said it, and to which account of ours. */
export type Result = { readonly account: AccountRow; readonly said: ResultCallback };
/** What became of a result; null where nobody asked. */
export type Answered = { readonly said: ArrivalResult; readonly paymentId: number | null; readonly credited: boolean };
/** `closes`: how the question ends; null: it is asked again. `cents`: what was proven. */
type Judged = { readonly said: ArrivalResult; readonly closes: string | null; readonly cents: number | null };

/** The questions these results answer, held; by the name M-Pesa gave them. */
async function questionsOf(db: Db, names: readonly string[]): Promise<Map<string, QueryRow>> {
  if (names.length === 0) return new Map();
  const rows = await everything(db, 'status_query', why)
    .select()
    .selectAll()
    .where('conversation_id', 'in', [...names])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.conversation_id ?? '', row]));
}
export const namesOf = ({ said }: Result): string[] => [said.conversation, said.originator].filter((id) => id !== null);

/**
 * Results are taken once: each for an open question, with its conversation. One proves the number, the sum and that the money came to us. Answers
 * in the order they were given.
 */
export async function takeResults(
  ctx: Ctx,
  results: readonly Result[],
  besides: (inboxIds: readonly number[]) => Promise<ReadonlyMap<number, Beside>>,
): Promise<(Answered | null)[]> {
  const questions = await questionsOf(ctx.db, results.flatMap(namesOf));
  const asked = results.map((result) =>
    namesOf(result)
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
    const of = statusOf(said);
    const told = row.inbox_id === null ? undefined : beside.get(row.inbox_id);
    const movement: Movement = {
      ...{ rail: 'mpesa', external: row.external, account, cents: sum, paidAt: of.at ?? told?.at ?? clock.now() },
      ...{ accountText: told?.account ?? '', payer: told?.name ?? of.debit.name ?? '', phone: hide(told?.phone ?? of.debit.number) },
      ...{ verifiedBy: 'query', inboxId: row.inbox_id, push: row.payment_id === null ? undefined : prompts.get(row.payment_id), looked: true },
    };
    return [{ n, movement }];
  });
  const taken = await takeMovements(
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
              ...{ result: became.get(n)?.became ?? one.closes, payment: became.get(n)?.paymentId ?? null },
              said: became.get(n)?.became ?? one.said,
            },
          ],
    ),
  );
  // Nobody has such a number: who pasted it hears that.
  for (const [n, one] of judged.entries()) if (one?.closes != null && one.cents === null) await tellPasted(ctx, asked[n]?.external ?? '', 'unknown');
  return results.map((_, n) => {
    const [row, one, got] = [asked[n], judged[n], became.get(n)];
    if (!row) return null;
    if (!one) return { said: 'answered_before', paymentId: row.payment_id, credited: false };
    return { said: got?.became ?? one.said, paymentId: got?.paymentId ?? null, credited: got?.became === 'credited' };
  });
}
/** The prompts whose callback named the number that was asked about: what M-Pesa says it was is theirs, whatever the sum. */
async function promptsOf(db: Db, paymentIds: readonly number[]): Promise<Map<number, PushRow>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await everything(db, 'push', why)
    .select()
    .selectAll()
    .where('payment_id', 'in', [...paymentIds])
    .execute();
  return new Map(rows.map((row) => [row.payment_id, row]));
}
/** What a result says of what was asked. */
function judge(row: QueryRow, { account, said }: Result): Judged {
  const of = statusOf(said);
  // It does not exist: whoever said so was wrong. Anything else is asked again.
  if (said.outcome !== 'paid')
    return said.code === '2032'
      ? { said: 'no_such_number', closes: 'does not exist', cents: null }
      : { said: `code:${said.code}`, closes: null, cents: null };
  const ours = of.credit.number === account.number;
  if (of.completed && of.cents !== null && of.cents > 0 && ours && bare(of.receipt ?? '') === bare(row.external))
    return { said: 'proven', closes: 'proven', cents: of.cents };
  const result: ArrivalResult = ours ? `status:${of.status ?? 'unknown'}` : 'other_party';
  const isOpen = of.status !== null && !of.completed && !/revers|cancel|fail|declin/i.test(of.status);
  return { said: result, closes: isOpen ? null : result, cents: null };
}
/** What it was asked about has come to something too: its arrival no longer says that somebody is being asked. */
const closeMany = (db: Db, closing: readonly { id: number; result: string; said: ArrivalResult; payment: number | null }[]) =>
  sql`/* all: a question is answered once */
    with closed as (update status_query q set open = false, closed_at = ${clock.now()}, result = c.result, payment_id = coalesce(c.payment, q.payment_id)
      from jsonb_to_recordset(${JSON.stringify(closing)}::jsonb) as c (id bigint, result text, said text, payment bigint) where q.id = c.id
      returning q.inbox_id, c.said, q.payment_id)
    update inbox i set result = closed.said, payment_id = coalesce(i.payment_id, closed.payment_id) from closed where i.id = closed.inbox_id and i.result = 'asked'`.execute(
    db,
  );

/** Known by other means meanwhile: nothing is asked any more. */
export const closeAbout = (db: Db, accountId: number, external: string, result: string) =>
  everything(db, 'status_query', why)
    .change()
    .set({ open: false, closed_at: clock.now(), result })
    .where('account_id', '=', accountId)
    .where('external', '=', external)
    .where('open', '=', true)
    .execute();
/** People have heard that it has no answer. */
export const putTold = (db: Db, id: number) =>
  everything(db, 'status_query', why).change().set({ told_at: clock.now() }).where('id', '=', id).execute();
