import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import type { collectionCalls } from '#contract/collection/calls.ts';
import { getRecordablePaymentMethods } from '#contract/collection/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { getFundOfCollectionMode } from '#contract/ledger/accounts.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, type Day } from '#contract/time/days.ts';
import { collectingAgentSql } from '#server/access/service.ts';
import { defineApprovalPurpose } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { readMoneyMode } from '#server/ledger/service.ts';
import { readPlatformPaybillNumber } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { type OpenInvoice, readOpenInvoicesForPayment } from './invoices.ts';
import { readRecentPayments } from './recent-payments.ts';
import { type PaymentRow, paymentNotFound } from './rows.ts';

type Calls = typeof collectionCalls;
/** The day on which a person says that a payment was made. */
export function assertRecordableDay(on: Day): void {
  if (on > clock.today()) throw invalidInputRefusal({ on: m.payment_problem_later() });
  if (on < addMonths(clock.today(), -24)) throw invalidInputRefusal({ on: m.payment_problem_long_ago() });
}
/** The home that a payment is recorded for. */
export type PaymentHome = Pick<PaymentRow, 'tenancy_id' | 'booking_id' | 'property_id' | 'unit_id' | 'tenant_id'>;
type Theirs = PaymentHome & { readonly companyId: number; readonly phone: string | null; readonly name: string };

/** Invoices are paid in the fund they were issued in, even if the company has switched since. */
export async function readFundForPayment(db: Db, companyId: number, invoiceIds: readonly number[]): Promise<'C' | 'M'> {
  const [oldest] = await readOpenInvoicesForPayment(db, { ids: invoiceIds }, { open: false });
  return oldest?.fund ?? getFundOfCollectionMode(await readMoneyMode(db, companyId));
}

/** The invoices it is for: the named ones, or all open ones of the home, oldest first. */
export async function readInvoicesForRecording(
  ctx: Ctx,
  { invoiceIds, home }: { invoiceIds?: readonly number[] | undefined; home: PaymentHome },
): Promise<number[]> {
  if (invoiceIds && invoiceIds.length > 0) return [...invoiceIds];
  const which =
    home.tenancy_id !== null ? { tenancyId: home.tenancy_id } : { bookingId: requiredId(home.booking_id, 'the booking of a home without a tenancy') };
  return (await readOpenInvoicesForPayment(ctx.db, which)).map(({ id }) => id);
}

/** A home that the caller manages and may collect money for. */
export async function readHomeForPayment(
  ctx: Ctx,
  { tenancy_id, booking_id }: { tenancy_id?: number | undefined; booking_id?: number | undefined },
): Promise<Theirs> {
  if ((tenancy_id === undefined) === (booking_id === undefined)) throw invalidInputRefusal({ tenancy_id: m.payment_problem_home() });
  const asked =
    tenancy_id !== undefined
      ? from(ctx, 'tenancy:managed')
          .innerJoin('tenancy_person', (join) =>
            join.onRef('tenancy_person.tenancy_id', '=', 'tenancy.id').on('tenancy_person.role', '=', 'lead').on('tenancy_person.until', 'is', null),
          )
          .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
          .select([
            'tenancy.company_id',
            'tenancy.property_id',
            'tenancy.unit_id',
            'tenant.id as tenant_id',
            'tenant.phone',
            'tenant.name',
            'tenancy.booking_id',
          ])
          .where('tenancy.id', '=', tenancy_id)
          .where(mayChange('tenancy:managed', ctx.me, 'payments.create'))
      : from(ctx, 'booking:managed')
          .innerJoin('tenant', 'tenant.id', 'booking.tenant_id')
          .select([
            'booking.company_id',
            'booking.property_id',
            'booking.unit_id',
            'tenant.id as tenant_id',
            'tenant.phone',
            'tenant.name',
            'booking.id as booking_id',
          ])
          .where('booking.id', '=', booking_id ?? null);
  const row = await asked.executeTakeFirst();
  if (!row) throw paymentNotFound();
  const { company_id, phone, name, ...home } = row;
  return { ...home, booking_id: home.booking_id ?? null, tenancy_id: tenancy_id ?? null, companyId: company_id, phone, name };
}
/** An agency may collect where its mandate allows it; the home's other managers always may. */
export async function canCollectForHome(ctx: Ctx, { companyId, property_id }: Pick<Theirs, 'companyId' | 'property_id'>): Promise<boolean> {
  const { companyId: own } = ctx.me;
  if (own === null || own === companyId) return true;
  const { rows } = await sql<{ agent: number | null }>`select ${collectingAgentSql(companyId, own, property_id)} as agent`.execute(ctx.db);
  return rows[0]?.agent === own;
}
/** Cash from a payer without a phone, for which the platform is liable, needs a second person. */
export const needsSecondApprover = ({ how, fund }: Pick<PaymentRow, 'how' | 'fund'>, phone: string | null): boolean =>
  how === 'cash' && fund === 'C' && phone === null;
/**
 * Cash without a code: another person of the company that earns the rent, or of the platform, reviews the evidence. An agent who earns a commission
 * may not.
 */
export const cashApproval = defineApprovalPurpose({
  rule: approvalRules.cashWithoutCode,
  table: 'payment',
  id: 'id',
  askedBy: 'recorded_by',
  askedAt: 'created_at',
  pending: (t) => sql`(${t('how')} = 'cash' and ${t('status')} = 'pending')`,
  ownRequest: { says: m.payment_refusal_own_cash },
  also: [
    {
      is: ({ companyId }, t) => (companyId === null ? sql`false` : sql`${t('company_id')} is distinct from ${companyId}::bigint`),
      says: m.payment_refusal_own_cash,
    },
  ],
});

export async function assertInvoicesOfHome(invoices: readonly OpenInvoice[], home: PaymentHome): Promise<void> {
  if (invoices.some((one) => (home.tenancy_id === null ? one.bookingId !== home.booking_id : one.tenancyId !== home.tenancy_id)))
    throw paymentNotFound();
}

/** What the form may offer, and why not more; uses the same rule that rejects the call. */
export async function readRecordingOptions(
  ctx: Ctx,
  given: HandlerInput<Calls['recordingOptions']>,
): Promise<HandlerResult<Calls['recordingOptions']>> {
  const { companyId, phone, name: _, ...home } = await readHomeForPayment(ctx, given);
  const ids = await readInvoicesForRecording(ctx, { home, invoiceIds: given.invoice_id === undefined ? [] : [given.invoice_id] });
  const invoices = await readOpenInvoicesForPayment(ctx.db, { ids }, { open: false });
  if (invoices.length < ids.length) throw paymentNotFound();
  await assertInvoicesOfHome(invoices, home);
  const fund = await readFundForPayment(ctx.db, companyId, ids);
  const collects = await canCollectForHome(ctx, { companyId, property_id: home.property_id });
  const paybill = fund === 'C' ? await readPlatformPaybillNumber(ctx.db) : null;
  return {
    hows: collects ? [...getRecordablePaymentMethods(fund)] : [],
    held: fund === 'C',
    paybill,
    collects,
    second: needsSecondApprover({ how: 'cash', fund }, phone),
    recent: await readRecentPayments(ctx, home),
  };
}
