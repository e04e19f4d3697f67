import type { PaymentMethod } from '#contract/collection/kinds.ts';
import { completePayments, type MoneyMovement } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { allocatePayments } from '#server/matching/service.ts';
import { getPaymentFund } from '#server/treasury/service.ts';

/** A payment of the past, and the invoices it was for. */
export type PastPayment = MoneyMovement & { readonly how: PaymentMethod; readonly external: string; readonly invoiceIds: readonly number[] };

/** Rows for one statement, because PostgreSQL accepts at most 65,535 parameters. */
const together = 500;

/** Records payments of the past as the services do, without notifications. */
export async function recordPastPayments(ctx: Ctx, payments: readonly PastPayment[]): Promise<void> {
  for (let at = 0; at < payments.length; at += together) await recordSome(ctx, payments.slice(at, at + together));
}

async function recordSome(ctx: Ctx, payments: readonly PastPayment[]): Promise<void> {
  const rows = await unscopedDb(ctx.db)
    .insertInto('payment')
    .values(
      payments.map(({ how, account, cents, accountText, phone, paidAt }) => ({
        purpose: 1,
        how,
        fund: getPaymentFund(account),
        cents,
        company_id: account.company_id,
        account_id: account.id,
        account_text: accountText,
        ...phone,
        created_at: paidAt,
      })),
    )
    .returningAll()
    .execute();
  const inOrder = rows.toSorted((a, b) => a.id - b.id);
  const items = payments.flatMap((one, at) => (inOrder[at] ? [{ one, given: { ...one, looked: true }, payment: inOrder[at] }] : []));
  await completePayments(ctx, items);
  await allocatePayments(
    ctx,
    items.map(({ one, payment }) => ({ paymentId: payment.id, invoiceIds: one.invoiceIds, reasons: [] })),
    { quiet: true },
  );
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id: null, after: { payments: items.length }, reason: 'demo data' });
}
