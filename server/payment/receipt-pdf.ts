import type { FastifyInstance } from 'fastify';
import type { InvoiceLineKind } from '#contract/invoice/kinds.ts';
import { invoiceLineKindLabels } from '#contract/invoice/words.ts';
import { translateListingChargeName } from '#contract/listing/charge-name.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import { paymentMethodLabels } from '#contract/payment/words.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { isReceiptLinkValid } from '#server/collection/service.ts';
import { asClock, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type PdfDocumentContent, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { type LetterSender, platformSender, readLetterSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { readPaymentDetails } from './payment-detail.ts';

type Asked = { Params: { id: string; language: string }; Querystring: Record<string, unknown> };
export async function receiptRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/payment/:id/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!isReceiptLinkValid(services, id, language, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    const ctx = asClock(services.database.db, 'a signed link opens a receipt');
    const one = await readPaymentDetails(ctx, id);
    if (one.status !== 'completed' && one.correction === null) throw new Refusal('notFound', sentence('itemNotFound'));
    const drawn = async () =>
      renderPdfDocument(buildReceiptDocument(one, one.company ? await readLetterSender(ctx.db, one.company.id) : platformSender));
    return sendPdfDocument(reply, await localeContext.run(language, async () => ({ code: one.code, bytes: await drawn() })));
  });
}

/** The receipt as PDF: amount, payer and purpose, with the last digits of the phone number. */
export function buildReceiptDocument(one: PaymentDetails, sender: LetterSender): PdfDocumentContent {
  const day = toNairobiDay(one.received_at ?? one.created_at);
  const standing = one.parts.filter((part) => part.undone_at === null && part.cents > part.returned_cents);
  const over = one.correction === null ? one.cents - one.put_cents : 0;
  return {
    title: m.payment_paper_title(),
    letterhead: { ...sender, code: one.code },
    language: localeContext.current(),
    foot: `${one.code} · ${sender.from}`,
    author: sender.from,
    at: new Date(one.received_at ?? one.created_at),
    parts: [
      // A receipt that was handed out stays readable, but does not prove the payment any more.
      ...(one.correction === null ? [] : [{ text: m.payment_paper_corrected() }]),
      {
        facts: [
          {
            label: m.payment_paper_payer(),
            lines: [one.payer ?? '', one.unit ? [one.unit.name, one.property?.name].filter(Boolean).join(', ') : ''].filter(Boolean),
          },
          { label: m.payment_paper_day(), lines: [formatLongDate(day)] },
          { label: m.payment_paper_how(), lines: [paymentMethodLabels[one.how](), one.external ?? ''].filter(Boolean) },
        ],
      },
      ...(standing.length > 0
        ? [
            {
              table: {
                columns: [
                  { title: m.payment_paper_invoice(), share: 0.3 },
                  { title: m.payment_paper_line() },
                  { title: m.payment_paper_sum(), share: 0.25, right: true },
                ],
                rows: standing.map((part) => [
                  part.invoice.code,
                  translateListingChargeName(
                    part.line.label || (invoiceLineKindLabels[part.line.kind as InvoiceLineKind]?.() ?? ''),
                    localeContext.current(),
                  ),
                  formatKesPlain(part.cents - part.returned_cents),
                ]),
              },
            },
          ]
        : []),
      { sums: [[m.payment_paper_received(), formatKesPlain(one.cents)]] },
      ...(over > 0 ? [{ text: m.payment_paper_over({ sum: formatKesPlain(over) }) }] : []),
    ],
  };
}
