import type { FastifyInstance } from 'fastify';
import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { type InvoicePaper, papers } from '#contract/invoice/kinds.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { atClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { openedFor, opens } from '#server/kernel/opened.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { explainedOn } from '#server/meter/service.ts';
import { paper, sendPaper } from '#server/pdf/service.ts';
import { senderOf } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { byLink } from '../look.ts';
import { details } from '../one.ts';
import { type InvoiceRow, missing } from '../rows.ts';
import { publicPath } from '../tell.ts';
import * as sheets from './sheets.ts';

type Calls = typeof invoiceCalls;
type Drawn = InvoicePaper | 'credit';
const what = (kind: Drawn, language: string) => `invoice-${kind}-${language}`;
const why = 'a signed address opens a paper';

/** A receipt is for what was paid: before anything was, and once all of it was given back, there is none. */
function insistPaid(row: Pick<InvoiceRow, 'paid_cents' | 'returned_cents' | 'status'>, kind: Drawn): void {
  if (kind === 'receipt' && row.paid_cents === row.returned_cents)
    throw new Refusal('wrongState', m.invoice_refusal_no_receipt(), { from: row.status });
}
const addressOf = (house: House, id: number, kind: Drawn): string => {
  const language = inLocale.current();
  return `/files/invoice/${id}/${kind}/${language}?${openedFor(house.secret, what(kind, language), id)}`;
};

export const paperOf =
  (house: House) =>
  async (ctx: Ctx, { id, kind }: Input<Calls['paper']>): Promise<Result<Calls['paper']>> => {
    const row = await from(ctx, 'invoice').select(['paid_cents', 'returned_cents', 'status']).where('id', '=', id).executeTakeFirst();
    if (!row) throw missing();
    insistPaid(row, kind);
    return { address: addressOf(house, id, kind) };
  };
export const lookPaper =
  (house: House) =>
  async (ctx: Ctx, { id, token, kind }: Input<Calls['lookPaper']>): Promise<Result<Calls['lookPaper']>> => {
    insistPaid(await byLink(ctx, { id, token }), kind);
    return { address: addressOf(house, id, kind) };
  };
export const creditPaper =
  (house: House) =>
  async (ctx: Ctx, { id }: Input<(typeof invoiceActCalls)['read']>): Promise<Result<(typeof invoiceActCalls)['read']>> => {
    const row = await from(ctx, 'credit_note').select('id').where('id', '=', id).executeTakeFirst();
    if (!row) throw missing();
    return { address: addressOf(house, id, 'credit') };
  };

type Asked = { Params: { id: string; kind: string; language: string }; Querystring: Record<string, unknown> };
/** Drawn when somebody opens it, in the language it was asked for in: it says what holds now. */
export async function paperRoutes(app: FastifyInstance, house: House): Promise<void> {
  app.get<Asked>('/files/invoice/:id/:kind/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    const kind = ([...papers, 'credit'] as const).find((one) => one === request.params.kind);
    if (!kind || !opens(house.secret, what(kind, language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPaper(reply, await inLocale.run(language, () => drawn(house, id, kind)));
  });
}

export async function drawn(house: House, id: number, kind: Drawn): Promise<{ code: string; bytes: Uint8Array }> {
  const ctx = atClock(house.database.db, why);
  if (kind === 'credit') return creditDrawn(ctx, id);
  const one = await details(ctx, { id });
  const row = await everything(ctx.db, 'invoice', why).select().select(['id', 'token', 'company_id']).where('id', '=', id).executeTakeFirstOrThrow();
  const measured = await explainedOn(
    ctx.db,
    one.lines.map((line) => line.id),
  );
  const said = { sender: await senderOf(ctx.db, row.company_id), measured };
  const link = one.link === null ? null : `${house.env.appUrl}${publicPath(row)}`;
  return {
    code: one.code,
    bytes: await paper(kind === 'receipt' ? sheets.receiptPaper(one, said, await paymentsOf(ctx, id)) : sheets.invoicePaper(one, said, link)),
  };
}
/** The payments that stand behind it, one row each however many lines it paid; with the number M-Pesa or the bank gave it, by which it is proven. */
export const paymentsOf = async (ctx: Ctx, invoiceId: number): Promise<sheets.Came[]> => [...(await lookup('paymentsOn')(ctx.db, invoiceId))];

async function creditDrawn(ctx: Ctx, id: number): Promise<{ code: string; bytes: Uint8Array }> {
  const note = await everything(ctx.db, 'credit_note', why).select().select(['invoice_id', 'code']).where('id', '=', id).executeTakeFirst();
  if (!note) throw missing();
  const one = await details(ctx, { id: note.invoice_id });
  const said = one.credit_notes.find((each) => each.id === id);
  if (!said) throw missing();
  return { code: note.code, bytes: await paper(sheets.creditPaper(one, await senderOf(ctx.db, one.company.id), note.code, said)) };
}
