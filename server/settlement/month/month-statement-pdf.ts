import type { FastifyInstance } from 'fastify';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { monthStatementPartLabels } from '#contract/settlement/labels.ts';
import type { monthCalls } from '#contract/settlement/month-calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { Month } from '#contract/time/days.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { type LetterSender, readLetterSender } from '#server/people/service.ts';
import { readDepositsInPeriod, readWalletOwner } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { buildMakaoDocumentFrame, maxAdviceLines } from '../bank/advice.ts';
import { getDayRangeOfMonth, readEntriesWithoutUnit, readMonthStatement } from './month-statement.ts';
import { readUnitStatementRows, sumUnitStatement } from './unit-statement.ts';

type Calls = typeof monthCalls;
const what = (of: Month, language: string) => `settlement-month-${of}-${language}`;

/** The link to the PDF, in the language of the reader: the owner of the wallet or platform staff. */
export const makeMonthStatementPdfLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, month: of }: HandlerInput<Calls['monthStatementPdf']>): Promise<HandlerResult<Calls['monthStatementPdf']>> => {
    await readWalletOwner(ctx, id);
    const language = localeContext.current();
    return { address: `/files/month/${id}/${of}/${language}?${makeSignedUrlQuery(services.secret, what(of, language), id)}` };
  };

type Asked = { Params: { id: string; month: string; language: string }; Querystring: Record<string, unknown> };
export async function monthStatementRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/month/:id/:month/:language', async (request, reply) => {
    const { id: asked, month: of } = request.params;
    const id = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!isSignedUrlValid(services.secret, what(of, language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPdfDocument(reply, await localeContext.run(language, () => monthOf(services, id, of)));
  });
}

async function monthOf(services: RunningServices, id: number, of: Month): Promise<{ code: string; bytes: Uint8Array }> {
  const told = await buildMonthStatementTexts(asClock(services.database.db, 'a signed link opens a statement'), id, of);
  return { code: `${told.one.code}-${of}`, bytes: await renderPdfDocument(buildMonthStatementDocument(told)) };
}
/** All texts of the PDF: the numbers of the page and the rows behind them. */
export async function buildMonthStatementTexts(ctx: Ctx, id: number, of: Month) {
  const one = await readMonthStatement(ctx, { id, month: of, page: 1, page_size: maxAdviceLines });
  const holder = await readWalletOwner(ctx, id);
  return {
    one,
    lines: await readEntriesWithoutUnit(ctx.db, holder, one, maxAdviceLines),
    units: await readUnitStatementRows(ctx, holder.companyId, getDayRangeOfMonth(of)),
    deposits: await readDepositsInPeriod(ctx.db, holder, one, maxAdviceLines),
    receiver: await readLetterSender(ctx.db, holder.companyId),
  };
}
/** Explains why the collected amount differs from the credited one: the first is by day of payment, the second by posting day. */
const sayCollected = ({ collected_cents, parts }: Told['one']): string =>
  m.settlement_month_collected({
    sum: cents(collected_cents),
    credited: cents(sumCents(parts.filter(({ part }) => part === 'gross').map((each) => each.cents))),
  });
type Told = Awaited<ReturnType<typeof buildMonthStatementTexts>> & { readonly receiver: LetterSender };

const cents = (amount: number): string => formatKesPlain(amount, true);
/** The amount in tables with many columns: without cents if they are zero, and an empty cell for zero. */
const short = (amount: number): string => (amount === 0 ? '' : formatKesPlain(amount));
const right = (title: string, share = 0.22) => ({ title, share, right: true });
type Counted = { readonly cents: number };
/** The total of the rows that the PDF does not show, so that it adds up. */
const rest = (rows: readonly Counted[], count: number, total: number): string[][] =>
  count > rows.length ? [[m.settlement_month_more({ count: count - rows.length }), cents(total - sumCents(rows.map((row) => row.cents)))]] : [];

