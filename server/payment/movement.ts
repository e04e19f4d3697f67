import { sql } from 'kysely';
import type { Till } from '#contract/ledger/postings.ts';
import { received } from '#contract/ledger/postings.ts';
import type { How, Rail, VerifiedBy } from '#contract/payment/kinds.ts';
import { paymentMachine } from '#contract/payment/machine.ts';
import { bare } from '#contract/payment/match.ts';
import { dayOf } from '#contract/time/days.ts';
import { emit } from '#server/jobs/queue.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import { post } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import type { AccountRow } from './accounts.ts';
import { openDoubt } from './doubt-rows.ts';
import type { HiddenPhone } from './phones.ts';
import { howText, lockPayment, type PaymentRow, type PushRow, putPayment } from './rows.ts';

const why = 'one movement of money is credited once';

/** Money that moved, proven by somebody who must know: a query, Pull, a statement, or a person who holds the cash. Never by a callback. */
export type Movement = {
  readonly rail: Rail;
  /** Null: a query said that a prompt was paid, and not under which number. */
  readonly external: string | null;
  /** What the payer's bank calls it: of a bank's line we make the number ourselves, and nobody knows it. */
  readonly reference?: string;
  readonly account: AccountRow;
  readonly cents: number;
  readonly paidAt: Date;
  readonly accountText: string;
  readonly payer: string;
  readonly phone: HiddenPhone;
  readonly verifiedBy: VerifiedBy;
  readonly inboxId?: number | null;
  /** The prompt it answers, where that is known by more than its reference. */
  readonly push?: PushRow | undefined;
  /** Whoever takes it looks whose it is as soon as it stands: no promise is needed beside the sweep. */
  readonly looked?: boolean;
  /** A person has said that it is no prompt's. */
  readonly apart?: true;
};
export type Taken = {
  readonly paymentId: number | null;
  /** New money; known under its number; the number of a prompt that was credited before; or it may be that prompt, and a person has to say so. */
  readonly became: 'credited' | 'known' | 'attached' | 'doubtful';
};

/** A company's own list of numbers: what a manager wrote down is theirs, and takes no number from the platform's. */
export const ownExternal = (companyId: number, external: string): string => `co${companyId}:${external}`;
/** As M-Pesa says it, whoever brings it: the paybill, a statement of it, or a manager. */
const numberOf = (external: string): string => external.replace(/^co\d+:/, '');
/** Who bring the same numbers take turns, a company's own and M-Pesa's word of it too; several in one order. */
export const turn = (db: Db, rail: Rail, externals: readonly string[]) =>
  sql`select pg_advisory_xact_lock(k) from (select distinct hashtextextended('receipt:' || ${rail} || ':' || e, 0) as k from unnest(${externals.map(numberOf)}::text[]) e order by 1) x`.execute(
    db,
  );
const nearMinutes = 10;

/**
 * Credits a movement once, whichever of its tellings comes first. A prompt and the paybill's confirmation are one: the prompt's own reference is
 * in both. What a query proved without a number gets its number when that comes, and no second credit.
 */
