import { sql } from 'kysely';
import { getOpenLineAmount } from '#contract/invoice/lines.ts';
import { type FirstInvoiceLine, formatInvoiceTitle, isManualCharge } from '#contract/invoice/words.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { getFundOfCollectionMode, type LedgerPayer, ledgerAccounts } from '#contract/ledger/accounts.ts';
import type { AllocatedPart } from '#contract/matching/order.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { readAccountBalance, readMoneyMode } from '#server/ledger/service.ts';
import type { PaymentRow } from './rows.ts';

const why = 'the payment is allocated by a rule or by a person who may see the invoice';

/** An open invoice for payment: open amounts by line, and its ledger account. */
export type OpenInvoice = {
  readonly id: number;
  readonly code: string;
  readonly kind: string;
  /** The title of a manual charge; null if the kind and the month describe the invoice. */
  readonly title: string | null;
  readonly status: string;
  readonly companyId: number;
  readonly agentCompanyId: number | null;
  readonly propertyId: number;
  readonly unitId: number;
  readonly tenancyId: number | null;
  readonly bookingId: number | null;
  readonly tenantId: number;
  readonly fund: 'C' | 'M';
  readonly due: string;
  readonly periodFrom: string | null;
  readonly total: number;
  readonly open: number;
  readonly payer: LedgerPayer;
  /** Whether the tenancy is active: payments then belong to the owner and are no longer held. */
  readonly active: boolean;
  readonly lines: readonly { readonly id: number; readonly kind: string; readonly label: string; readonly open: number }[];
};
/** A home that a payment is for. */
export type PayableHome = Pick<
  OpenInvoice,
  'code' | 'companyId' | 'propertyId' | 'unitId' | 'tenancyId' | 'bookingId' | 'tenantId' | 'fund' | 'payer'
>;
/** A current or future tenancy that the caller may pay before it is invoiced. An ended tenancy takes no payment ahead. */
export async function readHomeForPrepayment(ctx: Ctx, tenancyId: number): Promise<PayableHome | undefined> {
  const row = await from(ctx, 'tenancy')
    .innerJoin('tenancy_person as p', (join) => join.onRef('p.tenancy_id', '=', 'tenancy.id').on('p.role', '=', 'lead').on('p.until', 'is', null))
    .select(['tenancy.id', 'tenancy.code', 'tenancy.company_id', 'tenancy.property_id', 'tenancy.unit_id', 'tenancy.booking_id', 'p.tenant_id'])
    .where('tenancy.id', '=', tenancyId)
    .where('tenancy.status', '<>', 'terminate')
    .executeTakeFirst();
  if (!row) return undefined;
  const fund = getFundOfCollectionMode(await readMoneyMode(ctx.db, row.company_id));
  const payer = { company: row.company_id, tenancy: row.id };
  return {
    code: row.code,
    companyId: row.company_id,
    propertyId: row.property_id,
    unitId: row.unit_id,
    tenantId: row.tenant_id,
    tenancyId: row.id,
    bookingId: row.booking_id,
    fund,
    payer,
  };
}
type Which =
  | { readonly ids: readonly number[] }
  | { readonly tenancyIds: readonly number[] }
  | { readonly tenancyId: number }
  | { readonly bookingId: number };

/** The chosen invoices, oldest first; `open`: only those with a balance due. */
export async function readOpenInvoicesForPayment(db: Db, which: Which, { open = true }: { open?: boolean } = {}): Promise<OpenInvoice[]> {
  let asked = unscopedTable(db, 'invoice', why)
    .select()
    .leftJoin('tenancy', 'tenancy.id', 'invoice.tenancy_id')
    .selectAll('invoice')
    .select(sql<boolean>`coalesce(app.lived_in(tenancy), false)`.as('lived_in'))
    .orderBy('invoice.due_on')
    .orderBy('invoice.id');
  if ('ids' in which) asked = asked.where('invoice.id', 'in', which.ids.length > 0 ? [...which.ids] : [0]);
  else if ('tenancyIds' in which) asked = asked.where('invoice.tenancy_id', 'in', [...which.tenancyIds]);
  else if ('tenancyId' in which) asked = asked.where('invoice.tenancy_id', '=', which.tenancyId);
  else asked = asked.where('invoice.booking_id', '=', which.bookingId);
  if (open) asked = asked.where('invoice.status', 'in', ['unpaid', 'active']);
  const rows = await asked.execute();
  if (rows.length === 0) return [];
  const lines = await unscopedTable(db, 'invoice_line', why)
    .select()
    .select(['id', 'invoice_id', 'kind', 'label', 'word', 'cents', 'off_cents', 'paid_cents', 'credited_cents'])
    .where(
      'invoice_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('n')
    .execute();
  return rows.map((r) => ({
    id: r.id,
    code: r.code,
    kind: r.kind,
    title: isManualCharge(r) ? titleIn(lines.filter((line) => line.invoice_id === r.id)) : null,
    status: r.status,
    companyId: r.company_id,
    agentCompanyId: r.agent_company_id,
    propertyId: r.property_id,
    unitId: r.unit_id,
    tenancyId: r.tenancy_id,
    bookingId: r.booking_id,
    tenantId: r.tenant_id,
    fund: r.fund as 'C' | 'M',
    due: r.due_on,
    periodFrom: r.period_from,
    total: r.total_cents,
    open: r.open_cents ?? 0,
    payer:
      r.account_ref === null
        ? { company: r.company_id, tenancy: requiredId(r.tenancy_id, 'the tenancy of an invoice without a booking') }
        : { company: r.company_id, ref: r.account_ref },
    active: r.lived_in,
    lines: lines
      .filter((line) => line.invoice_id === r.id)
      .map((line) => ({
        id: line.id,
        kind: line.kind,
        label: line.label,
        open: getOpenLineAmount(line),
      })),
  }));
}

function titleIn(lines: readonly Omit<FirstInvoiceLine, 'more'>[]): string | null {
  const [first, ...more] = lines.filter(({ kind }) => kind !== 'discount' && kind !== 'rounding');
  return formatInvoiceTitle(first ? { ...first, more: more.length } : null);
}

/** The open amounts after these parts are allocated. */
export const applyPartsToOpenInvoice = (one: OpenInvoice, parts: readonly AllocatedPart[]): OpenInvoice => ({
  ...one,
  lines: one.lines.map((line) => ({
    ...line,
    open: line.open - parts.filter(({ lineId }) => lineId === line.id).reduce((sum, part) => sum + part.cents, 0),
  })),
});

export type HomeColumns = Pick<PaymentRow, 'company_id' | 'property_id' | 'unit_id' | 'tenancy_id' | 'booking_id' | 'tenant_id'>;
/** The columns of a payment that identify its home. */
export const toHomeColumns = (one: PayableHome): HomeColumns => ({
  company_id: one.companyId,
  property_id: one.propertyId,
  unit_id: one.unitId,
  tenancy_id: one.tenancyId,
  booking_id: one.bookingId,
  tenant_id: one.tenantId,
});

/** The caller's credit, shown with the amount to pay. */
export const readTenantCredit = (db: Db, fund: 'C' | 'M', payer: LedgerPayer): Promise<number> =>
  readAccountBalance(db, fund, { code: ledgerAccounts.tenantCredit, ...payer });
