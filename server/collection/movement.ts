import { sql } from 'kysely';
import type { How, Rail } from '#contract/collection/kinds.ts';
import { bare } from '#contract/matching/match.ts';
import { dayOf } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import type { AccountRow } from '#server/treasury/service.ts';
import { complete, type Movement, numberOf } from './complete.ts';
import { openDoubt } from './doubt-rows.ts';
import { lockPayment, type PushRow, putPayment } from './rows.ts';

const why = 'one movement of money is credited once';

export type Taken = {
  readonly paymentId: number | null;
  /** New money; known under its number; the number of a prompt that was credited before; or it may be that prompt, and a person has to say so. */
  readonly became: 'credited' | 'known' | 'attached' | 'doubtful';
};

/** A company's own list of numbers: what a manager wrote down is theirs, and takes no number from the platform's. */
export const ownExternal = (companyId: number, external: string): string => `co${companyId}:${external}`;
/** Who bring the same numbers take turns, a company's own and M-Pesa's word of it too; several in one order. */
export const turn = (db: Db, rail: Rail, externals: readonly string[]) =>
  sql`select pg_advisory_xact_lock(k) from (select distinct hashtextextended('receipt:' || ${rail} || ':' || e, 0) as k from unnest(${externals.map(numberOf)}::text[]) e order by 1) x`.execute(
    db,
  );
const nearMinutes = 10;

/**
 * Credits movements once each, whichever of their sources reports them first. A prompt and the paybill's confirmation are one movement: both carry the
 * prompt's reference. A movement that a query confirmed without a number gets its number when that arrives, and no second credit. Results are in the
 * order given.
 */
export async function takeMovements(ctx: Ctx, given: readonly Movement[]): Promise<Taken[]> {
  for (const [rail, some] of Map.groupBy(given, (one) => one.rail))
    await turn(
      ctx.db,
      rail,
      some.flatMap(({ external }) => external ?? []),
    );
  const known = await knownOf(ctx.db, given);
  const prompts = await promptsFor(
    ctx.db,
    given.filter((one) => !known.has(one)),
  );
  const fresh: Movement[] = [];
  const taken = new Map<Movement, Taken>();
  for (const one of given) {
    const paymentId = known.get(one);
    if (paymentId !== undefined) taken.set(one, { paymentId, became: 'known' });
    // A number that is in the list twice is known the second time.
    else if (one.external !== null && fresh.some((other) => isSameNumber(one, other))) continue;
    else if (!prompts.has(one) && !(await takeDoubtful(ctx, one, taken))) fresh.push(one);
  }
  const credited = await credit(ctx, fresh);
  for (const one of given) {
    const push = prompts.get(one);
    const paymentId = credited.get(one) ?? credited.get(fresh.find((other) => isSameNumber(one, other)) ?? one);
    if (push && !taken.has(one)) taken.set(one, await takeAnswered(ctx, one, push));
    else if (!taken.has(one)) taken.set(one, { paymentId: paymentId ?? null, became: fresh.includes(one) ? 'credited' : 'known' });
  }
  return given.flatMap((one) => taken.get(one) ?? []);
}
export async function takeMovement(ctx: Ctx, given: Movement): Promise<Taken> {
  const [taken] = await takeMovements(ctx, [given]);
  if (!taken) throw new Error('a movement was not taken');
  return taken;
}
const isSameNumber = (one: Movement, other: Movement): boolean =>
  one !== other && one.rail === other.rail && one.external !== null && one.external === other.external;

/** The payments of numbers that are credited already; null: another company's, which the caller does not see. */
async function knownOf(db: Db, given: readonly Movement[]): Promise<Map<Movement, number | null>> {
  const known = new Map<Movement, number | null>();
  for (const [rail, some] of Map.groupBy(given, (one) => one.rail)) {
    const numbered = some.flatMap((one) => (one.external === null ? [] : [{ one, account: one.account, external: one.external }]));
    const payments = await paymentsBy(db, rail, numbered);
    for (const [n, { one }] of numbered.entries()) {
      const paymentId = payments[n];
      if (paymentId !== undefined) known.set(one, paymentId);
    }
  }
  return known;
}

/** The prompts that movements answer: named by the caller, by the prompt's reference, or, where none came, by the number its callback named. */
async function promptsFor(db: Db, given: readonly Movement[]): Promise<Map<Movement, PushRow>> {
  const references = [...new Set(given.filter(({ push }) => !push).map(({ accountText }) => bare(accountText)))].filter((text) => text !== '');
  const rows =
    references.length === 0
      ? []
      : await everything(db, 'push', why).select().selectAll().where('reference', 'in', references).orderBy('id').execute();
  const found = new Map<Movement, PushRow>();
  for (const one of given) {
    const reference = bare(one.accountText);
    const push =
      one.push ??
      (reference === '' ? await promptByNumber(db, one) : rows.find((row) => row.account_id === one.account.id && row.reference === reference));
    if (push) found.set(one, push);
  }
  return found;
}
const promptByNumber = async (db: Db, { account, external, cents }: Movement): Promise<PushRow | undefined> =>
  external === null
    ? undefined
    : everything(db, 'push', why)
        .select()
        .selectAll()
        .where('account_id', '=', account.id)
        .where('hint_external', '=', external)
        .where('cents', '=', cents)
        .executeTakeFirst();

