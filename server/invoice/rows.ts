import { type SelectQueryBuilder, sql } from 'kysely';
import { getInvoiceClosureKind } from '#contract/invoice/closure.ts';
import { type InvoiceStatus, type InvoiceTaxCode, invoiceStatuses, openInvoiceStatuses } from '#contract/invoice/kinds.ts';
import { getOpenLineAmount } from '#contract/invoice/lines.ts';
import type { InvoiceLine, InvoiceSummary } from '#contract/invoice/shapes.ts';
import { getTaxRate, sumTaxes } from '#contract/invoice/tax.ts';
import { type FirstInvoiceLine, formatInvoiceLineName, formatInvoiceTitle } from '#contract/invoice/words.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { LedgerPayer } from '#contract/ledger/accounts.ts';
import { translateListingChargeName } from '#contract/listing/charge-name.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysBetween, type Day } from '#contract/time/days.ts';
import type { DB } from '#server/db/types.gen.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import type { RowOf, ScopeChecked } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type InvoiceRow = RowOf<'invoice'>;
export type InvoiceLineRow = RowOf<'invoice_line'>;
export const invoiceNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

/** Joins the unit and property. Queries that only filter or count leave these joins out. */
export const joinUnitAndProperty = (invoices: SelectQueryBuilder<DB, 'invoice', ScopeChecked<'invoice'>>) =>
  invoices
    .innerJoin('unit', 'unit.id', 'invoice.unit_id')
    .innerJoin('property', 'property.id', 'invoice.property_id')
    .innerJoin('tenant', 'tenant.id', 'invoice.tenant_id')
    .leftJoin('tenancy', 'tenancy.id', 'invoice.tenancy_id')
    .leftJoin('booking', 'booking.id', 'invoice.booking_id');

export const invoiceSummaryColumns = [
  'unit.code as unit_code',
  sql<string>`case when coalesce(tenancy.whole, booking.whole) then app.whole_name(invoice.property_id) else unit.name end`.as('unit_name'),
  'property.code as property_code',
  'property.name as property_name',
  'tenant.name as tenant_name',
  'tenancy.code as tenancy_code',
  'booking.code as booking_code',
  sql<FirstInvoiceLine | null>`case when invoice.kind = 'ad_hoc' or invoice.kind = 'utility' and invoice.once_key is null then (select jsonb_build_object('kind', l.kind, 'label', l.label, 'word', l.word, 'more', count(*) over () - 1)
    from invoice_line l where l.invoice_id = invoice.id and l.kind not in ('discount', 'rounding') order by l.n limit 1) end`.as('first_line'),
  ...companyAndCountyColumns('invoice.company_id'),
] as const;

type Named = Record<'unit_code' | 'unit_name' | 'property_code' | 'property_name' | 'tenant_name', string> &
  Record<'tenancy_code' | 'booking_code', string | null> & { readonly first_line: FirstInvoiceLine | null } & CompanyAndCountyRow;
export type NamedInvoice = InvoiceRow & Named;

export const isInvoiceOpen = ({ status }: { readonly status: InvoiceStatus }): boolean => openInvoiceStatuses.includes(status);
/** The number of days overdue, as long as a balance is due. */
export const computeOverdueDays = (row: { readonly status: InvoiceStatus; readonly due_on: Day }): number =>
  isInvoiceOpen(row) ? Math.max(0, countDaysBetween(row.due_on, clock.today())) : 0;

export const toInvoiceSummary = (r: NamedInvoice): InvoiceSummary => ({
  id: r.id,
  code: r.code,
  serial: requiredId(r.serial, 'the number of an issued invoice'),
  status: invoiceStatuses[r.status],
  settled: getInvoiceClosureKind(r),
  kind: r.kind,
  overdue_days: computeOverdueDays(r),
  disputed: r.disputed_at !== null,
  property: { id: r.property_id, code: r.property_code, name: r.property_name },
  unit: { id: r.unit_id, code: r.unit_code, name: r.unit_name },
  tenancy: r.tenancy_id === null ? null : { id: r.tenancy_id, code: r.tenancy_code ?? '' },
  booking: r.booking_id === null ? null : { id: r.booking_id, code: r.booking_code ?? '' },
  tenant: { id: r.tenant_id, name: r.tenant_name },
  title: formatInvoiceTitle(r.first_line),
  period_from: r.period_from,
  period_last: r.period_last,
  issued_on: r.issued_on,
  due_on: r.due_on,
  total_cents: r.total_cents,
  paid_cents: r.paid_cents,
  credited_cents: r.credited_cents,
  returned_cents: r.returned_cents,
  open_cents: r.open_cents ?? 0,
  fund: r.fund,
  ...toCompanyAndCounty(r),
  created_at: r.created_at.toISOString(),
  revision: r.revision,
});

export const toInvoiceLine = (r: InvoiceLineRow): InvoiceLine => ({
  id: r.id,
  n: r.n,
  kind: r.kind,
  label: translateListingChargeName(formatInvoiceLineName(r), localeContext.current()),
  qty: r.qty,
  unit_cents: r.unit_cents,
  tax_code: r.tax_code,
  tax_cents: r.tax_cents,
  cents: r.cents,
  off_cents: r.off_cents,
  paid_cents: r.paid_cents,
  credited_cents: r.credited_cents,
  open_cents: getOpenLineAmount(r),
  from: r.from_day,
  last: r.last_day,
});

export const sumInvoiceTaxes = (lines: readonly { tax_code: InvoiceTaxCode; cents: number; tax_cents: number }[], day: Day) =>
  sumTaxes(lines).map((one) => ({ ...one, rate_bp: getTaxRate(one.code, day) }));

/** The ledger account of an invoice: that of its issue, even if the tenancy was created later. */
export const getReceivableAccount = (row: Pick<InvoiceRow, 'company_id' | 'tenancy_id' | 'account_ref'>): LedgerPayer =>
  row.account_ref !== null
    ? { company: row.company_id, ref: row.account_ref }
    : { company: row.company_id, tenancy: requiredId(row.tenancy_id, 'the tenancy of an invoice without a booking') };
/** The ledger account of the tenant credit: that of the tenancy once it exists, whatever the invoice was issued on. */
export const getTenantCreditAccount = (row: Pick<InvoiceRow, 'company_id' | 'tenancy_id' | 'account_ref'>): LedgerPayer =>
  row.tenancy_id === null ? getReceivableAccount(row) : { company: row.company_id, tenancy: row.tenancy_id };
/** The account number for the paybill: the code of the tenancy without hyphens. */
export const toPaybillAccountNumber = (code: string): string => code.replaceAll('-', '');

type Etims = { readonly state: 'none' | 'queued' | 'sent' | 'rejected'; readonly cu_no?: string; readonly receipt_no?: string; readonly qr?: string };
export const readEtims = ({ etims }: Pick<InvoiceRow, 'etims'>) => {
  const said = etims as Etims;
  return { state: said.state, cu_no: said.cu_no ?? null, receipt_no: said.receipt_no ?? null, qr: said.qr ?? null };
};

/** The values of an invoice for the audit log, in readable form. */
export const buildInvoiceLogFacts = (r: InvoiceRow) => ({
  kind: r.kind,
  status: r.status,
  due_on: r.due_on,
  total_cents: r.total_cents,
  paid_cents: r.paid_cents,
  credited_cents: r.credited_cents,
  disputed: r.disputed_at !== null,
});
