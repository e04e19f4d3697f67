import { autoFrom, bare, type Match, matches, type Paid, type Reason, scores, sureOf } from '#contract/matching/match.ts';
import { namedIn } from '#contract/matching/order.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { leftOf, lockPayment, owed, type PaymentRow, paymentOf, pushOf, putPayment, tellPasted } from '#server/collection/service.ts';
import { oneByOne } from '#server/jobs/each-due.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type AccountRow, accountOf, accountsOf } from '#server/treasury/service.ts';
import { applyTo, owedAt, type Target, takesFund } from './apply.ts';
import { byCode, details, type Found, owingFor, pastedFor } from './owing.ts';

const why = 'the home of a payment is found in the background';

/** Finds out whose payments are: those whose account number and amount make it certain in one transaction, every other in its own. */
export async function lookMany(house: House, paymentIds: readonly number[]): Promise<void> {
  const { db } = house.database;
  const left =
    paymentIds.length < 2
      ? paymentIds
      : await db
          .transaction()
          .execute((tx) => applySure(atClock(tx), paymentIds))
          .catch((error: unknown) => {
            house.log.error({ error, paymentIds }, 'payments could not be matched together');
            return paymentIds;
          });
  await oneByOne(left.map((id) => () => look(db, id)));
}

/** Returns the payments that are not matched yet. */
async function applySure(ctx: Ctx, paymentIds: readonly number[]): Promise<number[]> {
  const rows = await everything(ctx.db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', [...paymentIds])
    .where('status', '=', 'completed')
    .where('looked_at', 'is', null)
    .orderBy('id')
    .execute();
  const targets = await sureTargets(
    ctx.db,
    rows.filter((row) => leftOf(row) > 0),
  );
  if (targets.length === 0) return [...paymentIds];
  await applyTo(ctx, targets);
  const done = new Set(targets.map(({ paymentId }) => paymentId));
  return paymentIds.filter((id) => !done.has(id));
}

/** The tenancies whose account number was typed exactly with the amount they owe, one payment each: a second one is judged by what the first leaves open. */
async function sureTargets(db: Db, payments: readonly PaymentRow[]): Promise<Target[]> {
  const homes = await sureHomes(db, payments);
  if (homes.size === 0) return [];
  const open = await owed(db, { tenancyIds: [...new Set([...homes.values()].map(({ tenancyId }) => tenancyId))] });
  const seen = new Set<number>();
  return payments.flatMap((payment) => {
    const home = homes.get(payment.id);
    const own = open.filter((one) => one.tenancyId === home?.tenancyId && one.fund === payment.fund);
    if (!home || seen.has(home.tenancyId) || own.reduce((sum, one) => sum + one.open, 0) < leftOf(payment)) return [];
    seen.add(home.tenancyId);
    const named = namedIn(own, payment.account_text);
    const [match] = matches(paidOf(payment), [home]);
    return [{ paymentId: payment.id, invoiceIds: named.length > 0 ? named : own.map(({ id }) => id), reasons: match?.reasons ?? [], home }];
  });
}
type SureHome = Found & { readonly tenancyId: number };

async function sureHomes(db: Db, payments: readonly PaymentRow[]): Promise<Map<number, SureHome>> {
  const typed = payments.filter((row) => (row.how === 'paybill' || row.how === 'bank') && bare(row.account_text ?? '') !== '');
  const accounts = await accountsOf(db, typed);
  const homes = new Map<number, SureHome>();
  for (const [id, rows] of Map.groupBy(typed, (row) => row.account_id)) {
    const account = id === null ? undefined : accounts.get(id);
    if (!account) continue;
    const codes = rows.map((row) => bare(row.account_text ?? ''));
    const found = await details(db, await byCode(db, account, codes));
    for (const row of rows) {
      const home = sureOf(paidOf(row), found);
      if (home && home.tenancyId !== null) homes.set(row.id, { ...home, tenancyId: home.tenancyId });
    }
  }
  return homes;
}

const together = 100;
/** Payments that were never matched, because the process died before: all of them, and one that fails holds up no other. */
export async function sweepUnlooked(house: House, db: Db): Promise<number> {
  const rows = await everything(db, 'payment', why)
    .select()
    .select('id')
    .where('status', '=', 'completed')
    .where('looked_at', 'is', null)
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await oneByOne(ids.flatMap((_, at) => (at % together === 0 ? [() => lookMany(house, ids.slice(at, at + together))] : [])));
  return rows.length;
}

/** Finds out whose a payment is, once: what is certain is allocated, the rest is left to a person. */
export const look = (db: Db, paymentId: number): Promise<void> => db.transaction().execute((tx) => lookIn(atClock(tx), paymentId));

async function lookIn(ctx: Ctx, paymentId: number): Promise<void> {
  const seen = await paymentOf(ctx.db, paymentId);
  if (seen?.status !== 'completed' || seen.looked_at !== null) return;
  // All of it is allocated already.
  if (leftOf(seen) <= 0) {
    await putPayment(ctx.db, paymentId, { looked_at: clock.now() });
    return;
  }
  const { target, found, reasons } = await judge(ctx.db, seen);
  if (target) return applyTo(ctx, [target]);
  const payment = await lockPayment(ctx.db, paymentId);
  if (payment.looked_at !== null) return;
  const after = await putPayment(ctx.db, paymentId, {
    looked_at: clock.now(),
    // No candidate is certain, or what the certain one owes is paid to another account: a person decides.
    match: found ? 'suggested' : 'unmatched',
    reasons: JSON.stringify(reasons),
  });
  await happened(ctx, 'payment.ownerless', { paymentId });
  await tellPasted(ctx, after.external ?? '', 'looked');
}

type Judged = { readonly target: Target | null; readonly found: boolean; readonly reasons: readonly Reason[] };
async function judge(db: Db, payment: PaymentRow): Promise<Judged> {
  const sure = (target: Target): Judged => ({ target, found: true, reasons: target.reasons });
  if (payment.how === 'stk') {
    const target = await targetOfPrompt(db, payment);
    if (target) return sure(target);
  }
  const { found, best } = await candidatesFor(db, payment);
  if (best && best.match.score >= autoFrom) {
    const open = await owedAt(db, best.home);
    if (await takesFund(db, best.home.companyId, open, payment.fund)) {
      const named = namedIn(open, payment.account_text);
      const invoiceIds = named.length > 0 ? named : open.map(({ id }) => id);
      return sure({ paymentId: payment.id, invoiceIds, reasons: best.match.reasons, home: best.home });
    }
  }
  return { target: null, found: found.length > 0, reasons: best?.match.reasons ?? [] };
}

/** A prompt says what it is for: the invoices it was sent for, or, paid ahead, what is open of the home by now. */
async function targetOfPrompt(db: Db, payment: PaymentRow): Promise<Target | null> {
  const reasons = [{ what: 'account', score: scores.account }] as const;
  const push = await pushOf(db, payment.id);
  const chosen = push
    ? await everything(db, 'push_invoice', why).select().select('invoice_id').where('push_id', '=', push.id).orderBy('invoice_id').execute()
    : [];
  if (chosen.length > 0) return { paymentId: payment.id, invoiceIds: chosen.map((row) => row.invoice_id), reasons };
  if (payment.tenancy_id === null || payment.company_id === null) return null;
  const home = { tenancyId: payment.tenancy_id, bookingId: null, companyId: payment.company_id };
  const open = await owedAt(db, home);
  return { paymentId: payment.id, invoiceIds: open.map(({ id }) => id), reasons, home };
}

/** What is known of the money, for whose it may be. */
export const paidOf = (payment: PaymentRow): Paid => ({
  account: payment.account_text ?? '',
  cents: cents(leftOf(payment)),
  on: payment.paid_on ?? clock.today(),
  payer: payment.payer ?? '',
  tail: payment.phone_tail ?? '',
  phoneMark: payment.phone_mark === null ? null : Buffer.from(payment.phone_mark).toString('hex'),
  came: payment.received_at ?? undefined,
});

type Candidates = { found: Match[]; homes: Map<string, Found>; best: { match: Match; home: Found } | null };
/** Those it could be from, best first, each with what is known of them. */
export async function candidatesFor(db: Db, payment: PaymentRow): Promise<Candidates> {
  const account = payment.account_id === null ? payment : await accountOf(db, payment.account_id);
  const where = { company_id: account.company_id, fund: payment.fund };
  return candidatesOf(db, where, paidOf(payment), await pastedFor(db, where, payment.external));
}
/** `pasted`: homes for which somebody says that it is theirs, by pasting its message. */
export async function candidatesOf(
  db: Db,
  where: Pick<AccountRow, 'company_id' | 'fund'>,
  paid: Paid,
  pasted: ReadonlyMap<number, 'payer' | 'other'> = new Map(),
): Promise<Candidates> {
  const near = await owingFor(db, where, paid);
  const more = [...pasted.keys()]
    .filter((id) => !near.some(({ tenancyId }) => tenancyId === id))
    .map((tenancyId) => ({ tenancyId, bookingId: null }));
  const all = [...near, ...(await details(db, more))].map((home) => ({
    ...home,
    pasted: home.tenancyId === null ? undefined : pasted.get(home.tenancyId),
  }));
  const homes = new Map(all.map((home) => [home.key, home]));
  const found = matches(paid, [...homes.values()]);
  const [first] = found;
  const home = first && homes.get(first.key);
  return { found, homes, best: first && home ? { match: first, home } : null };
}
