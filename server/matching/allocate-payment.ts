import type { HandlerInput } from '#contract/kernel/call.ts';
import { matchReasonScores } from '#contract/matching/match.ts';
import { allocateToInvoiceLines } from '#contract/matching/order.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { requestApproval } from '#server/approval/service.ts';
import {
  buildPaymentLogFacts,
  calculateUnallocatedCents,
  lockPayment,
  notifyPaymentReceived,
  notifyPaymentUnallocated,
  type OpenInvoice,
  type OtherTenancy,
  type PaymentRow,
  paymentNotFound,
  readOpenInvoicesForPayment,
  toHomeColumns,
  unsealPhone,
  updatePayment,
} from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { lockInvoicesForPayment } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { readCompanyContact } from '#server/people/service.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { isFundAccepted, readInvoiceWithCurrentHome } from './allocate-payments.ts';
import { allocateToLines } from './allocate-to-lines.ts';
import { needsSecondPerson, requestClientMoneyMove } from './client-money.ts';
import { type CreditOwner, recordTenantCredit } from './credit.ts';
import { assertCreditStaysWithTenant, assertNoDebt, assertNotHeldForPayer, assertSecondApprover } from './held-funds.ts';
import { assertAccountCovers, findReversalWay, reverseByPerson } from './reverse.ts';
import { assertNotSameCash } from './same-cash.ts';
import { lockPaymentWithAllocations, readActiveAllocations, readPaymentCredits, unallocatePayment } from './unallocate.ts';

type Calls = typeof paymentActionCalls;

/** A payment that the caller manages and may change, read without a lock. */
export async function findManagedPayment(ctx: Ctx, id: number): Promise<PaymentRow> {
  const row = await from(ctx, 'payment:managed')
    .selectAll('payment')
    .where('id', '=', id)
    .where(mayChange('payment:managed', ctx.me, 'payments.edit'))
    .executeTakeFirst();
  if (!row) throw paymentNotFound();
  return row;
}
export const assertPaymentCompleted = (row: PaymentRow): void => {
  if (row.status !== 'completed') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
};

type Part = HandlerInput<Calls['assign']>['parts'][number];
type Target = {
  readonly part: Part;
  readonly whose: CreditOwner;
  readonly open: readonly OpenInvoice[];
  readonly about: Partial<PaymentRow>;
  readonly code: string;
};
/** The target of a part, which the caller must manage, so that staff cannot assign a payment to another company's tenants or take it from them. */
async function targetOf(ctx: Ctx, part: Part): Promise<Target> {
  if ((part.tenancy_id === undefined) === (part.booking_id === undefined)) throw invalidInputRefusal({ parts: m.payment_problem_home() });
  const row =
    part.tenancy_id !== undefined
      ? await from(ctx, 'tenancy:managed')
          .leftJoin('tenancy_person as lead', (join) =>
            join.onRef('lead.tenancy_id', '=', 'tenancy.id').on('lead.role', '=', 'lead').on('lead.until', 'is', null),
          )
          .select(['tenancy.id', 'tenancy.code', 'tenancy.id as tenancy_id', 'company_id', 'property_id', 'unit_id', 'booking_id', 'lead.tenant_id'])
          .where('tenancy.id', '=', part.tenancy_id)
          .executeTakeFirst()
      : await from(ctx, 'booking:managed')
          // The booking may have become a tenancy, which then receives the payment.
          .leftJoin('tenancy', 'tenancy.booking_id', 'booking.id')
          .select(['booking.id', 'booking.code', 'tenancy.id as tenancy_id', 'booking.company_id', 'booking.property_id', 'booking.unit_id'])
          .select(['booking.id as booking_id', 'booking.tenant_id'])
          .where('booking.id', '=', part.booking_id ?? null)
          .orderBy('tenancy.id', 'desc')
          .executeTakeFirst();
  if (!row) throw paymentNotFound();
  const { id: _, code, ...about } = row;
  const tenancyId = row.tenancy_id;
  const open = await readOpenInvoicesForPayment(ctx.db, tenancyId !== null ? { tenancyId } : { bookingId: row.id });
  const named = part.invoice_ids;
  if (named?.some((id) => !open.some((one) => one.id === id))) throw invalidInputRefusal({ parts: m.payment_problem_invoice() });
  return {
    part,
    whose: { companyId: row.company_id, tenancyId, bookingId: row.booking_id },
    open: named && named.length > 0 ? open.filter(({ id }) => named.includes(id)) : open,
    about,
    code,
  };
}

