import { sql } from 'kysely';
import type { PaymentMethod, PaymentRail } from '#contract/collection/kinds.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, getPaymentFund } from '#server/treasury/service.ts';
import { completePayments, type MoneyMovement, normalizePaymentReference } from './complete-payments.ts';
import { openPaymentException } from './payment-exceptions.ts';
import { lockPayment, type StkPushRow, updatePayment } from './rows.ts';

const why = 'a transaction is credited once';

export type RecordedReceipt = {
  readonly paymentId: number | null;
  /**
   * Credited: new money. Known: its reference exists. Attached: the reference of a prompt credited before. Or it may be that prompt, and a person
   * decides.
   */
  readonly became: 'credited' | 'known' | 'attached' | 'doubtful';
};

/** Prefixes a reference recorded by a company's manager, so that it never occupies a reference of the platform. */
export const buildCompanyReceiptReference = (companyId: number, external: string): string => `co${companyId}:${external}`;
/** Serializes receipts with the same references, a company's own and M-Pesa's alike. Several are locked in one order. */
export const lockPaymentReferences = (db: Db, rail: PaymentRail, externals: readonly string[]) =>
  sql`select pg_advisory_xact_lock(k) from (select distinct hashtextextended('receipt:' || ${rail} || ':' || e, 0) as k from unnest(${externals.map(normalizePaymentReference)}::text[]) e order by 1) x`.execute(
    db,
  );
const nearMinutes = 10;

/**
 * Credits movements once each and discards duplicate confirmations, whichever source reports them first. A prompt and the paybill's confirmation are
 * one movement: both contain the prompt's reference. A movement that a query confirmed without a code gets its code later, and no second credit.
 * Results are in the order given.
 */