export async function takeMovement(ctx: Ctx, given: Movement): Promise<Taken> {
  const { external, rail, account } = given;
  if (external !== null) {
    await turn(ctx.db, rail, [external]);
    const [known] = await paymentsBy(ctx.db, rail, [{ account, external }]);
    if (known !== undefined) return { paymentId: known, became: 'known' };
  }
  const push = given.push ?? (await pushBy(ctx.db, given));
  if (!push) {
    const prompt = await mayBePrompt(ctx.db, given);
    if (!prompt || external === null) return credit(ctx, given);
    const { cents, paidAt: at, payer, phone, verifiedBy } = given;
    await openDoubt(ctx, {
      kind: 'prompt',
      account,
      payment: { id: prompt, company_id: account.company_id },
      external,
      cents,
      at,
      payer,
      phone,
      verifiedBy,
    });
    return { paymentId: null, became: 'doubtful' };
  }
  await lockPayment(ctx.db, push.payment_id);
  const before = await everything(ctx.db, 'receipt', why).select().selectAll().where('push_id', '=', push.id).executeTakeFirst();
  if (!before) return credit(ctx, given, push);
  if (external === null) return { paymentId: before.payment_id, became: 'known' };
  // Paid a second time with the reference of the first, or another sum: money of its own.
  if (before.external_id !== null || before.cents !== given.cents) return credit(ctx, given);
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
/** By its own reference; where none came along, by the number its callback named. */
const pushBy = (db: Db, { account, accountText, external, cents }: Movement): Promise<PushRow | undefined> => {
  const ours = everything(db, 'push', why).select().selectAll().where('account_id', '=', account.id);
  const reference = bare(accountText);
  if (reference !== '') return ours.where('reference', '=', reference).executeTakeFirst();
  return external === null ? Promise.resolve(undefined) : ours.where('hint_external', '=', external).where('cents', '=', cents).executeTakeFirst();
};

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

export const hows: Readonly<Record<Rail, How>> = { mpesa: 'paybill', bank: 'bank', cash: 'cash' };

async function credit(ctx: Ctx, given: Movement, push?: PushRow): Promise<Taken> {
  const payment = push ? await lockPayment(ctx.db, push.payment_id) : await newPayment(ctx, given);
  await complete(ctx, payment, given, push);
  return { paymentId: payment.id, became: 'credited' };
}

async function newPayment(ctx: Ctx, given: Movement): Promise<PaymentRow> {
  const { account } = given;
  return add(ctx, 'payment')
    .values({
      purpose: 1,
      how: hows[given.rail],
      fund: account.fund,
      cents: given.cents,
      company_id: account.company_id,
      account_id: account.id,
      account_text: given.accountText,
      ...given.phone,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Its receipt, its state, the books, and a promise to look whose it is: together. The payment is held. */
export async function complete(ctx: Ctx, payment: PaymentRow, given: Movement, push?: PushRow): Promise<PaymentRow> {
  const { rail, external, account, cents, paidAt, accountText, payer, phone, verifiedBy, inboxId = null, looked = false } = given;
  const receipt = await unlessTaken(
    add(ctx, 'receipt')
      .values({
        ...{ rail, external_id: external, account_id: account.id, payment_id: payment.id, push_id: push?.id ?? null, fund: payment.fund, cents },
        ...{ paid_at: paidAt, account_text: accountText, payer, ...phone, verified_by: verifiedBy, inbox_id: inboxId },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    () => new Refusal('conflict', m.payment_refusal_twice()),
  );
  await move(ctx, paymentMachine, 'complete', payment.id, null, 'clock');
  const after = await putPayment(ctx.db, payment.id, {
    cents,
    external: shownExternal(given),
    payer: payer || payment.payer,
    received_at: paidAt,
    paid_on: dayOf(paidAt),
    reason: null,
    // What buys something of ours is no tenant's: whoever sold it books it when they hear of it.
    ...(payment.for_id === null ? {} : { spent_cents: cents, match: 'matched', looked_at: paidAt }),
  });
  if (push) await closePush(ctx.db, push.id);
  if (after.fund === 'C')
    await post(ctx.db, {
      key: `receipt:${receipt.id}`,
      kind: 'money_received',
      valueDay: dayOf(paidAt),
      source: ['payment', payment.id],
      companyId: after.company_id,
      params: { who: payer, how: howText(after), code: after.code },
      by: ctx.me.userId,
      pairs: received(tillOf(account, after), cents),
    });
  await happened(ctx, 'payment.completed', {
    paymentId: after.id,
    purpose: after.purpose,
    companyId: after.company_id,
    cents,
    forWhat: after.for_table === null || after.for_id === null ? null : { table: after.for_table, id: after.for_id },
  });
  if (after.for_id === null && !looked) await emit(ctx.db, 'payment.look', { paymentId: after.id }, `look:${after.id}`);
  return after;
}
/** As people read it: without whose list it stands in. */
export const shownExternal = ({ external, reference }: Pick<Movement, 'external' | 'reference'>): string | null =>
  reference || (external === null || /^a\d+:/.test(external) ? null : numberOf(external));

/** Cash is with whoever took it, which need not be who it is for. */
export const tillOf = (account: AccountRow, payment: Pick<PaymentRow, 'company_id'> & Partial<Pick<PaymentRow, 'holder_id'>>): Till =>
  account.rail === 'cash'
    ? { code: 1040, company: payment.holder_id ?? account.company_id ?? payment.company_id ?? 0 }
    : { code: account.rail === 'mpesa' ? 1000 : 1010, ref: `collection:${account.id}` };

/** Nothing is asked about it any more, and another may be sent. */
export async function closePush(db: Db, id: number, set: { result_code?: string; result_text?: string } = {}): Promise<void> {
  await everything(db, 'push', why)
    .change()
    .set({ open: false, next_ask_at: null, ...set })
    .where('id', '=', id)
    .execute();
  await everything(db, 'push_invoice', why).change().set({ open: false }).where('push_id', '=', id).execute();
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
