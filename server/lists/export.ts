import { writeCsv } from '#contract/kernel/csv.ts';
import { csvPartRows } from '#contract/kernel/page-sizes.ts';
import { nairobiOffsetMs, toNairobiDay } from '#contract/time/days.ts';
import { m } from '#words/messages.js';

/** The column names of an exported table in the reader's language. */
const heads = {
  code: m.shell_export_code,
  name: m.shell_export_name,
  email: m.shell_export_email,
  phone: m.shell_export_phone,
  user_type: m.shell_export_user_type,
  company: m.shell_export_company,
  county: m.shell_export_county,
  verified_status: m.shell_export_verified_status,
  email_verified: m.shell_export_email_verified,
  is_active: m.shell_export_is_active,
  created_at: m.shell_export_created_at,
  last_sign_in_at: m.shell_export_last_sign_in_at,
  type: m.shell_export_type,
  category: m.shell_export_category,
  holder: m.shell_export_holder,
  place: m.shell_export_place,
  units: m.shell_export_units,
  vacant: m.shell_export_vacant,
  occupied: m.shell_export_occupied,
  live_listings: m.shell_export_live_listings,
  status: m.shell_export_status,
  stalled: m.shell_export_stalled,
  updated_at: m.shell_export_updated_at,
  property: m.shell_export_property,
  block: m.shell_export_block,
  floor: m.shell_export_floor,
  unit_type: m.shell_export_unit_type,
  bedrooms: m.shell_export_bedrooms,
  bathrooms: m.shell_export_bathrooms,
  area_m2: m.shell_export_area_m2,
  rent: m.shell_export_rent,
  deposit: m.shell_export_deposit,
  service_charge: m.shell_export_service_charge,
  furnished: m.shell_export_furnished,
  status_since: m.shell_export_status_since,
  status_reason: m.shell_export_status_reason,
  available_from: m.shell_export_available_from,
  title: m.shell_export_title,
  unit: m.shell_export_unit,
  price: m.shell_export_price,
  published: m.shell_export_published,
  confirmed: m.shell_export_confirmed,
  views: m.shell_export_views,
  saves: m.shell_export_saves,
  enquiries: m.shell_export_enquiries,
  policy: m.policy_export_policy,
  version: m.policy_column_version,
  agreed_at: m.policy_export_agreed_at,
  how: m.policy_export_how,
  starts_on: m.tenancy_export_starts_on,
  ends_on: m.tenancy_export_ends_on,
  leaving_on: m.tenancy_export_leaving_on,
  invoice_number: m.invoice_export_number,
  kind: m.invoice_export_kind,
  issued_on: m.invoice_export_issued_on,
  due_on: m.invoice_export_due_on,
  total: m.invoice_export_total,
  paid: m.invoice_export_paid,
  credited: m.invoice_export_credited,
  returned: m.invoice_export_returned,
  open: m.invoice_export_open,
  external: m.payment_export_external,
  payer: m.payment_export_payer,
  account: m.payment_export_account,
  booked_on: m.ledger_column_day,
  value_day: m.ledger_fact_value_day,
  says: m.ledger_column_says,
  fund: m.ledger_column_fund,
  debit: m.ledger_column_debit,
  credit: m.ledger_column_credit,
  amount: m.ledger_column_amount,
  journal_amount: m.ledger_column_moved,
  account_number: m.ledger_column_number,
  ledger_account: m.ledger_trial_account,
  subject: m.ledger_column_subject,
  contra: m.ledger_column_contra,
  opening: m.ledger_trial_opening,
  debit_balance: m.ledger_trial_debit_balance,
  credit_balance: m.ledger_trial_credit_balance,
  source: m.ledger_panel_source,
  part: m.settlement_column_part,
  to: m.settlement_column_to,
  fee: m.settlement_part_fee,
  asked_on: m.settlement_export_asked_on,
  paid_on: m.settlement_paid_on,
  pocket: m.wallet_column_pocket,
  came_in: m.wallet_column_in,
  went_out: m.wallet_column_out,
  balance: m.wallet_column_balance,
  home: m.wallet_column_home,
  tenant: m.wallet_column_tenant,
  deposit_held: m.wallet_column_deposit,
  earner: m.commission_column_beneficiary,
  base: m.commission_column_base,
  vat: m.commission_column_tax,
  net: m.revenue_column_net,
  earned_on: m.commission_column_day,
  rule: m.commission_column_rule,
  received_on: m.payments_column_when,
  purpose: m.payments_export_purpose,
  put_to_invoices: m.payments_export_put,
  kept_as_credit: m.payments_export_kept,
} as const;
export type ExportColumn = keyof typeof heads;
type Row = Readonly<Partial<Record<ExportColumn, string | number | boolean | null>>>;

/** A moment in Nairobi time, in the format that spreadsheets read. */
export const formatNairobiTime = (at: Date | null): string | null =>
  at === null ? null : `${toNairobiDay(at)} ${new Date(at.getTime() + nairobiOffsetMs).toISOString().slice(11, 16)}`;

/** The rows of one part of an export. One more row is read, to know whether another part follows without counting. */
export const getExportPartSpan = (part = 1) => ({ limit: csvPartRows + 1, offset: (part - 1) * csvPartRows });

/**
 * One part of an exported table. The first part has the header, and the last states that no more follow. A long list is never held in memory as a
 * whole.
 */
export function buildCsvExportPart<R extends Row>(
  name: string,
  rows: readonly R[],
  part = 1,
): { name: string; csv: string; count: number; more: boolean } {
  const kept = rows
    .slice(0, csvPartRows)
    .map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [heads[key as ExportColumn](), value ?? null])));
  return { name, csv: writeCsv(kept, { head: part === 1 }), count: kept.length, more: rows.length > csvPartRows };
}
