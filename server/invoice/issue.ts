import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { InvoiceKind } from '#contract/invoice/kinds.ts';
import { invoiceKindLabels } from '#contract/invoice/labels.ts';
import {
  calculateInvoiceDraft,
  type DraftedInvoiceLine,
  type InvoiceDraftTotals,
  invoiceTotalLimit,
  type UnissuedInvoiceLine,
} from '#contract/invoice/lines.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { getFundOfCollectionMode, type LedgerPayer } from '#contract/ledger/accounts.ts';
import { buildInvoiceIssuedPostings } from '#contract/ledger/postings.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { type NewJournal, postJournals, readMoneyMode } from '#server/ledger/service.ts';
import { lockBillableCharges, markChargesBilled } from '#server/meter/service.ts';
import { m } from '#words/messages.js';
import { notifyInvoiceIssued } from './notify.ts';

/** An invoice before it is saved: its payer, purpose, due date and lines. */
export type InvoiceDraft = {
  readonly companyId: number;
  readonly agentCompanyId: number | null;
  readonly propertyId: number;
  readonly unitId: number;
  readonly tenancyId: number | null;
  readonly bookingId: number | null;
  readonly tenantId: number;
  readonly kind: InvoiceKind;
  /** An idempotency key: at most one invoice is issued under it. Null means no limit. */
  readonly onceKey: string | null;
  readonly periodFrom: Day | null;
  readonly periodLast: Day | null;
  readonly dueOn: Day;
  readonly lines: readonly UnissuedInvoiceLine[];
  readonly note?: string;
  readonly runId?: number;
  /** The name of the unit, for journal entries. */
  readonly home: string;
};
type Issued = { readonly id: number; readonly code: string; readonly totalCents: number; readonly issue: InvoiceDraft };

/** The fund in which each of these companies currently bills: that of its collection mode. */
async function fundsOf(ctx: Pick<Ctx, 'db'>, companies: readonly number[]): Promise<Map<number, 'C' | 'M'>> {
  const funds = new Map<number, 'C' | 'M'>();
  for (const id of new Set(companies)) funds.set(id, getFundOfCollectionMode(await readMoneyMode(ctx.db, id)));
  return funds;
}

/** The due date of an invoice is never before its issue date: an earlier one becomes today. */
export const computeEffectiveDueDate = (day: Day): Day => (day > clock.today() ? day : clock.today());
export const getLedgerPayer = (one: Pick<InvoiceDraft, 'companyId' | 'tenancyId' | 'bookingId'>): LedgerPayer =>
  one.tenancyId === null ? { company: one.companyId, ref: `booking:${one.bookingId}` } : { company: one.companyId, tenancy: one.tenancyId };

const rowOf = (one: InvoiceDraft, draft: InvoiceDraftTotals, fund: 'C' | 'M', token: string, by: number | null) => ({
  company_id: one.companyId,
  agent_company_id: one.agentCompanyId,
  property_id: one.propertyId,
  unit_id: one.unitId,
  tenancy_id: one.tenancyId,
  booking_id: one.bookingId,
  tenant_id: one.tenantId,
  fund,
  account_ref: one.tenancyId === null ? `booking:${one.bookingId}` : null,
  kind: one.kind,
  once_key: one.onceKey,
  period_from: one.periodFrom,
  period_last: one.periodLast,
  issued_on: clock.today(),
  due_on: computeEffectiveDueDate(one.dueOn),
  total_cents: draft.total_cents,
  tax_cents: draft.tax_cents,
  deposit_cents: draft.deposit_cents,
  note: one.note ?? '',
  run_id: one.runId ?? null,
  token,
  created_by: by,
});
const lineRow = (invoice_id: number, line: DraftedInvoiceLine, n: number) => ({
  invoice_id,
  n,
  kind: line.kind,
  label: line.label,
  word: line.word,
  qty: line.qty,
  unit_cents: line.unit_cents,
  tax_code: line.tax_code,
  tax_cents: line.tax_cents,
  cents: line.cents,
  off_cents: line.off_cents,
  from_day: line.from,
  last_day: line.last,
  charge_id: line.charge_id,
});

/** Refuses an invoice above the limit of its table with a sentence, before the table does. */
export function assertInvoiceTotal(draft: InvoiceDraftTotals | null): void {
  if (draft && draft.total_cents > invoiceTotalLimit)
    throw invalidInputRefusal({ lines: m.invoice_problem_too_much({ sum: formatKesPlain(invoiceTotalLimit) }) });
}

/**
 * Saves any number of invoices with one statement per table: rows, lines, billed readings and journal entries. Skips invoices whose key exists and
 * those without an amount. Sends no notifications.
 */
