import { type Selectable, sql } from 'kysely';
import { type FailureReason, type How, purposes } from '#contract/collection/kinds.ts';
import type { PaymentHead } from '#contract/payment/shapes.ts';
import type { PaymentTable as Payment, PushTable as Push, ReceiptTable as Receipt } from '#server/db/types.gen.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { type HolderByChance, holderColumns, toHolderByChance } from '#server/lists/holder.ts';

export type PaymentRow = Selectable<Payment>;
export type PushRow = Selectable<Push>;
type ReceiptRow = Selectable<Receipt>;
export const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const why = 'a payment that was chosen by a rule, or by who may see it';

/** What of it has no owner yet. */
export const leftOf = (row: Pick<PaymentRow, 'cents' | 'allocated_cents' | 'credited_cents' | 'refunded_cents' | 'spent_cents'>): number =>
  row.cents - row.allocated_cents - row.credited_cents - row.refunded_cents - row.spent_cents;

export const paymentOf = (db: Db, id: number): Promise<PaymentRow | undefined> =>
  everything(db, 'payment', why).select().selectAll().where('id', '=', id).executeTakeFirst();
/** Invoices are held before it, always. Whoever only writes down its number beside something else does not wait for it. */
export async function lockPayment(db: Db, id: number): Promise<PaymentRow> {
  const row = await everything(db, 'payment', why).select().selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw missing();
  return row;
}
type Counted = 'cents' | 'allocated_cents' | 'credited_cents' | 'refunded_cents' | 'spent_cents';
type PaymentFacts = Partial<Omit<PaymentRow, Counted>> & Partial<Readonly<Record<Counted, number>>>;
export const putPayment = async (db: Db, id: number, set: PaymentFacts): Promise<PaymentRow> =>
  everything(db, 'payment', why)
    .change()
    .set({ ...(set as object), updated_at: sql<Date>`app.now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const pushOf = (db: Db, paymentId: number): Promise<PushRow | undefined> =>
  everything(db, 'push', why).select().selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
export const receiptOf = (db: Db, paymentId: number): Promise<ReceiptRow | undefined> =>
  everything(db, 'receipt', why).select().selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

/** A payment with what it is about, for lists and for its own page. */
export const named = (ctx: Ctx, scope: 'payment' | 'payment:managed' = 'payment') =>
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
      ...holderColumns('payment.company_id'),
    ]);
export type NamedPayment = PaymentRow & {
  property_code: string | null;
  property_name: string | null;
  unit_code: string | null;
  unit_name: string | null;
  tenancy_code: string | null;
  tenant_name: string | null;
} & HolderByChance;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const coded = (id: number | null, code: string | null, name: string | null) => (id === null ? null : { id, code: code ?? '', name: name ?? '' });

/** When it came, as every list shows it and is ordered by; of what has not come, when it was begun. */
export const cameAt = sql<Date | null>`coalesce(payment.received_at, payment.created_at)`;
export const toHead = (r: NamedPayment): PaymentHead => ({
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
  // What a company pays the platform it pays itself, whoever of it held the phone.
  payer: r.purpose === purposes.tenancy_payment ? (r.payer ?? r.tenant_name) : (toHolderByChance(r).company?.name ?? r.payer),
  phone_tail: r.phone_tail,
  account_text: r.account_text,
  external: r.external,
  property: coded(r.property_id, r.property_code, r.property_name),
  unit: coded(r.unit_id, r.unit_code, r.unit_name),
  tenancy: coded(r.tenancy_id, r.tenancy_code, r.tenant_name),
  reason: r.reason as FailureReason | null,
  received_at: iso(r.received_at),
  created_at: r.created_at.toISOString(),
  ...toHolderByChance(r),
});

const ways: Readonly<Record<How, string>> = {
  stk: 'M-Pesa',
  paybill: 'M-Pesa',
  mpesa: 'M-Pesa',
  bank: 'Bank',
  cash: 'Cash',
  cheque: 'Cheque',
  wallet: 'Wallet',
};
/** How it came, as a journal remembers it: a name and the number it has there. */
export const howText = ({ how, external }: Pick<PaymentRow, 'how' | 'external'>): string => [ways[how], external].filter(Boolean).join(' ');

/** What the log keeps: no number and no name of a payer. */
export const factsOf = (r: PaymentRow) => ({
  status: r.status,
  how: r.how,
  cents: r.cents,
  match: r.match,
  allocated_cents: r.allocated_cents,
  credited_cents: r.credited_cents,
  refunded_cents: r.refunded_cents,
  tenancy_id: r.tenancy_id,
});
