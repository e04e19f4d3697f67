import { sql } from 'kysely';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { getInvoiceClosureKind } from '#contract/invoice/closure.ts';
import { defaultInvoicingSettings, type InvoiceAction, type InvoiceReminderDay } from '#contract/invoice/kinds.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { formatInvoiceLineName } from '#contract/invoice/words.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, toNairobiDay } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';
import { readLedgerEffects } from '#server/ledger/service.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { readCreditAuthorityLimit } from './credit-authority.ts';
import { canChargeLateFee } from './late-fees/fees.ts';
import { buildPublicInvoicePath } from './notify.ts';
import { readPayToDetails } from './pay-to.ts';
import {
  type InvoiceRow,
  invoiceNotFound,
  invoiceSummaryColumns,
  isInvoiceOpen,
  joinUnitAndProperty,
  type NamedInvoice,
  readEtims,
  sumInvoiceTaxes,
  toInvoiceLine,
  toInvoiceSummary,
} from './rows.ts';

type Calls = typeof invoiceCalls;

/** Whether the public page of the invoice is open: until sixty days after payment or closing, or until the invoice expires. */
export const isPublicPageOpen = (row: Pick<InvoiceRow, 'status' | 'paid_on' | 'updated_at'>): boolean =>
  row.status === 'paid'
    ? addDays(row.paid_on ?? toNairobiDay(row.updated_at), defaultInvoicingSettings.openDays) >= clock.today()
    : row.status !== 'expired';

const named = (ctx: Ctx, id: number) =>
  joinUnitAndProperty(from(ctx, 'invoice'))
    .leftJoin('company as agent', 'agent.id', 'invoice.agent_company_id')
    .leftJoin('invoice_run as run', 'run.id', 'invoice.run_id')
    .selectAll('invoice')
    .select([...invoiceSummaryColumns, 'agent.name as agent_name', 'run.code as run_code', 'run.company_id as run_company'])
    .select([
      visibleTo('invoice:managed', ctx.me, 'invoice').as('managed'),
      mayChange('invoice:managed', ctx.me, 'invoices.edit', 'invoice').as('may'),
      mayChange('invoice:managed', ctx.me, 'income.edit', 'invoice').as('may_write_off'),
    ])
    .where('invoice.id', '=', id);

export async function readInvoiceDetails(ctx: Ctx, { id, code }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const row = await named(ctx, id).executeTakeFirst();
  if (!row || (code !== undefined && code !== row.code)) throw invoiceNotFound();
  const lines = await from(ctx, 'invoice_line').selectAll().where('invoice_id', '=', id).orderBy('n').execute();
  const [head] = await withCompanyHeads(ctx, [toInvoiceSummary(row)]);
  if (!head) throw invoiceNotFound();
  const [fees, notes] = [await lateFees(ctx, id), await notesOf(ctx, id)];
  const past = await readMoveHistory(ctx, 'invoice', id).execute();
  const money = await moneyOf(ctx, id);
  const voided = past.find((one) => one.to_state === 'expired');
  const payCode = row.tenancy_code ?? row.booking_code ?? row.code;
  return {
    ...head,
    lines: lines.map(toInvoiceLine),
    tax_cents: row.tax_cents,
    taxes: sumInvoiceTaxes(lines, row.issued_on),
    note: row.note,
    paid_on: row.paid_on,
    brought_forward_cents: await broughtForward(ctx, row),
    // The reason and the name of the person are for managers: the payer reads them in no message and no preview either.
    credit_notes: notes.map((note) => ({ ...note, ...privately(row.managed, note) })),
    dispute: disputeOf(row),
    voided: voided ? { ...privately(row.managed, voided), at: voided.at.toISOString() } : null,
    late_fees: fees.because,
    late_for: fees.of,
    reminders: await remindersOf(ctx, id),
    run: row.managed && row.run_id !== null && row.run_company !== null ? { id: row.run_id, code: row.run_code ?? '' } : null,
    agent: row.agent_company_id === null ? null : { id: row.agent_company_id, name: row.agent_name ?? '' },
    link: isPublicPageOpen(row) ? buildPublicInvoicePath(row) : null,
    pay_to: isInvoiceOpen(row) ? await readPayToDetails(ctx.db, { ...row, code: payCode }) : null,
    etims: readEtims(row),
    history: [...past.filter(({ move }) => move !== 'pay_part' || money.length === 0).map(toPast), ...money, ...letGo(row)]
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map((one, at) => ({
        key: `${one.at.getTime()}-${at}`,
        at: one.at.toISOString(),
        what: one.move,
        reason: row.managed ? one.reason : null,
        by: row.managed ? one.by : null,
        cents: one.cents ?? null,
      })),
    booked: row.managed
      ? await bookedOf(
          ctx,
          id,
          notes.map((one) => one.id),
        )
      : [],
    acts: actsOf(ctx, row, {
      left: lines.length > 0 && row.total_cents - row.credited_cents - row.returned_cents > 0,
      upTo: await readCreditAuthorityLimit(ctx, row),
      fee: fees.because.some((fee) => fee.open_cents > 0) || (await canChargeLateFee(ctx.db, id)),
    }),
    manages: row.managed,
  };
}

