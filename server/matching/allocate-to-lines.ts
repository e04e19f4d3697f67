import { sql } from 'kysely';
import { buildPaymentAllocatedPostings } from '#contract/ledger/postings.ts';
import type { AllocatedPart } from '#contract/matching/order.ts';
import { formatPaymentMethod, type OpenInvoice, type PaymentRow } from '#server/collection/service.ts';
import { applyAllocations } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvents } from '#server/kernel/publish.ts';
import { type NewJournal, postJournals } from '#server/ledger/service.ts';
import { readHomeName, readHomeNames, toHomeNameKey } from '#server/tenancy/service.ts';

/** The source of an allocation: a receipt, or tenant credit (`creditId` is null for credit from a credit note). */
type Source = { readonly kind: 'receipt' } | { readonly kind: 'credit'; readonly creditId: number | null };
/** An amount of one payment and the invoice lines that it is allocated to. */
export type InvoiceLineAllocation = {
  readonly payment: Pick<PaymentRow, 'id' | 'how' | 'external'> | null;
  readonly source: Source;
  readonly on: string;
  readonly parts: readonly AllocatedPart[];
};
type Allocated = { readonly id: number; readonly invoiceId: number; readonly lineId: number; readonly cents: number };

/** The parameters of a journal entry about an invoice. */
export async function readAllocationJournalParams(
  ctx: Pick<Ctx, 'db'>,
  one: Pick<OpenInvoice, 'code' | 'tenancyId'> & { readonly unitId: number | null },
  payment: PaymentRow | null,
  what = '',
) {
  const home = one.tenancyId === null ? '' : await readHomeName(ctx.db, one.tenancyId, one.unitId);
  return { what, home, how: payment === null ? '' : formatPaymentMethod(payment), code: one.code };
}

/**
 * Allocates money to lines of invoices. The caller holds the locks of the invoices (`lockInvoicesForPayment`) and then of the payments. Allocations,
 * one journal each, invoice totals and events are written in one transaction or not at all. With `quiet`, no receipts are sent.
 */
export async function allocateToLines(
  ctx: Ctx,
  puts: readonly InvoiceLineAllocation[],
  invoices: readonly OpenInvoice[],
  options: { readonly quiet?: boolean } = {},
): Promise<Allocated[]> {
  const given = puts.flatMap((put) => put.parts.map((part) => ({ put, part })));
  if (given.length === 0) return [];
  const byId = new Map(invoices.map((one) => [one.id, one]));
  const rows = await insertAllocations(ctx, given);
  await postJournals(ctx.db, await journalsOf(ctx, rows, byId));
  await applyAllocations(
    ctx,
    puts.flatMap(({ payment, source, on, parts }) =>
      [...Map.groupBy(parts, (part) => part.invoiceId)].map(([invoiceId, own]) => ({
        invoiceId,
        parts: own,
        on,
        told: source.kind === 'receipt',
        how: source.kind === 'credit' || payment === null ? 'wallet' : payment.how,
      })),
    ),
    options,
  );
  await publishEvents(
    ctx,
    'payment.allocated',
    rows.map(({ id, part, put }) =>
      buildAllocationEvent(
        byId,
        { id, invoice_id: part.invoiceId, line_id: part.lineId, cents: part.cents, payment_id: put.payment?.id ?? null },
        put.on,
      ),
    ),
  );
  return rows.map(({ id, part }) => ({ id, invoiceId: part.invoiceId, lineId: part.lineId, cents: part.cents }));
}

type Given = { readonly put: InvoiceLineAllocation; readonly part: AllocatedPart };
type Inserted = Given & { readonly id: number };

async function insertAllocations(ctx: Ctx, given: readonly Given[]): Promise<Inserted[]> {
  const values = given.map(({ put: { payment, source, on }, part }) => ({
    payment_id: payment?.id ?? null,
    credit_id: source.kind === 'credit' ? source.creditId : null,
    source: source.kind,
    invoice_id: part.invoiceId,
    line_id: part.lineId,
    cents: part.cents,
    paid_on: on,
  }));
  const { rows } = await sql<{ id: number; line_id: number; cents: number }>`/* unscoped: allocations to invoices that the caller has locked */
    insert into allocation (payment_id, credit_id, invoice_id, line_id, source, cents, paid_on)
    select payment_id, credit_id, invoice_id, line_id, source, cents, paid_on from jsonb_populate_recordset(null::allocation, ${JSON.stringify(values)}::jsonb)
    returning id, line_id, cents`.execute(ctx.db);
  // The ids are returned in the order of the values.
  const inOrder = rows.toSorted((a, b) => a.id - b.id);
  return given.map((one, at) => {
    const row = inOrder[at];
    if (row?.line_id !== one.part.lineId || row.cents !== one.part.cents) throw new Error('allocations were not inserted in their order');
    return { ...one, id: row.id };
  });
}

async function journalsOf(ctx: Ctx, rows: readonly Inserted[], byId: ReadonlyMap<number, OpenInvoice>): Promise<NewJournal[]> {
  const homes = await readHomeNames(
    ctx.db,
    [...byId.values()].flatMap(({ tenancyId, unitId }) => (tenancyId === null ? [] : [{ tenancyId, unitId }])),
  );
  return rows.map(({ id, put: { payment, source, on }, part }) => {
    const { one, line } = found(byId, part.invoiceId, part.lineId);
    const home = one.tenancyId === null ? '' : (homes.get(toHomeNameKey({ tenancyId: one.tenancyId, unitId: one.unitId })) ?? '');
    return {
      key: `allocation:${id}`,
      kind: source.kind === 'credit' ? 'credit_used' : 'money_allocated',
      valueDay: on,
      source: ['allocation', id],
      companyId: one.companyId,
      by: ctx.me.userId,
      params: { what: line.label || line.kind, home, how: payment === null ? '' : formatPaymentMethod(payment), code: one.code },
      pairs: buildPaymentAllocatedPostings({
        fund: one.fund,
        payer: one.payer,
        cents: part.cents,
        deposit: line.kind === 'deposit',
        active: one.active,
        from: source.kind,
      }),
    };
  });
}

const found = (byId: ReadonlyMap<number, OpenInvoice>, invoiceId: number, lineId: number) => {
  const one = byId.get(invoiceId);
  const line = one?.lines.find(({ id }) => id === lineId);
  if (!one || !line) throw new Error(`line ${lineId} of invoice ${invoiceId} is not locked`);
  return { one, line };
};

type Row = { readonly id: number; readonly invoice_id: number; readonly line_id: number; readonly payment_id: number | null; readonly cents: number };
/** The domain event of an allocation, or of its undoing. */
export const buildAllocationEvent = (byId: ReadonlyMap<number, OpenInvoice>, row: Row, on: string) => {
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
