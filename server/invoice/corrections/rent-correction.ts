import { sql } from 'kysely';
import type { rentCorrectionCalls } from '#contract/invoice/correction-calls.ts';
import type { RentCorrectionOutcome } from '#contract/invoice/kinds.ts';
import { calculateInvoiceLine, getOpenLineAmount } from '#contract/invoice/lines.ts';
import { calculateRentDifference } from '#contract/invoice/rent-correction.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { monthStart } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { from } from '#server/kernel/scoped.ts';
import { checkRentCorrection, correctTenancyRent } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';
import { creditInvoice } from '../credit.ts';
import { issueInvoiceOnce } from '../issue.ts';
import { lockInvoicesForPayment, readInvoiceLines } from '../locks.ts';
import { readBillableTenancies, toInvoiceDraftBase } from '../manual-invoice.ts';
import { readRentFactsForMonth, readRentFactsOfTenancies } from '../rent-facts.ts';
import { type InvoiceLineRow, type InvoiceRow, isInvoiceOpen } from '../rows.ts';

type Calls = typeof rentCorrectionCalls;
type Wrong = Pick<HandlerInput<Calls['correctRent']>, 'tenancy_id' | 'rent_cents' | 'from'>;
type Affected = {
  readonly row: InvoiceRow;
  readonly month: string;
  readonly outcome: RentCorrectionOutcome;
  readonly cents: number;
  /** Of a charge: the rent without tax. */
  readonly net: number;
  readonly tax_code: 'A' | 'B';
  readonly parts: readonly { readonly line_id: number; readonly cents: ReturnType<typeof toCents> }[];
};

/** The amount that a credit note can still cancel or return on a line. */
const left = (line: InvoiceLineRow): number => getOpenLineAmount(line) + line.paid_cents - line.returned_cents;
/** The parts of a credit note on the rent lines, up to what they still stand for. */
function creditOf(lines: readonly InvoiceLineRow[], cents: number): Affected['parts'] {
  let more = cents;
  return lines.flatMap((line) => {
    const part = Math.min(more, left(line));
    more -= part;
    return part > 0 ? [{ line_id: line.id, cents: toCents(part) }] : [];
  });
}

/** The rent invoices of the period, and how the correct rent changes each. They are locked, so that a preview inside the act still holds. */
async function affectedBy(ctx: Ctx, { tenancy_id, rent_cents, from: first }: Wrong): Promise<Affected[]> {
  const seen = await from(ctx, 'invoice:managed')
    .selectAll('invoice')
    .where('invoice.tenancy_id', '=', tenancy_id)
    .where('invoice.kind', '=', 'rent')
    .where('invoice.status', '<>', 'expired')
    .where('invoice.period_from', 'is not', null)
    .where('invoice.period_last', '>=', first)
    .orderBy('invoice.period_from')
    .orderBy('invoice.id')
    .execute();
  const ids = seen.map((row) => row.id);
  await lockInvoicesForPayment(ctx, ids);
  const lines = ids.length === 0 ? [] : (await readInvoiceLines(ctx.db, ids)).filter((line) => line.kind === 'rent');
  const affected: Affected[] = [];
  for (const row of seen) {
    const month = monthStart(row.period_from ?? first);
    const [facts] = await readRentFactsOfTenancies(ctx.db, month, sql<boolean>`t.id = ${tenancy_id}`, { limit: 1 });
    const known = facts && (await readRentFactsForMonth(ctx.db, [facts], month)).facts.get(tenancy_id);
    if (!known) continue;
    const change = calculateRentDifference(known, month, first, rent_cents);
    if (change.cents === 0) continue;
    const of = { row, month, net: change.net, tax_code: known.rent_tax === 'B' ? ('B' as const) : ('A' as const) };
    const parts =
      change.cents < 0
        ? creditOf(
            lines.filter((line) => line.invoice_id === row.id),
            -change.cents,
          )
        : [];
    const credited = sumCents(parts.map((part) => part.cents));
    if (!isInvoiceOpen(row)) affected.push({ ...of, outcome: 'paid', cents: Math.abs(change.cents), parts: [] });
    else if (change.cents > 0) affected.push({ ...of, outcome: 'charge', cents: change.cents, parts });
    else if (credited > 0) affected.push({ ...of, outcome: 'credit', cents: credited, parts });
  }
  return affected;
}
const totalOf = (all: readonly Affected[], outcome: RentCorrectionOutcome) =>
  sumCents(all.filter((one) => one.outcome === outcome).map((one) => one.cents));

