import type { FastifyInstance } from 'fastify';
import type { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { type InvoiceDocumentKind, invoiceDocumentKinds } from '#contract/invoice/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { explainChargesOnLines } from '#server/meter/service.ts';
import { renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { readLetterSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { readInvoiceDetails } from '../invoice-detail.ts';
import { buildPublicInvoicePath } from '../notify.ts';
import { findInvoiceByLink } from '../public-invoice.ts';
import { type InvoiceRow, invoiceNotFound } from '../rows.ts';
import * as sheets from './sheets.ts';

type Calls = typeof invoiceCalls;
type Drawn = InvoiceDocumentKind | 'credit';
const what = (kind: Drawn, language: string) => `invoice-${kind}-${language}`;
const why = 'a signed link opens the document';

/** A receipt needs a payment: there is none before the first payment, or after all payments were refunded. */
function assertPaid(row: Pick<InvoiceRow, 'paid_cents' | 'returned_cents' | 'status'>, kind: Drawn): void {
  if (kind === 'receipt' && row.paid_cents === row.returned_cents)
    throw new Refusal('wrongState', m.invoice_refusal_no_receipt(), { from: row.status });
}
const addressOf = (services: RunningServices, id: number, kind: Drawn): string => {
  const language = localeContext.current();
  return `/files/invoice/${id}/${kind}/${language}?${makeSignedUrlQuery(services.secret, what(kind, language), id)}`;
};

export const makeInvoicePdfLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, kind }: HandlerInput<Calls['pdfLink']>): Promise<HandlerResult<Calls['pdfLink']>> => {
    const row = await from(ctx, 'invoice').select(['paid_cents', 'returned_cents', 'status']).where('id', '=', id).executeTakeFirst();
    if (!row) throw invoiceNotFound();
    assertPaid(row, kind);
    return { address: addressOf(services, id, kind) };
  };
export const makePublicInvoicePdfLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, token, kind }: HandlerInput<Calls['publicPdfLink']>): Promise<HandlerResult<Calls['publicPdfLink']>> => {
    assertPaid(await findInvoiceByLink(ctx, { id, token }), kind);
    return { address: addressOf(services, id, kind) };
  };
export const makeCreditNotePdfLink =
  (services: RunningServices) =>
  async (
    ctx: Ctx,
    { id }: HandlerInput<(typeof invoiceActionCalls)['creditNotePdfLink']>,
  ): Promise<HandlerResult<(typeof invoiceActionCalls)['creditNotePdfLink']>> => {
    const row = await from(ctx, 'credit_note').select('id').where('id', '=', id).executeTakeFirst();
    if (!row) throw invoiceNotFound();
    return { address: addressOf(services, id, 'credit') };
  };

type Asked = { Params: { id: string; kind: string; language: string }; Querystring: Record<string, unknown> };
/** PDFs are rendered when opened, in the requested language, with current data. */
export async function invoicePdfRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/invoice/:id/:kind/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    const kind = ([...invoiceDocumentKinds, 'credit'] as const).find((one) => one === request.params.kind);
    if (!kind || !isSignedUrlValid(services.secret, what(kind, language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPdfDocument(reply, await localeContext.run(language, () => renderInvoicePdf(services, id, kind)));
  });
}

export async function renderInvoicePdf(services: RunningServices, id: number, kind: Drawn): Promise<{ code: string; bytes: Uint8Array }> {
  const ctx = asClock(services.database.db, why);
  if (kind === 'credit') return creditDrawn(ctx, id);
  const one = await readInvoiceDetails(ctx, { id });
  const row = await unscopedTable(ctx.db, 'invoice', why)
    .select()
    .select(['id', 'token', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const measured = await explainChargesOnLines(
    ctx.db,
    one.lines.map((line) => line.id),
  );
  const said = { sender: await readLetterSender(ctx.db, row.company_id), measured };
  const link = one.link === null ? null : `${services.env.appUrl}${buildPublicInvoicePath(row)}`;
  return {
    code: one.code,
    bytes: await renderPdfDocument(
      kind === 'receipt'
        ? sheets.buildReceiptPdfDocument(one, said, await readPaymentsReceived(ctx, id))
        : sheets.buildInvoicePdfDocument(one, said, link),
    ),
  };
}
/** The payments of the invoice, one row each whatever the number of lines, with the M-Pesa code or bank reference. */
export const readPaymentsReceived = async (ctx: Ctx, invoiceId: number): Promise<sheets.PaymentReceived[]> => [
  ...(await getLookup('paymentsOn')(ctx.db, invoiceId)),
];

async function creditDrawn(ctx: Ctx, id: number): Promise<{ code: string; bytes: Uint8Array }> {
  const note = await unscopedTable(ctx.db, 'credit_note', why).select().select(['invoice_id', 'code']).where('id', '=', id).executeTakeFirst();
  if (!note) throw invoiceNotFound();
  const one = await readInvoiceDetails(ctx, { id: note.invoice_id });
  const said = one.credit_notes.find((each) => each.id === id);
  if (!said) throw invoiceNotFound();
  return {
    code: note.code,
    bytes: await renderPdfDocument(sheets.buildCreditNotePdfDocument(one, await readLetterSender(ctx.db, one.company.id), note.code, said)),
  };
}
