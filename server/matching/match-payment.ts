import { readNarration } from '#contract/matching/evidence.ts';
import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import {
  findCertainMatch,
  matchReasonScores,
  minAutoMatchScore,
  type PaymentMatch,
  rankMatches,
  type ScoredReason,
} from '#contract/matching/match.ts';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { findNamedInvoices } from '#contract/matching/order.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import {
  calculateUnallocatedCents,
  lockPayment,
  makePhoneBlindMark,
  notifyMessageSender,
  type PaymentRow,
  readOpenInvoicesForPayment,
  readPayment,
  readStkPush,
  updatePayment,
} from '#server/collection/service.ts';
import { runEachTask } from '#server/jobs/due-rows.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type CollectionAccountRow, readCollectionAccount, readCollectionAccountsOfRows } from '#server/treasury/service.ts';
import { type AllocationTarget, allocatePayments, isFundAccepted, readOpenInvoices } from './allocate-payments.ts';
import { findCandidateHomes, findHomesByCode, findHomesOfPastedMessage, type MatchHome, readHomeDetails } from './match-homes.ts';
import { findNamedProperties } from './match-text.ts';
import { findProbableCash } from './same-cash.ts';

const why = 'the unit of a payment is matched in the background';

/**
 * Matches payments with tenancies (payment reconciliation). Certain ones (account number and amount) are matched in one transaction, every other in
 * its own.
 */
export async function matchPayments(services: RunningServices, paymentIds: readonly number[]): Promise<void> {
  const { db } = services.database;
  const left =
    paymentIds.length < 2
      ? paymentIds
      : await db
          .transaction()
          .execute((tx) => applySure(asClock(tx), paymentIds))
          .catch((error: unknown) => {
            services.log.error({ error, paymentIds }, 'payments could not be matched together');
            return paymentIds;
          });
  await runEachTask(left.map((id) => () => matchPayment(db, id)));
}