export async function recordReceipts(ctx: Ctx, given: readonly MoneyMovement[]): Promise<RecordedReceipt[]> {
  for (const [rail, some] of Map.groupBy(given, (one) => one.rail))
    await lockPaymentReferences(
      ctx.db,
      rail,
      some.flatMap(({ external }) => external ?? []),
    );
  const known = await knownOf(ctx.db, given);
  const prompts = await promptsFor(
    ctx.db,
    given.filter((one) => !known.has(one)),
  );
  const fresh: MoneyMovement[] = [];
  const taken = new Map<MoneyMovement, RecordedReceipt>();
  for (const one of given) {
    const paymentId = known.get(one);
    if (paymentId !== undefined) taken.set(one, { paymentId, became: 'known' });
    // The second occurrence of a reference in the list counts as known.
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
export async function recordReceipt(ctx: Ctx, given: MoneyMovement): Promise<RecordedReceipt> {
  const [taken] = await recordReceipts(ctx, [given]);
  if (!taken) throw new Error('a transaction was not recorded');
  return taken;
}
const isSameNumber = (one: MoneyMovement, other: MoneyMovement): boolean =>
  one !== other && one.rail === other.rail && one.external !== null && one.external === other.external;

/** Payments whose references are credited already; null: they belong to another company and the caller may not see them. */
async function knownOf(db: Db, given: readonly MoneyMovement[]): Promise<Map<MoneyMovement, number | null>> {
  const known = new Map<MoneyMovement, number | null>();
  for (const [rail, some] of Map.groupBy(given, (one) => one.rail)) {
    const numbered = some.flatMap((one) => (one.external === null ? [] : [{ one, account: one.account, external: one.external }]));
    const payments = await readPaymentsByReference(db, rail, numbered);
    for (const [n, { one }] of numbered.entries()) {
      const paymentId = payments[n];
      if (paymentId !== undefined) known.set(one, paymentId);
    }
  }
  return known;
}

/** The prompts of movements: named by the caller, found by the prompt's reference, or, without one, by the code in the callback. */
async function promptsFor(db: Db, given: readonly MoneyMovement[]): Promise<Map<MoneyMovement, StkPushRow>> {
  const references = [...new Set(given.filter(({ push }) => !push).map(({ accountText }) => normaliseAccountNumber(accountText)))].filter(
    (text) => text !== '',
  );
  const rows =
    references.length === 0
      ? []
      : await unscopedTable(db, 'push', why).select().selectAll().where('reference', 'in', references).orderBy('id').execute();
  const found = new Map<MoneyMovement, StkPushRow>();
  for (const one of given) {
    const reference = normaliseAccountNumber(one.accountText);
    const push =
      one.push ??
      (reference === '' ? await promptByNumber(db, one) : rows.find((row) => row.account_id === one.account.id && row.reference === reference));
    if (push) found.set(one, push);
  }
  return found;
}
const promptByNumber = async (db: Db, { account, external, cents }: MoneyMovement): Promise<StkPushRow | undefined> =>
  external === null
    ? undefined
    : unscopedTable(db, 'push', why)
        .select()
        .selectAll()
        .where('account_id', '=', account.id)
        .where('hint_external', '=', external)
        .where('cents', '=', cents)
        .executeTakeFirst();

/** Opens a payment exception for a movement that may belong to a prompt credited without a code, so that a person decides. */
async function takeDoubtful(ctx: Ctx, given: MoneyMovement, taken: Map<MoneyMovement, RecordedReceipt>): Promise<boolean> {
  const { account, cents, external, paidAt: at, payer, phone, verifiedBy } = given;
  const prompt = external === null ? null : await mayBePrompt(ctx.db, given);
  if (prompt === null || external === null) return false;
  const payment = { id: prompt, company_id: account.company_id };
  await openPaymentException(ctx, { kind: 'prompt', account, payment, external, cents, at, payer, phone, verifiedBy });
  taken.set(given, { paymentId: null, became: 'doubtful' });
  return true;
}

/** Records the movement of a known prompt. */
async function takeAnswered(ctx: Ctx, given: MoneyMovement, push: StkPushRow): Promise<RecordedReceipt> {
  const { external } = given;
  const alone = async (): Promise<RecordedReceipt> => ({ paymentId: (await credit(ctx, [given])).get(given) ?? null, became: 'credited' });
  const payment = await lockPayment(ctx.db, push.payment_id);
  const before = await unscopedTable(ctx.db, 'receipt', why).select().selectAll().where('push_id', '=', push.id).executeTakeFirst();
  if (!before) {
    await completePayments(ctx, [{ payment, given, push }]);
    return { paymentId: payment.id, became: 'credited' };
  }
  if (external === null) return { paymentId: before.payment_id, became: 'known' };
  // A second payment with the reference of the first, or another amount, is a payment of its own.
  if (before.external_id !== null || before.cents !== given.cents) return alone();
  await unscopedTable(ctx.db, 'receipt', why)
    .change()
    .set({ external_id: external, paid_at: given.paidAt, account_text: given.accountText, payer: given.payer })
    .where('id', '=', before.id)
    .execute();
  const when = { received_at: given.paidAt, paid_on: toNairobiDay(given.paidAt) };
  await updatePayment(ctx.db, before.payment_id, { external, ...when, ...(given.payer ? { payer: given.payer } : {}) });
  return { paymentId: before.payment_id, became: 'attached' };
}

/** The keys of a reference: as it is, and with the company's prefix. */
export const buildReceiptReferences = ({ company_id }: Pick<CollectionAccountRow, 'company_id'>, external: string): string[] =>
  company_id === null
    ? [external]
    : [normalizePaymentReference(external), buildCompanyReceiptReference(company_id, normalizePaymentReference(external))];
/**
 * A credited prompt without a code that this movement may belong to: the movement has no reference, the same amount, and was paid within minutes of
 * the prompt.
 */
async function mayBePrompt(db: Db, { account, cents, paidAt, accountText, rail, apart }: MoneyMovement): Promise<number | null> {
  if (apart || rail !== 'mpesa' || normaliseAccountNumber(accountText) !== '') return null;
  const found = await unscopedTable(db, 'receipt', why)
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

const hows: Readonly<Record<PaymentRail, PaymentMethod>> = { mpesa: 'paybill', bank: 'bank', cash: 'cash' };

/** Creates and completes new payments, by movement. */
async function credit(ctx: Ctx, given: readonly MoneyMovement[]): Promise<Map<MoneyMovement, number>> {
  if (given.length === 0) return new Map();
  const rows = await add(ctx, 'payment')
    .values(
      given.map(({ account, rail, cents, accountText, phone }) => ({
        purpose: 1,
        how: hows[rail],
        fund: getPaymentFund(account),
        cents,
        company_id: account.company_id,
        account_id: account.id,
        account_text: accountText,
        ...phone,
      })),
    )
    .returningAll()
    .execute();
  // Ids are assigned in the order of the values.
  const inOrder = rows.toSorted((a, b) => a.id - b.id);
  const items = given.flatMap((one, at) => (inOrder[at] ? [{ given: one, payment: inOrder[at] }] : []));
  await completePayments(ctx, items);
  return new Map(items.map(({ given: one, payment }) => [one, payment.id]));
}

/**
 * The payments of several references, in order. A company's account sees those of its own company. M-Pesa codes are unique, so the platform sees
 * all. Null: the reference belongs to another company, and the caller does not learn which.
 */
export async function readPaymentsByReference(
  db: Db,
  rail: PaymentRail,
  asked: readonly { readonly account: CollectionAccountRow; readonly external: string }[],
): Promise<(number | null | undefined)[]> {
  if (asked.length === 0) return [];
  const named = asked.map(({ account, external }) => ({ account, external, names: buildReceiptReferences(account, external) }));
  const rows = await unscopedTable(db, 'receipt', why)
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
