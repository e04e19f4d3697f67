import type { FastifyInstance } from 'fastify';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { balanceCalls, TrialBalanceRow, TrialBalanceTotal } from '#contract/ledger/balance-calls.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, isDay } from '#contract/time/days.ts';
import { asClock, type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { platformSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { logExport, readTrialBalance } from './balances.ts';

type Calls = typeof balanceCalls;
type Balances = HandlerResult<Calls['trialBalance']>;
const what = (from: Day, to: Day, language: string) => `ledger-balances-${from}-${to}-${language}`;

/** The link to the PDF, in the language of the reader. */
export const makeTrialBalancePdfLink =
  (services: RunningServices) =>
  async (ctx: Ctx, period: HandlerInput<Calls['trialBalancePdf']>): Promise<HandlerResult<Calls['trialBalancePdf']>> => {
    const { from, to } = period;
    const { userId: id } = requireSignedIn(ctx);
    const language = localeContext.current();
    await logExport(ctx, (await readTrialBalance(ctx, period)).rows.length, period);
    return { address: `/files/balances/${id}/${from}/${to}/${language}?${makeSignedUrlQuery(services.secret, what(from, to, language), id)}` };
  };

type Asked = { Params: { id: string; from: string; to: string; language: string }; Querystring: Record<string, unknown> };
export async function ledgerFileRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/balances/:id/:from/:to/:language', async (request, reply) => {
    const { id, from, to } = request.params;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    const reader = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
    if (!isDay(from) || !isDay(to) || !isSignedUrlValid(services.secret, what(from, to, language), reader, request.query))
      throw new Refusal('notFound', sentence('itemNotFound'));
    return localeContext.run(language, async () => {
      const balances = await readTrialBalance(asClock(services.database.db, 'a signed link opens the balances'), { from, to });
      return sendPdfDocument(reply, { code: `balances-${to}`, bytes: await renderPdfDocument(buildTrialBalanceDocument(balances)) });
    });
  });
}

const cents = (amount: number): string => (amount === 0 ? '' : formatKesPlain(amount, true).replace('KES ', ''));
const amounts = (row: TrialBalanceTotal): string[] =>
  [row.debit_cents, row.credit_cents, row.balance_debit_cents, row.balance_credit_cents].map(cents);
const right = (title: string) => ({ title, share: 0.145, right: true });

function fundPart(rows: readonly TrialBalanceRow[], total: TrialBalanceTotal): PdfDocumentPart[] {
  return [
    { heading: ledgerFundLabels[total.fund](), level: 2 },
    {
      table: {
        columns: [
          { title: m.ledger_trial_account() },
          ...[
            m.ledger_trial_opening(),
            m.ledger_column_debit(),
            m.ledger_column_credit(),
            m.ledger_trial_debit_balance(),
            m.ledger_trial_credit_balance(),
          ].map(right),
        ],
        rows: rows.map((row) => [`${row.code} ${getLedgerAccountLabel(row.code)}`, cents(row.opening_cents), ...amounts(row)]),
        foot: [m.ledger_trial_total(), '', ...amounts(total)],
      },
    },
  ];
}

export function buildTrialBalanceDocument({ from, to, closed, rows, totals }: Balances): PdfDocumentContent {
  const day = formatLongDate(to);
  return {
    title: m.ledger_tab_trial(),
    letterhead: {
      ...platformSender,
      code: to,
      badge: closed ? { text: m.ledger_period_closed(), tone: 'done' } : { text: m.ledger_period_open(), tone: 'open' },
    },
    language: localeContext.current(),
    foot: `${m.ledger_tab_trial()} · ${day}`,
    author: platformSender.from,
    at: clock.now(),
    parts: [
      { text: m.ledger_trial_pdf_period({ from: formatLongDate(from), to: day }) },
      ...totals.flatMap((total) =>
        fundPart(
          rows.filter(({ fund }) => fund === total.fund),
          total,
        ),
      ),
    ],
  };
}