/** Returns the payments that remain unmatched. */
async function applySure(ctx: Ctx, paymentIds: readonly number[]): Promise<number[]> {
  const rows = await unscopedTable(ctx.db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', [...paymentIds])
    .where('status', '=', 'completed')
    .where('looked_at', 'is', null)
    .orderBy('id')
    .execute();
  const targets = await sureTargets(
    ctx.db,
    rows.filter((row) => calculateUnallocatedCents(row) > 0),
  );
  if (targets.length === 0) return [...paymentIds];
  await allocatePayments(ctx, targets);
  const done = new Set(targets.map(({ paymentId }) => paymentId));
  return paymentIds.filter((id) => !done.has(id));
}

/**
 * Tenancies whose account number was entered exactly with the amount due. Each is matched with one payment; a second payment is matched with the
 * invoices that the first leaves open.
 */
async function sureTargets(db: Db, payments: readonly PaymentRow[]): Promise<AllocationTarget[]> {
  const homes = await sureHomes(db, payments);
  if (homes.size === 0) return [];
  const open = await readOpenInvoicesForPayment(db, { tenancyIds: [...new Set([...homes.values()].map(({ tenancyId }) => tenancyId))] });
  const seen = new Set<number>();
  const cash = await findProbableCash(
    db,
    payments.flatMap((payment) => {
      const home = homes.get(payment.id);
      return home ? [{ payment, tenancyId: home.tenancyId }] : [];
    }),
  );
  return payments.flatMap((payment) => {
    const home = cash.has(payment.id) ? undefined : homes.get(payment.id);
    const own = open.filter((one) => one.tenancyId === home?.tenancyId && one.fund === payment.fund);
    if (!home || seen.has(home.tenancyId) || own.reduce((sum, one) => sum + one.open, 0) < calculateUnallocatedCents(payment)) return [];
    seen.add(home.tenancyId);
    const named = findNamedInvoices(own, payment.account_text);
    const [match] = rankMatches(toPaymentMatchFacts(payment), [home]);
    return [{ paymentId: payment.id, invoiceIds: named.length > 0 ? named : own.map(({ id }) => id), reasons: match?.reasons ?? [], home }];
  });
}
type SureHome = MatchHome & { readonly tenancyId: number };

async function sureHomes(db: Db, payments: readonly PaymentRow[]): Promise<Map<number, SureHome>> {
  const typed = payments.filter((row) => (row.how === 'paybill' || row.how === 'bank') && normaliseAccountNumber(row.account_text ?? '') !== '');
  const accounts = await readCollectionAccountsOfRows(db, typed);
  const homes = new Map<number, SureHome>();
  for (const [id, rows] of Map.groupBy(typed, (row) => row.account_id)) {
    const account = id === null ? undefined : accounts.get(id);
    if (!account) continue;
    const codes = rows.map((row) => normaliseAccountNumber(row.account_text ?? ''));
    const found = await readHomeDetails(db, await findHomesByCode(db, account, codes));
    for (const row of rows) {
      const home = findCertainMatch(toPaymentMatchFacts(row), found);
      if (home && home.tenancyId !== null) homes.set(row.id, { ...home, tenancyId: home.tenancyId });
    }
  }
  return homes;
}

const together = 100;
/** Retries all payments that were not matched because the process stopped. A failure does not stop the others. */
export async function retryUnmatchedPayments(services: RunningServices, db: Db): Promise<number> {
  const rows = await unscopedTable(db, 'payment', why)
    .select()
    .select('id')
    .where('status', '=', 'completed')
    .where('looked_at', 'is', null)
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await runEachTask(ids.flatMap((_, at) => (at % together === 0 ? [() => matchPayments(services, ids.slice(at, at + together))] : [])));
  return rows.length;
}

/**
 * Matches a payment (paybill, bank) to its tenancy or booking once: a certain match is allocated, any other is left to a person (unallocated
 * payment).
 */
export const matchPayment = (db: Db, paymentId: number): Promise<void> => db.transaction().execute((tx) => lookIn(asClock(tx), paymentId));

async function lookIn(ctx: Ctx, paymentId: number): Promise<void> {
  const seen = await readPayment(ctx.db, paymentId);
  if (seen?.status !== 'completed' || seen.looked_at !== null) return;
  // The payment is fully allocated already.
  if (calculateUnallocatedCents(seen) <= 0) {
    await updatePayment(ctx.db, paymentId, { looked_at: clock.now() });
    return;
  }
  const { target, found, reasons } = await judge(ctx.db, seen);
  if (target) return allocatePayments(ctx, [target]);
  const payment = await lockPayment(ctx.db, paymentId);
  if (payment.looked_at !== null) return;
  const after = await updatePayment(ctx.db, paymentId, {
    looked_at: clock.now(),
    // No candidate is certain, or the certain one is billed in another fund, so a person decides.
    match: found ? 'suggested' : 'unmatched',
    reasons: JSON.stringify(reasons),
  });
  await publishEvent(ctx, 'payment.ownerless', { paymentId });
  await notifyMessageSender(ctx, after.external ?? '', 'looked');
}

type Judged = { readonly target: AllocationTarget | null; readonly found: boolean; readonly reasons: readonly ScoredReason[] };
async function judge(db: Db, payment: PaymentRow): Promise<Judged> {
  const sure = (target: AllocationTarget): Judged => ({ target, found: true, reasons: target.reasons });
  if (payment.how === 'stk') {
    const target = await targetOfPrompt(db, payment);
    if (target) return sure(target);
  }
  const { found, best } = await findCandidatesForPayment(db, payment);
  if (best && best.match.score >= minAutoMatchScore) {
    const open = await readOpenInvoices(db, best.home);
    const { tenancyId } = best.home;
    const isCash = tenancyId !== null && (await findProbableCash(db, [{ payment, tenancyId }])).size > 0;
    if (!isCash && (await isFundAccepted(db, best.home.companyId, open, payment.fund))) {
      const named = findNamedInvoices(open, payment.account_text);
      const invoiceIds = named.length > 0 ? named : open.map(({ id }) => id);
      return sure({ paymentId: payment.id, invoiceIds, reasons: best.match.reasons, home: best.home });
    }
  }
  return { target: null, found: found.length > 0, reasons: best?.match.reasons ?? [] };
}

/**
 * An M-Pesa prompt (STK push) names its target: the invoices that it was sent for or, if it was for a payment ahead, the open invoices of the
 * tenancy.
 */
async function targetOfPrompt(db: Db, payment: PaymentRow): Promise<AllocationTarget | null> {
  const reasons = [{ what: 'account', score: matchReasonScores.account }] as const;
  const push = await readStkPush(db, payment.id);
  const chosen = push
    ? await unscopedTable(db, 'push_invoice', why).select().select('invoice_id').where('push_id', '=', push.id).orderBy('invoice_id').execute()
    : [];
  if (chosen.length > 0) return { paymentId: payment.id, invoiceIds: chosen.map((row) => row.invoice_id), reasons };
  if (payment.tenancy_id === null || payment.company_id === null) return null;
  const home = { tenancyId: payment.tenancy_id, bookingId: null, companyId: payment.company_id };
  const open = await readOpenInvoices(db, home);
  return { paymentId: payment.id, invoiceIds: open.map(({ id }) => id), reasons, home };
}

/** The known data of the payment by which candidates are found. */
export const toPaymentMatchFacts = (payment: PaymentRow): PaymentMatchingFacts => ({
  account: payment.account_text ?? '',
  cents: toCents(calculateUnallocatedCents(payment)),
  on: payment.paid_on ?? clock.today(),
  payer: payment.payer ?? '',
  tail: payment.phone_tail ?? '',
  phoneMark: payment.phone_mark === null ? null : Buffer.from(payment.phone_mark).toString('hex'),
  came: payment.received_at ?? undefined,
});

type Candidates = { found: PaymentMatch[]; homes: Map<string, MatchHome>; best: { match: PaymentMatch; home: MatchHome } | null };
/** The candidates for a payment, best match first, with their details. */
export async function findCandidatesForPayment(db: Db, payment: PaymentRow): Promise<Candidates> {
  const account = payment.account_id === null ? payment : await readCollectionAccount(db, payment.account_id);
  const where = { company_id: account.company_id, fund: payment.fund };
  const paid = { ...toPaymentMatchFacts(payment), text: await getLookup('statementTextOf')(db, payment.id) };
  return findMatchCandidates(db, where, paid, payment.external);
}
/** `external` is the M-Pesa code of the payment, for which a person may have pasted the message. */
export async function findMatchCandidates(
  db: Db,
  where: Pick<CollectionAccountRow, 'company_id' | 'fund'>,
  facts: PaymentMatchingFacts,
  external: string | null = null,
): Promise<Candidates> {
  const pasted = await findHomesOfPastedMessage(db, where, external);
  const phones = readNarration(facts).phones;
  const marks = phones.flatMap((phone) => makePhoneBlindMark(phone)?.toString('hex') ?? []);
  const properties = await findNamedProperties(db, where, facts);
  const paid = { ...facts, marks, properties, shared: where.company_id === null };
  const near = await findCandidateHomes(db, where, paid);
  const more = [...pasted.keys()]
    .filter((id) => !near.some(({ tenancyId }) => tenancyId === id))
    .map((tenancyId) => ({ tenancyId, bookingId: null }));
  const all = [...near, ...(await readHomeDetails(db, more))].map((home) => ({
    ...home,
    pasted: home.tenancyId === null ? undefined : pasted.get(home.tenancyId),
  }));
  const homes = new Map(all.map((home) => [home.key, home]));
  const found = rankMatches(paid, [...homes.values()]);
  const [first] = found;
  const home = first && homes.get(first.key);
  return { found, homes, best: first && home ? { match: first, home } : null };
}
