import { allocated } from '#contract/ledger/postings.ts';
import type { Part } from '#contract/payment/order.ts';
import { clock } from '#contract/time/clock.ts';
import { settle } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { add } from '#server/kernel/scoped.ts';
import { type Journal, postMany } from '#server/ledger/service.ts';
import { homeName } from '#server/tenant/service.ts';
import type { Owed } from './invoices.ts';
import { howText, type PaymentRow } from './rows.ts';

/** Where the money is taken from: what just came in, or what the tenant had over (whose payment that was, where one is known). */
export type Source = { readonly kind: 'receipt' } | { readonly kind: 'credit'; readonly creditId: number | null };
export type Allocated = { readonly id: number; readonly invoiceId: number; readonly lineId: number; readonly cents: number };

/** What journals say of an invoice. */
export async function saidOf(ctx: Pick<Ctx, 'db'>, one: Pick<Owed, 'code' | 'tenancyId' | 'unitId'>, payment: PaymentRow | null, what = '') {
  const home = one.tenancyId === null ? '' : await homeName(ctx.db, one.tenancyId, one.unitId);
  return { what, home, how: payment === null ? '' : howText(payment), code: one.code };
}

/**
 * Puts money to lines of invoices the caller holds (lockForPaying), and a payment it holds after them. Rows, one journal an allocation, what the
 * invoice counts, and whoever follows: one transaction, or nothing of it.
 */
export async function putTo(
  ctx: Ctx,
  payment: PaymentRow | null,
  invoices: readonly Owed[],
  parts: readonly Part[],
  source: Source,
): Promise<Allocated[]> {
  if (parts.length === 0) return [];
  const byId = new Map(invoices.map((one) => [one.id, one]));
  const on = payment?.paid_on ?? clock.today();
  const rows = await add(ctx, 'allocation')
    .values(
      parts.map((part) => ({
        payment_id: payment?.id ?? null,
        credit_id: source.kind === 'credit' ? source.creditId : null,
        invoice_id: part.invoiceId,
        line_id: part.lineId,
        source: source.kind,
        cents: part.cents,
        paid_on: on,
      })),
    )
    .returning(['id', 'invoice_id', 'line_id', 'cents'])
    .execute();
  const journals: Journal[] = [];
  for (const row of rows) {
    const { one, line } = found(byId, row.invoice_id, row.line_id);
    journals.push({
      key: `allocation:${row.id}`,
      kind: source.kind === 'credit' ? 'credit_used' : 'money_allocated',
      valueDay: on,
      source: ['allocation', row.id],
      companyId: one.companyId,
      params: await saidOf(ctx, one, payment, line.label || line.kind),
      by: ctx.me.userId,
      pairs: allocated({
        fund: one.fund,
        payer: one.payer,
        cents: row.cents,
        deposit: line.kind === 'deposit',
        active: one.active,
        from: source.kind,
      }),
    });
  }
  await postMany(ctx.db, journals);
  for (const one of invoices) {
    const own = rows.filter((row) => row.invoice_id === one.id);
    if (own.length === 0) continue;
    await settle(ctx, {
      invoiceId: one.id,
      parts: own.map((row) => ({ lineId: row.line_id, cents: row.cents })),
      on,
      how: source.kind === 'credit' || payment === null ? 'wallet' : payment.how,
      told: source.kind === 'receipt',
    });
  }
  for (const row of rows) await happened(ctx, 'payment.allocated', whatHappened(byId, { ...row, payment_id: payment?.id ?? null }, on));
  return rows.map((row) => ({ id: row.id, invoiceId: row.invoice_id, lineId: row.line_id, cents: row.cents }));
}

const found = (byId: ReadonlyMap<number, Owed>, invoiceId: number, lineId: number) => {
  const one = byId.get(invoiceId);
  const line = one?.lines.find(({ id }) => id === lineId);
  if (!one || !line) throw new Error(`line ${lineId} of invoice ${invoiceId} is not held`);
  return { one, line };
};

type Row = { readonly id: number; readonly invoice_id: number; readonly line_id: number; readonly payment_id: number | null; readonly cents: number };
/** What rooms above hear of an allocation, or of its undoing. */
export const whatHappened = (byId: ReadonlyMap<number, Owed>, row: Row, on: string) => {
  const { one, line } = found(byId, row.invoice_id, row.line_id);
  return {
    allocationId: row.id,
    paymentId: row.payment_id,
    invoiceId: one.id,
    lineId: row.line_id,
    lineKind: line.kind,
    companyId: one.companyId,
    agentCompanyId: one.agentCompanyId,
    propertyId: one.propertyId,
    tenancyId: one.tenancyId,
    fund: one.fund,
    cents: row.cents,
    on,
  };
};