const companiesOf = (targets: readonly Target[]): number[] => [...new Set(targets.map(({ whose }) => whose.companyId))];
/** Rejects parts that the caller may not assign. The caller holds the lock of the payment. */
async function assertAssignable(ctx: Ctx, payment: PaymentRow, targets: readonly Target[], approved: boolean): Promise<void> {
  assertPaymentCompleted(payment);
  await assertNotHeldForPayer(ctx, payment, { before: true });
  if (!approved) await assertSecondApprover(ctx, payment, companiesOf(targets));
  const wanted = targets.reduce((sum, { part }) => sum + part.cents, 0);
  if (wanted > calculateUnallocatedCents(payment))
    throw invalidInputRefusal({ parts: m.payment_problem_more({ left: formatKesPlain(calculateUnallocatedCents(payment)) }) });
  await assertNotSameCash(
    ctx.db,
    payment,
    targets.map(({ part, whose }) => ({ home: whose, cents: part.cents, besides: part.besides })),
  );
  await assertCreditStaysWithTenant(
    ctx,
    payment,
    targets.map(({ part, whose, about }) => ({ tenancyId: whose.tenancyId, tenantId: about.tenant_id ?? null, cents: part.cents })),
  );
}

type Assigned = { readonly payment: PaymentRow; readonly row: PaymentRow; readonly paid: OtherTenancy };
/**
 * Allocates one part to its tenancy. Returns `row`, the payment as people of that tenancy see it, and `paid`, the invoice that the part paid first.
 */
async function assignPart(ctx: Ctx, payment: PaymentRow, { part, whose, open, about }: Target): Promise<Assigned> {
  const company = payment.account_id === null ? null : (await readCollectionAccount(ctx.db, payment.account_id)).company_id;
  if (company !== null && company !== whose.companyId) throw new Refusal('conflict', m.payment_refusal_other_fund());
  // Staff who work for two landlords cannot move a payment from one to the other.
  if (payment.company_id !== null && payment.company_id !== whose.companyId && ctx.me.companyId !== null)
    throw new Refusal('forbidden', m.payment_refusal_other_company());
  const now = (await readOpenInvoicesForPayment(ctx.db, { ids: open.map((one) => one.id) })).filter((one) => one.fund === payment.fund);
  if (!(await isFundAccepted(ctx.db, whose.companyId, open, payment.fund))) throw new Refusal('conflict', m.payment_refusal_other_fund());
  if (open.length > 0 && now.length === 0) throw new Refusal('conflict', m.payment_refusal_meanwhile());
  const plan = allocateToInvoiceLines(now, part.cents);
  await allocateToLines(ctx, [{ payment, source: { kind: 'receipt' }, on: payment.paid_on ?? clock.today(), parts: plan.parts }], now);
  const at = now[0] && (await readInvoiceWithCurrentHome(ctx.db, now[0].id));
  await recordTenantCredit(ctx, payment, at ?? whose, plan.over);
  const home = at ? toHomeColumns(at) : about;
  return {
    row: { ...payment, ...home, cents: toCents(part.cents), credited_cents: toCents(plan.over) },
    paid: now[0] ? { id: now[0].id, code: now[0].code } : null,
    payment: await updatePayment(ctx.db, payment.id, {
      allocated_cents: payment.allocated_cents + part.cents - plan.over,
      credited_cents: payment.credited_cents + plan.over,
      // If a payment is assigned to several tenancies, it shows the first.
      ...(payment.allocated_cents + payment.credited_cents === 0 ? home : {}),
    }),
  };
}

/**
 * Assigns all or part of a payment to the tenancies that a person names. The rest after their invoices becomes tenant credit (overpayment). Where one
 * person of Makao is not enough, the assignment is requested.
 */
export async function allocatePaymentToTenancies(ctx: Ctx, { id, parts }: HandlerInput<Calls['assign']>, { approved = false } = {}): Promise<void> {
  const seen = await findManagedPayment(ctx, id);
  const targets: Target[] = [];
  for (const part of parts) targets.push(await targetOf(ctx, part));
  await lockInvoicesForPayment(
    ctx,
    [...new Set(targets.flatMap(({ open }) => open.map((one) => one.id)))].sort((a, b) => a - b),
  );
  let payment = await lockPayment(ctx.db, id);
  await assertAssignable(ctx, payment, targets, approved);
  const cents = sumCents(parts.map((part) => part.cents));
  if (!approved && (await needsSecondPerson(ctx, payment, { cents, companies: companiesOf(targets) })))
    return requestClientMoneyMove(ctx, payment, { cents, parts, to: targets.map(({ code }) => code).join(', ') });
  const assigned: Assigned[] = [];
  for (const target of targets) {
    const one = await assignPart(ctx, payment, target);
    assigned.push(one);
    payment = one.payment;
  }
  const after = await updatePayment(ctx.db, id, {
    match: calculateUnallocatedCents(payment) === 0 ? 'matched' : 'suggested',
    looked_at: clock.now(),
    reasons: JSON.stringify([{ what: 'person', score: matchReasonScores.person }]),
  });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    code: seen.code,
    before: buildPaymentLogFacts(seen),
    after: buildPaymentLogFacts(after),
    reason: 'matched by hand',
  });
  const isOwn = (row: PaymentRow) => row.tenancy_id === after.tenancy_id && row.booking_id === after.booking_id;
  for (const { row, paid } of assigned) await notifyPaymentReceived(ctx, row, isOwn(row) ? undefined : paid);
}