export async function issueInvoices(ctx: Ctx, issues: readonly InvoiceDraft[]): Promise<Issued[]> {
  const free = await lockBillableCharges(
    ctx.db,
    issues.flatMap(({ lines }) => lines.flatMap((line) => line.readings)),
  );
  const drafts = issues.flatMap((issue) => {
    // A reading with an open query is left out until the query is answered. The other lines are invoiced.
    const draft = calculateInvoiceDraft(issue.lines.filter((line) => line.readings.every((id) => free.has(id))));
    assertInvoiceTotal(draft);
    return draft && draft.total_cents > 0 ? [{ issue, draft, token: randomBytes(24).toString('base64url') }] : [];
  });
  if (drafts.length === 0) return [];
  const funds = await fundsOf(
    ctx,
    drafts.map(({ issue }) => issue.companyId),
  );
  const fund = (issue: InvoiceDraft) => funds.get(issue.companyId) ?? 'M';
  const rows = drafts.map(({ issue, draft, token }) => rowOf(issue, draft, fund(issue), token, ctx.me.userId));
  const inserted = await sql<{ id: number; code: string; token: string }>`/* unscoped: invoices that the caller may issue */
    insert into invoice (company_id, agent_company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, fund, account_ref, kind, once_key, period_from,
      period_last, issued_on, due_on, total_cents, tax_cents, deposit_cents, note, run_id, token, created_by)
    select company_id, agent_company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, fund, account_ref, kind, once_key, period_from,
      period_last, issued_on, due_on, total_cents, tax_cents, deposit_cents, note, run_id, token, created_by
    from jsonb_populate_recordset(null::invoice, ${JSON.stringify(rows)}::jsonb)
    on conflict (once_key) where once_key is not null and status <> 'expired' do nothing returning id, code, token`.execute(ctx.db);
  const byToken = new Map(inserted.rows.map((row) => [row.token, row]));
  const made = drafts.flatMap((one) => {
    const row = byToken.get(one.token);
    return row ? [{ ...one, id: Number(row.id), code: row.code }] : [];
  });
  if (made.length === 0) return [];
  const lines = made.flatMap(({ id, draft }) => draft.lines.map((line, at) => lineRow(id, line, at + 1)));
  const written = await sql<{ id: number; invoice_id: number; n: number }>`/* unscoped: lines of these invoices */
    insert into invoice_line (invoice_id, n, kind, label, word, qty, unit_cents, tax_code, tax_cents, cents, off_cents, from_day, last_day, charge_id)
    select invoice_id, n, kind, label, word, qty, unit_cents, tax_code, tax_cents, cents, off_cents, from_day, last_day, charge_id
    from jsonb_populate_recordset(null::invoice_line, ${JSON.stringify(lines)}::jsonb) returning id, invoice_id, n`.execute(ctx.db);
  const idOf = new Map(written.rows.map((row) => [`${row.invoice_id}:${row.n}`, Number(row.id)]));
  await markChargesBilled(
    ctx.db,
    made.flatMap(({ id, draft }) =>
      draft.lines.flatMap((line, at) =>
        line.readings.map((readingId) => ({
          readingId,
          invoiceLineId: requiredId(idOf.get(`${id}:${at + 1}`), 'an invoice line that was just written'),
        })),
      ),
    ),
  );
  await postJournals(
    ctx.db,
    made.map(({ id, code, issue, draft }) => journalOf(ctx, id, code, issue, draft, fund(issue))),
  );
  return made.map(({ id, code, issue, draft }) => ({ id, code, issue, totalCents: draft.total_cents }));
}

/** The purpose of an invoice for journal entries; rent names its month. */
export const formatInvoicePurpose = ({ kind, period_from }: { readonly kind: InvoiceKind; readonly period_from: Day | null }): string =>
  period_from === null ? invoiceKindLabels[kind]() : m.invoice_what({ kind: invoiceKindLabels[kind](), day: formatLongDate(period_from) });

const journalOf = (ctx: Ctx, id: number, code: string, issue: InvoiceDraft, draft: InvoiceDraftTotals, fund: 'C' | 'M'): NewJournal => ({
  key: `invoice:${id}:issue`,
  kind: 'invoice_issued',
  source: ['invoice', id],
  companyId: issue.companyId,
  params: { what: formatInvoicePurpose({ kind: issue.kind, period_from: issue.periodFrom }), home: issue.home, how: '', code },
  by: ctx.me.userId,
  pairs: buildInvoiceIssuedPostings({
    fund,
    payer: getLedgerPayer(issue),
    cents: draft.total_cents - draft.deposit_cents,
    depositCents: draft.deposit_cents,
  }),
});

/** Issues one invoice: saves and audits it, notifies the payers and publishes the event. Returns null if it exists already or has no amount. */
export async function issueInvoiceOnce(ctx: Ctx, issue: InvoiceDraft): Promise<Issued | null> {
  const [made] = await issueInvoices(ctx, [issue]);
  if (!made) return null;
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'invoices',
    id: made.id,
    code: made.code,
    after: { kind: issue.kind, status: 'unpaid', due_on: issue.dueOn, total_cents: made.totalCents },
  });
  // Tenant credit is allocated first, and the payers are then notified of the balance due.
  await publishEvent(ctx, 'invoice.issued', { invoiceId: made.id });
  await notifyInvoiceIssued(ctx, made.id);
  return made;
}

/** Issues an invoice on request. Refuses one without an amount, and one that exists already. */
export async function issueInvoice(ctx: Ctx, asked: InvoiceDraft): Promise<{ id: number; code: string }> {
  const draft = calculateInvoiceDraft(asked.lines);
  if (!draft) throw invalidInputRefusal({ lines: m.invoice_problem_below_zero() });
  if (draft.total_cents === 0) throw invalidInputRefusal({ lines: m.invoice_problem_nothing() });
  const made = await issueInvoiceOnce(ctx, asked);
  if (!made) throw new Refusal('conflict', m.invoice_refusal_twice());
  return { id: made.id, code: made.code };
}
