import type { PaymentMethod } from '#contract/collection/kinds.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { invoiceClosureKindLabels } from '#contract/invoice/closure.ts';
import { invoiceStatuses } from '#contract/invoice/kinds.ts';
import { invoiceCreditKindLabels, invoiceKindLabels, invoiceStatusLabels, invoiceTaxCodeLabels } from '#contract/invoice/labels.ts';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { sumCents, toPercent } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { paymentMethodLabels } from '#contract/payment/words.ts';
import { clock } from '#contract/time/clock.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { Letterhead, PdfDocumentContent, PdfDocumentPart } from '#server/pdf/service.ts';
import type { LetterSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';

type Full = HandlerResult<(typeof invoiceCalls)['details']>;
/** The content of a PDF besides the invoice: the sender, and the calculation of a metered amount. */
type Said = { readonly sender: LetterSender; readonly measured: readonly string[] };
const cents = (amount: number): string => formatKesPlain(amount, true);

function badgeOf(one: Full): Letterhead['badge'] {
  if (one.settled !== null) return { text: invoiceClosureKindLabels[one.settled](), tone: 'done' };
  const status = (Object.keys(invoiceStatuses) as (keyof typeof invoiceStatuses)[]).find((name) => invoiceStatuses[name] === one.status) ?? 'unpaid';
  return { text: invoiceStatusLabels[status](), tone: one.overdue_days > 0 ? 'late' : 'open' };
}
const home = (one: Full): string => `${one.unit.name}, ${one.property.name}`;
const factsOf = (one: Full): PdfDocumentPart => ({
  facts: [
    {
      label: m.invoice_paper_for(),
      lines: [one.tenant.name, home(one), ...(one.agent ? [`${m.tenancy_statement_agent()}: ${one.agent.name}`] : [])],
    },
    { label: m.invoice_export_number(), lines: [String(one.serial)] },
    { label: m.invoice_export_issued_on(), lines: [formatLongDate(one.issued_on)] },
    { label: m.invoice_export_due_on(), lines: [formatLongDate(one.due_on)] },
    one.period_from && one.period_last
      ? {
          label: m.invoice_paper_period(),
          lines: [m.invoice_paper_days({ from: formatLongDate(one.period_from), last: formatLongDate(one.period_last) })],
        }
      : { label: m.invoice_paper_kind(), lines: [one.title ?? invoiceKindLabels[one.kind]()] },
  ],
});
const measuredParts = (said: readonly string[]): PdfDocumentPart[] => said.map((text) => ({ text: text.replaceAll('\u00a0', ' '), style: 'small' }));
const linesTable = (one: Full): PdfDocumentPart => ({
  table: {
    columns: [
      { title: m.invoice_paper_line(), share: 0.42 },
      { title: m.invoice_paper_qty(), share: 0.08, right: true },
      { title: m.invoice_paper_each(), right: true },
      { title: m.invoice_paper_tax(), share: 0.1 },
      { title: m.tenancy_amount(), right: true },
    ],
    rows: one.lines.map((line) => [
      line.from && line.last && line.kind !== 'discount'
        ? m.invoice_paper_line_days({ label: line.label, from: formatLongDate(line.from), last: formatLongDate(line.last) })
        : line.label,
      String(line.qty),
      cents(line.unit_cents),
      line.tax_code,
      cents(line.cents),
    ]),
  },
});
/** The legend of the tax column, and the tax amounts. */
const taxes = (one: Full): PdfDocumentPart => ({
  text: one.taxes
    .map((tax) => {
      const name = m.invoice_paper_rate({ name: invoiceTaxCodeLabels[tax.code](), percent: toPercent(tax.rate_bp) });
      return `${tax.code}: ${name} · ${m.invoice_paper_net()} ${cents(tax.net_cents)} · ${m.invoice_paper_tax_sum()} ${cents(tax.tax_cents)}`;
    })
    .join('\n'),
  style: 'small',
});
type Sums = readonly (readonly [string, string])[];
const some = (label: string, amount: number): Sums => (amount === 0 ? [] : [[label, cents(amount)]]);

const sheet = (one: Full, { sender }: Pick<Said, 'sender'>, title: string, code: string, parts: PdfDocumentPart[]): PdfDocumentContent => ({
  title,
  letterhead: { ...sender, code },
  language: localeContext.current(),
  foot: `${code} · ${sender.from}`,
  author: sender.from,
  at: clock.now(),
  parts,
  ...(one.voided ? { mark: invoiceStatusLabels.expired() } : {}),
});
const withBadge = (made: PdfDocumentContent, badge: Letterhead['badge']): PdfDocumentContent =>
  made.letterhead && badge ? { ...made, letterhead: { ...made.letterhead, badge } } : made;

export function buildInvoicePdfDocument(one: Full, said: Said, link: string | null): PdfDocumentContent {
  const pay = one.open_cents > 0 ? one.pay_to : null;
  const made = sheet(one, said, m.invoice_paper_title(), one.code, [
    factsOf(one),
    linesTable(one),
    {
      sums: [
        ...(one.open_cents === one.total_cents ? [] : some(m.invoice_export_total(), one.total_cents)),
        ...some(m.invoice_export_paid(), -one.paid_cents),
        ...some(m.invoice_export_credited(), -(one.credited_cents + one.returned_cents)),
        ...some(m.invoice_export_returned(), one.returned_cents),
        [m.invoice_export_open(), cents(one.open_cents)],
      ],
    },
    taxes(one),
    ...measuredParts(said.measured),
    ...(one.brought_forward_cents > 0
      ? [{ text: `${m.invoice_paper_forward()}: ${cents(one.brought_forward_cents)}`, style: 'small' } satisfies PdfDocumentPart]
      : []),
    ...(one.note ? [{ text: one.note, style: 'note' } satisfies PdfDocumentPart] : []),
    ...(pay
      ? [
          { rule: true } satisfies PdfDocumentPart,
          {
            facts: [
              ...(pay.paybill
                ? [
                    { label: m.invoice_paper_paybill(), lines: [pay.paybill] },
                    { label: m.invoice_paper_account(), lines: [pay.account] },
                  ]
                : []),
              ...(pay.till ? [{ label: m.invoice_paper_till(), lines: [pay.till] }] : []),
              ...(pay.bank ? [{ label: m.invoice_paper_bank(), lines: [pay.bank] }] : []),
            ],
          } satisfies PdfDocumentPart,
        ]
      : []),
    ...(link && one.open_cents > 0 ? [{ qr: link, alt: m.invoice_paper_qr(), text: m.invoice_paper_qr() } satisfies PdfDocumentPart] : []),
    ...(one.etims.qr ? [{ qr: one.etims.qr, alt: m.invoice_paper_etims(), text: m.invoice_paper_etims() } satisfies PdfDocumentPart] : []),
  ]);
  return withBadge(closed(one) ? { ...made, mark: invoiceClosureKindLabels[one.settled ?? 'paid']() } : made, badgeOf(one));
}

/** The PDF states that the invoice was closed without money. */
const closed = ({ settled }: Full): boolean => settled !== null && settled !== 'paid';

export type PaymentReceived = {
  readonly on: string;
  readonly how: PaymentMethod;
  readonly code: string;
  readonly external: string | null;
  readonly cents: number;
};

export function buildReceiptPdfDocument(one: Full, said: Said, payments: readonly PaymentReceived[]): PdfDocumentContent {
  // An amount that a credit note returned is credited, no longer paid.
  const paid = one.paid_cents - one.returned_cents;
  const says =
    one.open_cents > 0
      ? m.invoice_paper_receipt_part({ sum: formatKesPlain(paid), open: formatKesPlain(one.open_cents) })
      : m.invoice_paper_receipt_all({ sum: formatKesPlain(paid) });
  const made = sheet(one, said, m.invoice_paper_receipt(), one.code, [
    factsOf(one),
    { text: says, style: 'bold' },
    linesTable(one),
    {
      sums: [
        [m.invoice_export_total(), cents(one.total_cents)],
        ...some(m.invoice_export_credited(), -(one.credited_cents + one.returned_cents)),
        ...some(m.invoice_export_open(), one.open_cents),
        [m.invoice_export_paid(), cents(paid)],
      ],
    },
    ...measuredParts(said.measured),
    ...(payments.length > 0
      ? [
          { heading: m.invoice_paper_payments(), level: 2 } satisfies PdfDocumentPart,
          {
            table: {
              columns: [
                { title: m.invoice_paper_paid_on() },
                { title: m.invoice_paper_how() },
                { title: m.invoice_paper_number() },
                { title: m.tenancy_amount(), right: true },
              ],
              rows: payments.map((came) => [formatLongDate(came.on), paymentMethodLabels[came.how](), came.external || came.code, cents(came.cents)]),
            },
          } satisfies PdfDocumentPart,
        ]
      : []),
  ]);
  return withBadge(made, badgeOf(one));
}

type Note = Full['credit_notes'][number];
export const buildCreditNotePdfDocument = (one: Full, sender: LetterSender, code: string, note: Note): PdfDocumentContent =>
  sheet(one, { sender }, m.invoice_paper_credit(), code, [
    {
      facts: [
        { label: m.invoice_paper_for(), lines: [one.tenant.name, home(one)] },
        { label: m.invoice_paper_credit_number(), lines: [String(note.serial)] },
        { label: m.invoice_paper_title(), lines: [m.invoice_number({ number: one.serial }), one.code] },
        { label: m.invoice_paper_kind(), lines: [invoiceCreditKindLabels[note.kind]()] },
      ],
    },
    {
      table: {
        columns: [{ title: m.invoice_paper_line() }, { title: m.tenancy_amount(), right: true }],
        rows: note.lines.map((line) => [line.label, cents(line.cents)]),
      },
    },
    { sums: [[m.invoice_export_total(), cents(sumCents(note.lines.map((line) => line.cents)))]] },
  ]);
