import { type Selectable, sql } from 'kysely';
import { type PaymentFailureReason, type PaymentMethod, paymentPurposes } from '#contract/collection/kinds.ts';
import type { PaymentSummary } from '#contract/payment/shapes.ts';
import type { PaymentTable as Payment, PushTable as Push, ReceiptTable as Receipt } from '#server/db/types.gen.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { companyAndCountyColumns, type OptionalCompanyAndCounty, toOptionalCompanyAndCounty } from '#server/lists/holder.ts';

export type PaymentRow = Selectable<Payment>;
export type StkPushRow = Selectable<Push>;
type ReceiptRow = Selectable<Receipt>;
export const paymentNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
const why = 'the payment was selected by a rule or by a person who may see it';

/** The unallocated amount. */
export const calculateUnallocatedCents = (
  row: Pick<PaymentRow, 'cents' | 'allocated_cents' | 'credited_cents' | 'refunded_cents' | 'spent_cents'>,
): number => row.cents - row.allocated_cents - row.credited_cents - row.refunded_cents - row.spent_cents;

export const readPayment = (db: Db, id: number): Promise<PaymentRow | undefined> =>
  unscopedTable(db, 'payment', why).select().selectAll().where('id', '=', id).executeTakeFirst();
/** Locks a payment; its invoices must be locked first. The lock does not block transactions that only reference the payment's id. */
export async function lockPayment(db: Db, id: number): Promise<PaymentRow> {
  const row = await unscopedTable(db, 'payment', why).select().selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw paymentNotFound();
  return row;
}
type Counted = 'cents' | 'allocated_cents' | 'credited_cents' | 'refunded_cents' | 'spent_cents';
type PaymentFacts = Partial<Omit<PaymentRow, Counted>> & Partial<Readonly<Record<Counted, number>>>;
export const updatePayment = async (db: Db, id: number, set: PaymentFacts): Promise<PaymentRow> =>
  unscopedTable(db, 'payment', why)
    .change()
    .set({ ...(set as object), updated_at: sql<Date>`app.now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const readStkPush = (db: Db, paymentId: number): Promise<StkPushRow | undefined> =>
  unscopedTable(db, 'push', why).select().selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
export const readReceipt = (db: Db, paymentId: number): Promise<ReceiptRow | undefined> =>
  unscopedTable(db, 'receipt', why).select().selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

/** A payment with names and home, for lists and for its page. */
export const selectNamedPayments = (ctx: Ctx, scope: 'payment' | 'payment:managed' = 'payment') =>
  from(ctx, scope)
    .leftJoin('property', 'property.id', 'payment.property_id')
    .leftJoin('unit', 'unit.id', 'payment.unit_id')
    .leftJoin('tenancy', 'tenancy.id', 'payment.tenancy_id')
    .leftJoin('tenant', 'tenant.id', 'payment.tenant_id')
    .selectAll('payment')
    .select([
      'property.code as property_code',
      'property.name as property_name',
      'unit.code as unit_code',
      'unit.name as unit_name',
      'tenancy.code as tenancy_code',
      'tenant.name as tenant_name',
      ...companyAndCountyColumns('payment.company_id'),
    ]);
export type NamedPayment = PaymentRow & {
  property_code: string | null;
  property_name: string | null;
  unit_code: string | null;
  unit_name: string | null;
  tenancy_code: string | null;
  tenant_name: string | null;
} & OptionalCompanyAndCounty;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const coded = (id: number | null, code: string | null, name: string | null) => (id === null ? null : { id, code: code ?? '', name: name ?? '' });

/** The date received, which lists show and sort by; before that, the date it was started. */
export const paymentReceivedAtSql = sql<Date | null>`coalesce(payment.received_at, payment.created_at)`;
export const toPaymentSummary = (r: NamedPayment): PaymentSummary => ({
  id: r.id,
  code: r.code,
  purpose: r.purpose,
  status: r.status,
  how: r.how,
  match: r.match,
  cents: r.cents,
  allocated_cents: r.allocated_cents,
  credited_cents: r.credited_cents,
  refunded_cents: r.refunded_cents,
  fund: r.fund,
  // For a payment to Makao the payer is the company, regardless of the phone used.
  payer: r.purpose === paymentPurposes.tenancy_payment ? (r.payer ?? r.tenant_name) : (toOptionalCompanyAndCounty(r).company?.name ?? r.payer),
  phone_tail: r.phone_tail,
  account_text: r.account_text,
  external: r.external,
  property: coded(r.property_id, r.property_code, r.property_name),
  unit: coded(r.unit_id, r.unit_code, r.unit_name),
  tenancy: coded(r.tenancy_id, r.tenancy_code, r.tenant_name),
  reason: r.reason as PaymentFailureReason | null,
  received_at: iso(r.received_at),
  created_at: r.created_at.toISOString(),
  ...toOptionalCompanyAndCounty(r),
});

const ways: Readonly<Record<PaymentMethod, string>> = {
  stk: 'M-Pesa',
  paybill: 'M-Pesa',
  mpesa: 'M-Pesa',
  bank: 'Bank',
  cash: 'Cash',
  cheque: 'Cheque',
  wallet: 'Wallet',
};
/** Method and reference, as a journal entry records them. */
export const formatPaymentMethod = ({ how, external }: Pick<PaymentRow, 'how' | 'external'>): string =>
  [ways[how], external].filter(Boolean).join(' ');

/** The facts for the audit log, without the payer's number and name. */
export const buildPaymentLogFacts = (r: PaymentRow) => ({
  status: r.status,
  how: r.how,
  cents: r.cents,
  match: r.match,
  allocated_cents: r.allocated_cents,
  credited_cents: r.credited_cents,
  refunded_cents: r.refunded_cents,
  tenancy_id: r.tenancy_id,
});