type Said = { readonly reason: string | null; readonly by: string | null };
const privately = (managed: boolean, { reason, by }: Said): Said => (managed ? { reason, by } : { reason: null, by: null });

type Judged = NamedInvoice & { readonly managed: boolean; readonly may: boolean; readonly may_write_off: boolean };
/** The actions that the caller may take now. */
function actsOf(ctx: Ctx, row: Judged, { left, fee, upTo }: { left: boolean; fee: boolean; upTo: number | null }): InvoiceAction[] {
  const works = row.managed && row.may && ctx.me.grants.has('invoices.edit');
  const open = isInvoiceOpen(row);
  // An agency may credit an owner's invoice only up to the mandate's limit, and no paid amount.
  const some = upTo === null || (open && row.credited_cents < upTo);
  const whole = upTo === null || row.credited_cents + (row.open_cents ?? 0) <= upTo;
  const begun = row.kind !== 'move_in' || row.status === 'paid' || row.tenancy_id !== null;
  const acts: Readonly<Record<InvoiceAction, boolean>> = {
    void: works && row.status === 'unpaid' && row.credited_cents === 0 && begun,
    credit: works && row.status !== 'expired' && left && some,
    write_off: row.managed && row.may_write_off && ctx.me.grants.has('income.edit') && open && begun && whole,
    waive: works && (row.kind === 'late_fee' ? open && whole : row.status !== 'expired' && fee),
    send: works && open,
    dispute: open && row.disputed_at === null && (works || !row.managed),
    settle_dispute: row.disputed_at !== null && (works || !row.managed),
  };
  return (Object.keys(acts) as InvoiceAction[]).filter((act) => acts[act]);
}

/** The dispute without the internal id of the meter query that opened it. */
function disputeOf({ dispute }: Pick<InvoiceRow, 'dispute'>): InvoiceDetails['dispute'] {
  const said = dispute as InvoiceDetails['dispute'];
  return said && { reason: said.reason, by: said.by, at: said.at };
}
type Past = { readonly at: Date; readonly move: string; readonly reason: string | null; readonly by: string | null; readonly cents?: number };
/** An allocation of tenant credit is made by no person. */
const toPast = ({ at, move, reason, by }: Past): Past => ({ at, move, reason, by: reason === 'wallet' ? null : by });
/** Allocations of payments and tenant credit, for the history. A later allocation may leave the status unchanged and is still shown. */
async function moneyOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<Past[]> {
  const rows = await getLookup('moneyPutTo')(ctx.db, id);
  return rows.map(({ at, how, cents }) => ({ at, move: 'money', reason: how, by: null, cents: Number(cents) }));
}
/** Waiving late fees does not change the status, but belongs in the history. */
function letGo({ fees_off_at, fees_off }: Pick<InvoiceRow, 'fees_off_at' | 'fees_off'>): Past[] {
  const said = fees_off as { reason: string; by: string | null } | null;
  return fees_off_at === null ? [] : [{ at: fees_off_at, move: 'waive', reason: said?.reason ?? null, by: said?.by ?? null }];
}