export async function previewRentCorrection(
  ctx: Ctx,
  given: HandlerInput<Calls['previewRentCorrection']>,
): Promise<HandlerResult<Calls['previewRentCorrection']>> {
  const { was } = await checkRentCorrection(ctx, { id: given.tenancy_id, from: given.from, rentCents: given.rent_cents });
  const [home] = await readBillableTenancies(ctx, [given.tenancy_id]);
  const all = await affectedBy(ctx, given);
  const about = { home: home?.home ?? '' };
  const rent = { ...about, day: formatLongDate(given.from), rent: formatKesPlain(given.rent_cents) };
  return {
    was_cents: was,
    rows: all.map(({ row, month, outcome, cents }) => ({
      invoice: { id: row.id, code: row.code },
      month,
      open_cents: row.open_cents ?? 0,
      outcome,
      cents,
    })),
    credit_cents: totalOf(all, 'credit'),
    charge_cents: totalOf(all, 'charge'),
    told: [
      { heading: m.tenancy_mail_rent_change_heading(rent), message: m.tenancy_mail_rent_change_message(rent) },
      ...all
        .filter((one) => one.outcome === 'credit')
        .map(({ row, cents }) => ({
          heading: m.invoice_mail_credit_heading({ ...about, sum: formatKesPlain(cents) }),
          message: m.invoice_mail_credit_message({ code: row.code }),
        })),
      ...all
        .filter((one) => one.outcome === 'charge')
        .map(({ row, cents }) => ({
          heading: m.invoice_mail_issued_heading({ ...about, sum: formatKesPlain(cents), day: formatLongDate(dueOf(row)) }),
          message: m.invoice_rent_charge_told(),
        })),
    ],
  };
}
const dueOf = ({ due_on }: InvoiceRow): string => (due_on > clock.today() ? due_on : clock.today());

/** The rent and its open invoices change together, or not at all. */
export async function correctRent(ctx: Ctx, given: HandlerInput<Calls['correctRent']>): Promise<HandlerResult<Calls['correctRent']>> {
  const { tenancy_id, rent_cents, from: first, reason } = given;
  const wrong = { id: tenancy_id, from: first, rentCents: rent_cents };
  await checkRentCorrection(ctx, wrong);
  const [home] = await readBillableTenancies(ctx, [tenancy_id]);
  if (!home) throw new Refusal('notFound', sentence('itemNotFound'));
  const all = await affectedBy(ctx, given);
  const totals = { credit_cents: totalOf(all, 'credit'), charge_cents: totalOf(all, 'charge') };
  if (totals.credit_cents !== given.credit_cents || totals.charge_cents !== given.charge_cents)
    throw new Refusal('conflict', m.invoice_refusal_rent_changed());
  await correctTenancyRent(ctx, { ...wrong, reason });
  for (const { row, outcome, parts, month, net, tax_code } of all) {
    if (outcome === 'credit') await creditInvoice(ctx, { id: row.id, lines: [...parts], reason });
    if (outcome === 'charge')
      await issueInvoiceOnce(ctx, {
        ...toInvoiceDraftBase(home),
        kind: 'ad_hoc',
        onceKey: null,
        periodFrom: month,
        periodLast: row.period_last,
        dueOn: dueOf(row),
        lines: [calculateInvoiceLine({ kind: 'rent', unit_cents: net, tax_code, from: month, last: row.period_last }, row.due_on)],
      });
  }
  const changed = all.filter((one) => one.outcome !== 'paid');
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id: null,
    code: home.code,
    reason,
    after: { rent_cents, effective_from: first, invoices: changed.length },
  });
  return { id: tenancy_id, code: home.code, invoices: changed.length, ...totals };
}