/** Asks the payer by SMS, once a day, what the payment is for, if the full phone number is known. The paybill confirmation masks it. */
export const askPayerForPaymentPurpose =
  (services: Pick<RunningServices, 'env'>) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['askPayer']>): Promise<void> => {
    const row = await findManagedPayment(ctx, id);
    assertPaymentCompleted(row);
    if (row.phone_sealed === null) throw new Refusal('conflict', m.payment_refusal_no_number());
    const wait = await countAttempt(ctx.db, `ask-payer:${id}`, { limit: 1, seconds: 24 * 3600 });
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
    const manager = row.company_id === null ? null : await readCompanyContact(ctx.db, row.company_id);
    // Support of Makao is named for payments without a company.
    const reach = manager?.phone ?? services.env.SUPPORT_PHONE ?? services.env.appUrl;
    await notifyPerson(ctx, {
      event: 'payment.asked',
      to: { phone: `+${unsealPhone(row.phone_sealed)}` },
      params: { sum: formatKesPlain(row.cents), external: row.external ?? row.code, reach },
      key: `payment.asked:${id}:${clock.today()}`,
    });
    await updatePayment(ctx.db, id, { asked_at: clock.now() });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code: row.code, reason: 'the payer was asked' });
  };

/** What an unallocation undoes: the allocations and the credits of a locked payment. */
async function listAllocationKeys(ctx: Ctx, id: number): Promise<string[]> {
  const [allocations, credits] = [await readActiveAllocations(ctx.db, id), await readPaymentCredits(ctx.db, id)];
  return [...allocations.map((row) => `allocation:${row.id}`), ...credits.map((row) => `credit:${row.id}`)].sort();
}

/** Unallocates a payment, or requests it where one person of Makao is not enough. */
export async function unallocateManagedPayment(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['unallocate']>,
  { approved }: { readonly approved?: { readonly cents: number; readonly allocations: readonly string[] | null } } = {},
): Promise<void> {
  await findManagedPayment(ctx, id);
  const seen = await lockPaymentWithAllocations(ctx, id);
  assertPaymentCompleted(seen);
  if (seen.spent_cents > 0) throw new Refusal('conflict', m.payment_refusal_spent());
  await assertNotHeldForPayer(ctx, seen);
  await assertNoDebt(ctx, seen);
  const cents = toCents(seen.allocated_cents + seen.credited_cents);
  const allocations = await listAllocationKeys(ctx, id);
  // The same amount may belong to other tenants by now.
  const others = approved?.allocations && approved.allocations.join() !== allocations.join();
  if (approved && (approved.cents !== cents || others)) throw new Refusal('conflict', m.payment_refusal_allocation_changed());
  if (!approved && (await needsSecondPerson(ctx, seen, { cents })))
    return requestClientMoneyMove(ctx, seen, { cents, parts: null, allocations, reason });
  await unallocatePayment(ctx, seen, { reason });
  // The payment stays in the list of its company and property, but the suggested tenant is removed.
  const unassigned = { tenancy_id: null, booking_id: null, unit_id: null, tenant_id: null };
  // A fully refunded payment needs no tenant.
  const match = calculateUnallocatedCents({ ...seen, allocated_cents: toCents(0), credited_cents: toCents(0) }) > 0 ? 'unmatched' : 'returned';
  const after = await updatePayment(ctx.db, id, { ...unassigned, looked_at: clock.now(), match, reasons: '[]' });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    code: seen.code,
    before: buildPaymentLogFacts(seen),
    after: buildPaymentLogFacts(after),
    reason,
  });
  await notifyPaymentUnallocated(ctx, seen, reason);
}

/** Reverses a payment, or requests it where a second person has to approve. */
export async function reversePayment(ctx: Ctx, { id, reason, cause }: HandlerInput<Calls['reverse']>): Promise<void> {
  const seen = await findManagedPayment(ctx, id);
  assertPaymentCompleted(seen);
  // A wallet payment received no money: the module that sold something for it refunds the wallet.
  if (seen.how === 'wallet') throw new Refusal('conflict', m.payment_refusal_wallet());
  const way = findReversalWay(ctx.me, seen);
  if (way === null) throw new Refusal('forbidden', seen.recorded_by === null ? m.payment_refusal_proven() : m.payment_refusal_said_cash());
  await assertNotHeldForPayer(ctx, seen);
  if (way === 'direct') return reverseByPerson(ctx, seen, { reason, cause });
  if (seen.refunded_cents > 0) throw new Refusal('conflict', m.payment_refusal_refunded());
  await assertAccountCovers(ctx, seen, seen.cents);
  await requestApproval(ctx, 'receiptReversal', {
    subjectId: id,
    companyId: seen.company_id,
    cents: seen.cents,
    reason,
    params: { payment_id: id, code: seen.code, cents: seen.cents, cause },
  });
}
