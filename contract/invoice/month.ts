import { monthsByFrequency, toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { sumCents } from '#contract/money/cents.ts';
import {
  allocateToDueLines,
  buildRentSchedule,
  type DueLine,
  listChargesInForce,
  type RecurringCharge,
  type RentTerm,
} from '#contract/tenancy/schedule.ts';
import { addDays, addMonths, type Day, monthEnd, monthStart } from '#contract/time/days.ts';
import type { InvoiceLineKind, InvoiceRunWarning, InvoiceTaxCode } from './kinds.ts';
import { calculateInvoiceLine, type UnissuedInvoiceLine } from './lines.ts';

export type CurrentCharge = RecurringCharge & { readonly id: number };
/** A meter charge that a tenant owes (server/meter). */
type MeteredLine = {
  readonly kind: InvoiceLineKind;
  readonly label: string;
  readonly from: Day;
  readonly last: Day;
  readonly cents: number;
  readonly taxCode: InvoiceTaxCode;
  readonly readingIds: readonly number[];
  readonly chargeId: number | null;
};
export type RentMonthInput = {
  readonly terms: readonly RentTerm[];
  readonly charges: readonly CurrentCharge[];
  readonly starts_on: Day;
  readonly due_day: number;
  readonly holdover: 'roll' | 'stop';
  readonly leaving_on: Day | null;
  /** The amount invoiced before moving in, without deposit and agent's fee. It is not billed again. */
  readonly toward_cents: number;
  /** Everything due before this day was billed outside of these invoices. */
  readonly floor: Day;
  readonly rent_tax: InvoiceTaxCode;
  readonly metered: readonly MeteredLine[];
  /** Charges of the previous month that were billed already, by `buildMonthChargeKey`; null where that month has no invoice. */
  readonly billed: ReadonlySet<string> | null;
};
export const buildMonthChargeKey = (chargeId: number, from: Day): string => `${chargeId}:${from}`;

type Dated = DueLine & { readonly charge_id: number | null };

/**
 * Everything due from the first to the last day of a month. Monthly rents and charges are calculated from that month alone. Longer periods are
 * calculated from their start, so that no period is cut.
 */
function dueIn(facts: RentMonthInput, from: Day, last: Day): Dated[] {
  const { terms, charges } = listChargesInForce(facts.terms, facts.charges, facts);
  const long =
    terms.some((term) => (monthsByFrequency[toPaymentFrequency(term.period)] ?? 1) > 1) || charges.some((charge) => charge.often === 'yearly');
  const first = long ? monthStart(facts.starts_on) : from;
  const until = long ? monthEnd(addMonths(monthStart(last), 11)) : last;
  const of = (t: readonly RentTerm[], c: readonly RecurringCharge[], charge_id: number | null): Dated[] =>
    buildRentSchedule(t, c, first, until, facts.due_day).map((line) => ({ ...line, charge_id }));
  return [...of(terms, [], null), ...charges.flatMap((charge) => of([], [charge], charge.id))].filter((line) => line.due >= from && line.due <= last);
}

/** The part of the prepayment that applies to this month's lines. It is used from the first day on, in the order of due dates. */
function prepaidIn(facts: RentMonthInput, from: Day, last: Day): number {
  if (facts.toward_cents <= 0) return 0;
  const lines = dueIn(facts, monthStart(facts.starts_on), last).toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
  return sumCents(
    allocateToDueLines(lines, facts.toward_cents)
      .filter((line) => line.due >= from)
      .map((line) => line.paid_cents),
  );
}

type MonthDraft = {
  readonly lines: readonly UnissuedInvoiceLine[];
  readonly due_on: Day | null;
  readonly warnings: readonly InvoiceRunWarning[];
};

/** Calculates the invoice of a tenancy for a month: rent, charges, meters, then discounts. All lines of a run are made here. */
export function calculateMonthCharges(facts: RentMonthInput, month: Day, waitsForReading = false): MonthDraft {
  const [from, last] = [monthStart(month), monthEnd(month)];
  const now = dueIn(facts, from, last).filter((line) => line.due >= facts.floor);
  // A charge that was added after last month's invoice was issued.
  const late =
    facts.billed === null
      ? []
      : dueIn(facts, addMonths(from, -1), monthEnd(addMonths(from, -1))).filter(
          (line) => line.charge_id !== null && line.due >= facts.floor && !facts.billed?.has(buildMonthChargeKey(line.charge_id, line.from)),
        );
  const lines = [...late, ...now]
    .filter((line) => line.cents !== null && line.cents !== 0)
    .map((line) =>
      calculateInvoiceLine(
        {
          kind: line.kind,
          label: line.label,
          unit_cents: line.cents ?? 0,
          from: line.from,
          last: line.last,
          charge_id: line.charge_id,
          // A discount on rent has the tax rate of the rent.
          tax_code: line.kind === 'rent' || line.kind === 'discount' ? facts.rent_tax : 'A',
        },
        line.due,
      ),
    );
  const meters = facts.metered.map((one) =>
    calculateInvoiceLine(
      {
        kind: one.kind,
        label: one.label,
        unit_cents: one.cents,
        from: one.from,
        last: one.last,
        tax_code: one.taxCode,
        charge_id: one.chargeId,
        readings: one.readingIds,
      },
      last,
    ),
  );
  const before = prepaidIn(facts, from, last);
  const prepaid = before > 0 ? [calculateInvoiceLine({ kind: 'discount', word: 'prepaid', unit_cents: -before, tax_code: 'D' }, from)] : [];
  const plus = lines.filter((line) => line.kind !== 'discount');
  const minus = lines.filter((line) => line.kind === 'discount');
  const rents = now.filter((line) => line.kind === 'rent');
  const warnings: InvoiceRunWarning[] = [
    ...(waitsForReading ? (['no_reading'] as const) : []),
    ...(rents.length > 0 && rents.every((line) => line.cents === 0) ? (['zero_rent'] as const) : []),
    ...(facts.leaving_on !== null && facts.leaving_on <= last ? (['ending'] as const) : []),
  ];
  // A metered charge has no amount before the reading. Last month's due date would make it due before it is billed.
  const due =
    [...late, ...now]
      .filter((line) => line.cents !== null && line.cents !== 0)
      .map((line) => line.due)
      .toSorted()[0] ?? (meters.length > 0 ? from : null);
  return { lines: [...plus, ...meters, ...minus, ...prepaid], due_on: due, warnings };
}

/** The first days of the months that may be billed already. The third month is included where invoices are issued sixty days before the due date. */
export function listBillableMonths(today: Day): Day[] {
  const months: Day[] = [];
  for (let month = monthStart(today); month <= addDays(today, 61); month = addMonths(month, 1)) months.push(month);
  return months;
}