/** The balance due on other invoices of the same tenancy. */
async function broughtForward(ctx: Ctx, row: InvoiceRow): Promise<number> {
  if (row.tenancy_id === null || row.status === 'expired') return 0;
  const found = await from(ctx, 'invoice')
    .select(sql<number>`coalesce(sum(open_cents), 0)::bigint`.as('cents'))
    .where('tenancy_id', '=', row.tenancy_id)
    .where('status', 'in', ['unpaid', 'active'])
    .where('id', '<>', row.id)
    .where('due_on', '<=', row.due_on)
    .executeTakeFirstOrThrow();
  return Number(found.cents);
}

/** Journal entries of the invoice, its credit notes and its allocations. */
async function bookedOf(ctx: Ctx, id: number, notes: readonly number[]): Promise<LedgerEffect[]> {
  return readLedgerEffects(ctx.db, [
    ['invoice', [id]],
    ['credit_note', notes],
    ['allocation', await getLookup('partsOf')(ctx.db, id)],
  ]);
}

async function notesOf(ctx: Ctx, id: number): Promise<InvoiceDetails['credit_notes']> {
  const notes = await from(ctx, 'credit_note')
    .leftJoin('person', 'person.id', 'credit_note.created_by')
    .selectAll('credit_note')
    .select('person.name as by')
    .where('credit_note.invoice_id', '=', id)
    .orderBy('credit_note.id')
    .execute();
  if (notes.length === 0) return [];
  const lines = await from(ctx, 'credit_note_line')
    .innerJoin('invoice_line', 'invoice_line.id', 'credit_note_line.invoice_line_id')
    .select(['credit_note_id', 'invoice_line.id as line_id', 'invoice_line.label', 'invoice_line.word', 'invoice_line.kind'])
    .select(['credit_note_line.unpaid_cents', 'credit_note_line.paid_cents'])
    .where(
      'credit_note_id',
      'in',
      notes.map((note) => note.id),
    )
    .orderBy('invoice_line.n')
    .execute();
  return notes.map((note) => ({
    id: note.id,
    code: note.code,
    serial: requiredId(note.serial, 'the number of an issued credit note'),
    kind: note.kind,
    cents: sumCents([note.unpaid_cents, note.paid_cents]),
    returned_cents: note.paid_cents,
    reason: note.reason,
    by: note.by,
    at: note.created_at.toISOString(),
    lines: lines
      .filter((line) => line.credit_note_id === note.id)
      .map((line) => ({
        line_id: line.line_id,
        label: formatInvoiceLineName(line),
        kind: line.kind,
        cents: sumCents([line.unpaid_cents, line.paid_cents]),
      })),
  }));
}

async function lateFees(ctx: Ctx, id: number): Promise<{ because: InvoiceDetails['late_fees']; of: InvoiceDetails['late_for'] }> {
  const rows = await from(ctx, 'late_fee')
    .$call(asUnproved)
    .innerJoin('invoice', 'invoice.id', 'late_fee.fee_invoice_id')
    .select(['invoice.id', 'invoice.code', 'invoice.issued_on', 'invoice.total_cents', 'invoice.open_cents'])
    .select(['invoice.status', 'invoice.kind', 'invoice.paid_cents', 'invoice.returned_cents', 'invoice.credited_cents', 'invoice.written_off_cents'])
    .distinct()
    .where('late_fee.invoice_id', '=', id)
    .orderBy('invoice.id')
    .execute();
  const of = await from(ctx, 'late_fee')
    .$call(asUnproved)
    .innerJoin('invoice', 'invoice.id', 'late_fee.invoice_id')
    .select(['invoice.id', 'invoice.code'])
    .where('late_fee.fee_invoice_id', '=', id)
    .executeTakeFirst();
  return {
    because: rows.map((row) => ({
      id: row.id,
      code: row.code,
      on: row.issued_on,
      cents: row.total_cents,
      open_cents: row.open_cents ?? 0,
      settled: getInvoiceClosureKind(row),
    })),
    of: of ?? null,
  };
}

const remindersOf = async (ctx: Ctx, id: number): Promise<InvoiceDetails['reminders']> =>
  (await from(ctx, 'invoice_reminder').select(['days', 'at']).where('invoice_id', '=', id).orderBy('days').execute()).map((row) => ({
    days: row.days as InvoiceReminderDay,
    at: row.at.toISOString(),
  }));
