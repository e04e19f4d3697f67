import type { FastifyInstance } from 'fastify';
import type { accountingCalls } from '#contract/accounting/calls.ts';
import { balanceSourceLabels, worksheetStateLabels } from '#contract/accounting/labels.ts';
import {
  describeWorksheetEntry,
  isBalanceOlder,
  listWorksheetLines,
  listWorksheetParts,
  type WorksheetPart,
} from '#contract/accounting/worksheet-lines.ts';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { formatNairobiTime } from '#server/lists/export.ts';
import { type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { platformSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { figuresOf, readWorksheetRow } from './worksheets.ts';

type Calls = typeof accountingCalls;
const what = (language: string) => `accounting-worksheet-${language}`;

/** The link to the PDF, in the language of the reader. */
export const makeWorksheetPdfLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['worksheetPdf']>): Promise<HandlerResult<Calls['worksheetPdf']>> => {
    const { code } = await readWorksheetRow(ctx, id);
    const language = localeContext.current();
    await audit(ctx.db, ctx, { kind: 'undefined', document: 'ledger', id, code, reason: 'the worksheet was opened' });
    return { address: `/files/worksheet/${id}/${language}?${makeSignedUrlQuery(services.secret, what(language), id)}` };
  };

type Asked = { Params: { id: string; language: string }; Querystring: Record<string, unknown> };
export async function accountingFileRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/worksheet/:id/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!isSignedUrlValid(services.secret, what(language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return localeContext.run(language, async () => {
      const row = await readWorksheetRow(asClock(services.database.db, 'a signed link opens a worksheet'), id);
      return sendPdfDocument(reply, { code: row.code, bytes: await renderPdfDocument(buildWorksheetDocument(row)) });
    });
  });
}

const cents = (amount: number): string => formatKesPlain(amount, true);
const tones = { prepared: 'open', signed: 'done', returned: 'late', withdrawn: 'late', replaced: 'late' } as const;
/** The entries of one part. A long list ends with the sum of the rest, so that it adds up. */
function entriesPart(part: WorksheetPart): PdfDocumentPart[] {
  const { entries, count } = part;
  const rest = part.cents - sumCents(entries.map((entry) => entry.cents));
  return [
    { heading: part.title(), level: 2 },
    {
      table: {
        columns: [
          { title: m.ledger_column_day(), share: 0.2 },
          { title: m.ledger_column_says() },
          { title: m.ledger_column_amount(), share: 0.24, right: true },
        ],
        rows: [
          ...entries.map((entry) => [
            ...[formatLongDate(entry.day), [entry.text, describeWorksheetEntry(entry)].filter(Boolean).join(', '), cents(entry.cents)],
          ]),
          ...(count > entries.length ? [['', m.accounting_lines_more({ count: count - entries.length }), cents(rest)]] : []),
        ],
      },
    },
  ];
}

/** The day of the balance, its time if M-Pesa answered, and its source: a balance of an earlier day proves less. */
const describeBalance = (f: AccountReconciliation): string[] =>
  f.bank === null
    ? []
    : [
        [formatLongDate(f.bank.day), f.bank.at ? formatNairobiTime(new Date(f.bank.at))?.slice(11) : ''].filter(Boolean).join(', '),
        balanceSourceLabels[f.bank.source](),
        ...(isBalanceOlder(f) ? [m.accounting_balance_older()] : []),
      ];

type Row = Awaited<ReturnType<typeof readWorksheetRow>>;
export function buildWorksheetDocument(row: Row): PdfDocumentContent {
  const f = figuresOf(row);
  const state = row.status as keyof typeof tones;
  const signature = (role: string, name: string | null, at: Date | null): PdfDocumentPart[] =>
    name && at ? [{ signature: { name, role, typed: name, said: formatLongDate(toNairobiDay(at)) } }] : [];
  return {
    title: m.accounting_worksheet(),
    letterhead: { ...platformSender, code: row.code, badge: { text: worksheetStateLabels[state](), tone: tones[state] } },
    language: localeContext.current(),
    foot: `${row.code} · ${platformSender.from}`,
    author: platformSender.from,
    at: row.prepared_at,
    parts: [
      {
        facts: [
          { label: m.ledger_trial_account(), lines: [row.name, row.number ?? ''] },
          { label: m.accounting_day(), lines: [formatLongDate(row.day)] },
          { label: m.accounting_bank_balance(), lines: describeBalance(f) },
        ],
      },
      { sums: listWorksheetLines(f).map(({ label, cents: amount }) => [label(), amount === null ? '' : cents(amount)] as const) },
      ...(row.note ? [{ heading: m.accounting_note(), level: 2 as const }, { text: row.note }] : []),
      ...listWorksheetParts(f).flatMap(entriesPart),
      ...signature(m.accounting_prepared_by(), row.preparer, row.prepared_at),
      ...(state === 'signed' || state === 'replaced' ? signature(m.accounting_signed_by(), row.decider, row.decided_at) : []),
    ],
  };
}
