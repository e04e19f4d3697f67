import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { type InvoicePaper, papers } from '#contract/invoice/kinds.ts';
import { settledNames } from '#contract/invoice/settled.ts';
import { creditNames, kindNames, statusNames, taxNames } from '#contract/invoice/words.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sum, toPercent } from '#contract/money/cents.ts';
import { kes, kesPlain } from '#contract/money/format.ts';
import type { How } from '#contract/payment/kinds.ts';
import { howWords } from '#contract/payment/words.ts';
import { clock } from '#contract/time/clock.ts';
import { atClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { openedFor, opens } from '#server/kernel/opened.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { explainedOn } from '#server/meter/service.ts';
import { type Paper, type Part, paper, sendPaper } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import { byLink } from './look.ts';
import { details } from './one.ts';
import { type InvoiceRow, missing } from './rows.ts';
import { publicPath } from './tell.ts';

type Calls = typeof invoiceCalls;
type Drawn = InvoicePaper | 'credit';
const what = (kind: Drawn, language: string) => `invoice-${kind}-${language}`;
const why = 'a signed address opens a paper';

/** A receipt is for what was paid: before anything was there is none. */
function insistPaid(row: Pick<InvoiceRow, 'paid_cents' | 'status'>, kind: Drawn): void {
  if (kind === 'receipt' && row.paid_cents === 0) throw new Refusal('wrongState', m.invoice_refusal_no_receipt(), { from: row.status });
}
const addressOf = (house: House, id: number, kind: Drawn): string => {
  const language = inLocale.current();
  return `/files/invoice/${id}/${kind}/${language}?${openedFor(house.secret, what(kind, language), id)}`;
};

export const paperOf =
  (house: House) =>
  async (ctx: Ctx, { id, kind }: Input<Calls['paper']>): Promise<Result<Calls['paper']>> => {
    const row = await from(ctx, 'invoice').select(['paid_cents', 'status']).where('id', '=', id).executeTakeFirst();
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
  const pin = await pinOf(ctx, row.company_id);
  const measured = await explainedOn(
    ctx.db,
    one.lines.map((line) => line.id),
  );
  const link = one.link === null ? null : `${house.env.appUrl}${publicPath(row)}`;
  return {
    code: one.code,
    bytes: await paper(kind === 'receipt' ? receiptPaper(one, pin, await paymentsOf(ctx, id), measured) : invoicePaper(one, pin, link, measured)),
  };
}
const pinOf = async (ctx: Ctx, companyId: number): Promise<string | null> =>
  (await everything(ctx.db, 'company', why).select().select('kra_pin').where('id', '=', companyId).executeTakeFirst())?.kra_pin ?? null;

type Full = Result<Calls['details']>;
const cents = (amount: number): string => kes(amount, true).replace('\u00a0', ' ').replace('\u2212', '-');

function headOf(one: Full, pin: string | null): (readonly [string, string])[] {
  return [
    [m.invoice_paper_from(), one.company.name],
    ...(pin ? [[m.invoice_paper_pin(), pin] as const] : []),
    ...(one.agent ? [[m.tenancy_statement_agent(), one.agent.name] as const] : []),
    [m.invoice_paper_for(), one.tenant.name],
    [m.tenancy_panel_unit(), `${one.unit.name}, ${one.property.name}`],
    [m.invoice_paper_kind(), kindNames[one.kind]()],
    ...(one.period_from && one.period_last
      ? [[m.invoice_paper_period(), m.invoice_paper_days({ from: longDate(one.period_from), last: longDate(one.period_last) })] as const]
      : []),
    [m.invoice_export_issued_on(), longDate(one.issued_on)],
    [m.invoice_export_due_on(), longDate(one.due_on)],
  ];
}
/** How what a meter measured comes to its amount. */
const measuredParts = (said: readonly string[]): Part[] => said.map((text) => ({ text: text.replaceAll('\u00a0', ' '), style: 'note' }));
const linesTable = (one: Full): Part => ({
  table: {
    columns: [
      { title: m.invoice_paper_line(), share: 0.44 },
      { title: m.invoice_paper_qty(), share: 0.08, right: true },
      { title: m.invoice_paper_each(), right: true },
      { title: m.invoice_paper_tax(), share: 0.08 },
      { title: m.tenancy_amount(), right: true },
    ],
    rows: one.lines.map((line) => [
      line.from && line.last && line.kind !== 'discount'
        ? m.invoice_paper_line_days({ label: line.label, from: longDate(line.from), last: longDate(line.last) })
        : line.label,
      String(line.qty),
      cents(line.unit_cents),
      line.tax_code,
      cents(line.cents),
    ]),
    foot: [m.invoice_export_total(), '', '', '', cents(one.total_cents)],
  },
});
const common = (one: Full, title: string, parts: Part[]): Paper => ({
  title: `${title} ${one.code}`,
  subtitle: one.company.name,
  language: inLocale.current(),
  foot: one.code,
  author: one.company.name,
  at: clock.now(),
  parts,
  ...(one.voided ? { mark: statusNames.expired() } : {}),
});

function invoicePaper(one: Full, pin: string | null, link: string | null, measured: readonly string[] = []): Paper {
  const sums: (readonly [string, string])[] = [
    [m.invoice_export_total(), cents(one.total_cents)],
    ...(one.paid_cents > 0 ? [[m.invoice_export_paid(), cents(one.paid_cents)] as const] : []),
    ...(one.credited_cents > 0 ? [[m.invoice_export_credited(), cents(one.credited_cents)] as const] : []),
    [m.invoice_export_open(), cents(one.open_cents)],
    ...(one.brought_forward_cents > 0 ? [[m.invoice_paper_forward(), cents(one.brought_forward_cents)] as const] : []),
  ];
  const taxed = one.taxes.filter((tax) => tax.rate_bp > 0 || tax.code !== 'A');
  const pay = one.pay_to;
  const parts: Part[] = [
    { pairs: headOf(one, pin) },
    linesTable(one),
    ...measuredParts(measured),
    { pairs: sums },
    ...(taxed.length > 0
      ? [
          {
            table: {
              columns: [
                { title: m.invoice_paper_tax() },
                { title: m.invoice_paper_net(), right: true },
                { title: m.invoice_paper_tax_sum(), right: true },
              ],
              rows: one.taxes.map((tax) => [
                m.invoice_paper_rate({ name: taxNames[tax.code](), percent: toPercent(tax.rate_bp) }),
                cents(tax.net_cents),
                cents(tax.tax_cents),
              ]),
            },
          } satisfies Part,
        ]
      : []),
    ...(one.note ? [{ text: one.note, style: 'note' } satisfies Part] : []),
    ...(pay && one.open_cents > 0
      ? [
          { heading: m.invoice_paper_pay(), level: 2 } satisfies Part,
          {
            pairs: [
              ...(pay.paybill ? [[m.invoice_paper_paybill(), pay.paybill] as const, [m.invoice_paper_account(), pay.account] as const] : []),
              ...(pay.till ? [[m.invoice_paper_till(), pay.till] as const] : []),
              ...(pay.bank ? [[m.invoice_paper_bank(), pay.bank] as const] : []),
            ],
          } satisfies Part,
        ]
      : []),
    ...(link && one.open_cents > 0 ? [{ qr: link, alt: m.invoice_paper_qr(), text: m.invoice_paper_qr() } satisfies Part] : []),
    ...(one.etims.qr ? [{ qr: one.etims.qr, alt: m.invoice_paper_etims(), text: m.invoice_paper_etims() } satisfies Part] : []),
  ];
  return { ...common(one, m.invoice_paper_title(), parts), ...(closed(one) ? { mark: settledNames[one.settled ?? 'paid']() } : {}) };
}

/** Nothing is left of it, and not because it was paid: its paper says so. */
const closed = ({ settled }: Full): boolean => settled !== null && settled !== 'paid';

type Came = { readonly on: string; readonly how: How; readonly code: string; readonly external: string | null; readonly cents: number };
/** The payments that stand behind it, one row each however many lines it paid; with the number M-Pesa or the bank gave it, by which it is proven. */
export async function paymentsOf(ctx: Ctx, invoiceId: number): Promise<Came[]> {
  const { rows } = await sql<Came>`/* all: of an invoice whose paper was asked for by who may */
    select min(a.paid_on)::text as "on", p.how, p.code, p.external, sum(a.cents)::bigint as cents from allocation a join payment p on p.id = a.payment_id
    where a.invoice_id = ${invoiceId} and a.undone_at is null group by p.id order by 1, p.id`.execute(ctx.db);
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

export function receiptPaper(one: Full, pin: string | null, payments: readonly Came[], measured: readonly string[] = []): Paper {
  const said =
    one.open_cents > 0
      ? m.invoice_paper_receipt_part({ sum: kesPlain(one.paid_cents), open: kesPlain(one.open_cents) })
      : m.invoice_paper_receipt_all({ sum: kesPlain(one.paid_cents) });
  return common(one, m.invoice_paper_receipt(), [
    { text: said, style: 'bold' },
    { pairs: [...headOf(one, pin), ...(one.paid_on ? [[m.invoice_paper_paid_on(), longDate(one.paid_on)] as const] : [])] },
    linesTable(one),
    ...measuredParts(measured),
    ...(payments.length > 0
      ? [
          { heading: m.invoice_paper_payments(), level: 2 } satisfies Part,
          {
            table: {
              columns: [
                { title: m.invoice_paper_paid_on() },
                { title: m.invoice_paper_how() },
                { title: m.invoice_paper_number() },
                { title: m.tenancy_amount(), right: true },
              ],
              rows: payments.map((came) => [longDate(came.on), howWords[came.how](), came.external || came.code, cents(came.cents)]),
            },
          } satisfies Part,
        ]
      : []),
    {
      pairs: [
        [m.invoice_export_paid(), cents(one.paid_cents)],
        [m.invoice_export_open(), cents(one.open_cents)],
      ],
    },
  ]);
}

async function creditDrawn(ctx: Ctx, id: number): Promise<{ code: string; bytes: Uint8Array }> {
  const note = await everything(ctx.db, 'credit_note', why).select().select(['invoice_id', 'code']).where('id', '=', id).executeTakeFirst();
  if (!note) throw missing();
  const one = await details(ctx, { id: note.invoice_id });
  const said = one.credit_notes.find((each) => each.id === id);
  if (!said) throw missing();
  const made: Paper = {
    ...common(one, '', []),
    title: `${m.invoice_paper_credit()} ${note.code}`,
    foot: note.code,
    parts: [
      {
        pairs: [
          ...headOf(one, await pinOf(ctx, one.company.id)),
          [m.invoice_paper_title(), one.code],
          [m.invoice_paper_why(), said.reason],
          [m.invoice_paper_kind(), creditNames[said.kind]()],
        ],
      },
      {
        table: {
          columns: [{ title: m.invoice_paper_line() }, { title: m.tenancy_amount(), right: true }],
          rows: said.lines.map((line) => [line.label, cents(line.cents)]),
          foot: [m.invoice_export_total(), cents(sum(said.lines.map((line) => line.cents)))],
        },
      },
    ],
  };
  return { code: note.code, bytes: await paper(made) };
}