/** Whether it may be a prompt that was credited without a number: then a person decides. */
async function takeDoubtful(ctx: Ctx, given: Movement, taken: Map<Movement, Taken>): Promise<boolean> {
  const { account, cents, external, paidAt: at, payer, phone, verifiedBy } = given;
  const prompt = external === null ? null : await mayBePrompt(ctx.db, given);
  if (prompt === null || external === null) return false;
  const payment = { id: prompt, company_id: account.company_id };
  await openDoubt(ctx, { ...{ kind: 'prompt', account, payment, external, cents, at }, ...{ payer, phone, verifiedBy } });
  taken.set(given, { paymentId: null, became: 'doubtful' });
  return true;
}

/** The movement of a prompt. */
async function takeAnswered(ctx: Ctx, given: Movement, push: PushRow): Promise<Taken> {
  const { external } = given;
  const alone = async (): Promise<Taken> => ({ paymentId: (await credit(ctx, [given])).get(given) ?? null, became: 'credited' });
  const payment = await lockPayment(ctx.db, push.payment_id);
  const before = await everything(ctx.db, 'receipt', why).select().selectAll().where('push_id', '=', push.id).executeTakeFirst();
  if (!before) {
    await complete(ctx, [{ payment, given, push }]);
    return { paymentId: payment.id, became: 'credited' };
  }
  if (external === null) return { paymentId: before.payment_id, became: 'known' };
  // Paid a second time with the reference of the first, or another amount: a payment of its own.
  if (before.external_id !== null || before.cents !== given.cents) return alone();
  await everything(ctx.db, 'receipt', why)
    .change()
    .set({ external_id: external, paid_at: given.paidAt, account_text: given.accountText, payer: given.payer })
    .where('id', '=', before.id)
    .execute();
  const when = { received_at: given.paidAt, paid_on: dayOf(given.paidAt) };
  await putPayment(ctx.db, before.payment_id, { external, ...when, ...(given.payer ? { payer: given.payer } : {}) });
  return { paymentId: before.payment_id, became: 'attached' };
}

/** What a number is known by, whichever of the two it is asked by: as it is, and as a company's own. */
export const externalsOf = ({ company_id }: Pick<AccountRow, 'company_id'>, external: string): string[] =>
  company_id === null ? [external] : [numberOf(external), ownExternal(company_id, numberOf(external))];
/** No reference came along, and a prompt over the same sum was paid within minutes whose number nobody knows: the two may be one. */
async function mayBePrompt(db: Db, { account, cents, paidAt, accountText, rail, apart }: Movement): Promise<number | null> {
  if (apart || rail !== 'mpesa' || bare(accountText) !== '') return null;
  const found = await everything(db, 'receipt', why)
    .select()
    .select('payment_id')
    .where('account_id', '=', account.id)
    .where('push_id', 'is not', null)
    .where('external_id', 'is', null)
    .where('cents', '=', cents)
    .where(sql<boolean>`abs(extract(epoch from paid_at - ${paidAt}::timestamptz)) <= ${nearMinutes * 60}`)
    .executeTakeFirst();
  return found?.payment_id ?? null;
}

const hows: Readonly<Record<Rail, How>> = { mpesa: 'paybill', bank: 'bank', cash: 'cash' };

/** New payments, completed; by their movements. */
async function credit(ctx: Ctx, given: readonly Movement[]): Promise<Map<Movement, number>> {
  if (given.length === 0) return new Map();
  const rows = await add(ctx, 'payment')
    .values(
      given.map(({ account, rail, cents, accountText, phone }) => ({
        ...{ purpose: 1, how: hows[rail], fund: account.fund, cents, company_id: account.company_id },
        ...{ account_id: account.id, account_text: accountText, ...phone },
      })),
    )
    .returningAll()
    .execute();
  // Ids are given in the order of the values.
  const inOrder = rows.toSorted((a, b) => a.id - b.id);
  const items = given.flatMap((one, at) => (inOrder[at] ? [{ given: one, payment: inOrder[at] }] : []));
  await complete(ctx, items);
  return new Map(items.map(({ given: one, payment }) => [one, payment.id]));
}

/**
 * The payments of several numbers, in their order. A company's account knows those of its own company; M-Pesa's numbers are alone in the world, so the
 * platform's knows all. Null: the very number stands at another's, and nobody here hears whose.
 */
export async function paymentsBy(
  db: Db,
  rail: Rail,
  asked: readonly { readonly account: AccountRow; readonly external: string }[],
): Promise<(number | null | undefined)[]> {
  if (asked.length === 0) return [];
  const named = asked.map(({ account, external }) => ({ account, external, names: externalsOf(account, external) }));
  const rows = await everything(db, 'receipt', why)
    .select()
    .leftJoin('collection_account as place', 'place.id', 'receipt.account_id')
    .select(['receipt.external_id', 'receipt.payment_id', 'place.company_id'])
    .where('receipt.rail', '=', rail)
    .where(sql<boolean>`receipt.external_id = any (${named.flatMap(({ names }) => names)}::text[])`)
    .execute();
  const by = Map.groupBy(rows, (row) => row.external_id ?? '');
  return named.map(({ account, external, names }) => {
    const found = names.flatMap((name) => by.get(name) ?? []);
    const theirs = found.find(({ company_id }) => account.company_id === null || company_id === account.company_id);
    return theirs?.payment_id ?? (by.has(external) ? null : undefined);
  });
}