function collected({ results, count, parts }: Told['one']): PdfDocumentPart[] {
  const gross = sumCents(parts.filter(({ part }) => part === 'gross').map((one) => one.cents));
  if (count === 0) return [];
  return [
    {
      table: {
        columns: [{ title: m.settlement_month_homes() }, right(m.settlement_column_amount())],
        rows: [...results.map((row) => [row.home, cents(row.cents)]), ...rest(results, count, gross)],
      },
    },
  ];
}
/** The month by unit, with the totals of all units where the table leaves some out. */
function unitParts(units: Told['units']): PdfDocumentPart[] {
  if (units.length === 0) return [];
  const total = sumUnitStatement(units);
  const shown = units.slice(0, maxAdviceLines);
  const numbers = (row: { readonly [K in keyof typeof total]: number }): string[] =>
    [row.billed_cents, row.collected_cents, row.arrears_cents, row.agent_cents, row.platform_cents, row.tax_cents].map(short);
  return [
    { heading: m.settlement_units(), level: 2 },
    {
      table: {
        columns: [
          { title: m.settlement_month_homes_column() },
          ...[
            m.settlement_unit_billed(),
            m.settlement_unit_collected(),
            m.settlement_unit_arrears(),
            m.settlement_unit_agent(),
            m.settlement_unit_platform(),
            m.settlement_unit_tax(),
          ].map((title) => right(title, 0.13)),
        ],
        rows: [
          ...shown.map((row) => [[row.home, row.payouts.map((one) => one.code).join(', ')].filter(Boolean).join('\n'), ...numbers(row)]),
          ...(units.length > shown.length ? [[m.settlement_month_more({ count: units.length - shown.length }), '', '', '', '', '', '']] : []),
          [m.settlement_unit_total(), ...numbers(total)],
        ],
      },
    },
  ];
}
const others = (lines: Told['lines']): PdfDocumentPart[] =>
  lines.length === 0
    ? []
    : [
        { heading: m.settlement_month_lines(), level: 2 },
        {
          table: {
            columns: [
              { title: m.settlement_column_posted(), share: 0.2 },
              { title: m.settlement_column_what() },
              right(m.settlement_column_amount()),
            ],
            rows: [
              ...lines.map((line) => [formatLongDate(line.day), line.says, cents(line.cents)]),
              ...rest(lines, lines[0]?.count ?? 0, lines[0]?.total ?? 0).map((row) => ['', ...row]),
            ],
          },
        },
      ];
/** Deposits are a separate liability with their own total, never part of the sums above. */
function depositParts({ one, deposits }: Told): PdfDocumentPart[] {
  const { opening_cents, in_cents, out_cents, closing_cents } = one.deposits;
  if (deposits.count === 0) return [];
  const closings = deposits.rows.map((row) => ({ ...row, cents: row.opening + row.came - row.went }));
  return [
    { heading: m.wallet_deposits(), level: 2 },
    ...(one.mode === 'trust' ? [{ text: m.wallet_deposits_text(), style: 'small' } satisfies PdfDocumentPart] : []),
    {
      table: {
        columns: [
          { title: m.wallet_column_home() },
          ...[m.wallet_opening(), m.wallet_column_in(), m.wallet_column_out(), m.wallet_column_deposit()].map((title) => right(title, 0.16)),
        ],
        rows: [
          ...closings.map((row) => [[row.home, row.tenant].filter(Boolean).join('\n'), ...[row.opening, row.came, row.went, row.cents].map(short)]),
          ...rest(closings, deposits.count, closing_cents).map(([more = '', left = '']) => [more, '', '', '', left]),
        ],
      },
    },
    {
      sums: [
        [m.wallet_opening(), cents(opening_cents)],
        [m.wallet_column_in(), cents(in_cents)],
        [m.wallet_column_out(), cents(-out_cents)],
        [m.wallet_column_deposit(), cents(closing_cents)],
      ],
    },
  ];
}

export function buildMonthStatementDocument(told: Told): PdfDocumentContent {
  const { one, lines, receiver } = told;
  return {
    title: m.settlement_month(),
    ...buildMakaoDocumentFrame(
      one.code,
      one.over
        ? { text: m.settlement_month_whole(), tone: 'done' }
        : { text: m.settlement_month_so_far({ day: formatLongDate(clock.today()) }), tone: 'open' },
    ),
    parts: [
      {
        facts: [
          { label: m.invoice_paper_for(), lines: [receiver.from, ...receiver.reach] },
          { label: m.invoice_paper_period(), lines: [m.invoice_paper_days({ from: formatLongDate(one.from), last: formatLongDate(one.last) })] },
        ],
      },
      ...(one.mode === 'record'
        ? [{ text: one.mixed ? m.settlement_month_mixed() : m.settlement_month_memo(), style: 'note' } satisfies PdfDocumentPart]
        : []),
      ...collected(one),
      {
        sums: [
          [m.wallet_opening(), cents(one.opening_cents)],
          ...one.parts.map((row) => [monthStatementPartLabels[row.part](), cents(row.cents)] as const),
          [m.wallet_closing(), cents(one.closing_cents)],
        ],
      },
      ...(one.collected_cents !== 0 ? [{ text: sayCollected(one), style: 'small' } satisfies PdfDocumentPart] : []),
      ...unitParts(told.units),
      ...others(lines),
      ...depositParts(told),
    ],
  };
}
