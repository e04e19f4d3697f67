import type { FastifyInstance } from 'fastify';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { isOnRemittanceAdvice } from '#contract/settlement/kinds.ts';
import { payoutDeductionLabels, payoutLineKindLabels, payoutStatusLabels, retainedReasonLabels } from '#contract/settlement/labels.ts';
import { explainPayout, type PayoutFigures } from '#contract/settlement/net.ts';
import type { SettlementDetails } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { type Letterhead, type PdfDocumentContent, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { type LetterSender, platformSender, readLetterSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { listPayoutLines, readPayoutDetails } from '../read.ts';

type Calls = typeof settlementCalls;
const what = (language: string) => `settlement-advice-${language}`;

/** The link to the remittance advice, in the language of the reader: the payee or a super admin. */
export const makeRemittanceAdviceLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['remittanceAdvice']>): Promise<HandlerResult<Calls['remittanceAdvice']>> => {
    const { status, transfers } = await readPayoutDetails(ctx, { id });
    if (!isOnRemittanceAdvice(status, transfers)) throw new Refusal('notFound', sentence('itemNotFound'));
    const language = localeContext.current();
    return { address: `/files/settlement/${id}/${language}?${makeSignedUrlQuery(services.secret, what(language), id)}` };
  };

type Asked = { Params: { id: string; language: string }; Querystring: Record<string, unknown> };
export async function remittanceAdviceRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/settlement/:id/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!isSignedUrlValid(services.secret, what(language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPdfDocument(reply, await localeContext.run(language, () => adviceOf(services, id)));
  });
}

const cents = (amount: number): string => formatKesPlain(amount, true);
/** The maximum number of lines in the PDF, which would be too long to read; the CSV file has all lines. */
export const maxAdviceLines = 1000;
/** The total of the lines that the PDF does not show, so that it adds up. */
export const buildRemainingAdviceLine = (
  f: Pick<PayoutFigures, 'total' | 'opening'>,
  shown: readonly { readonly cents: number }[],
  count: number,
): string[][] =>
  count > shown.length
    ? [['', m.settlement_lines_more({ count: count - shown.length }), cents(sumCents([f.total, -f.opening, ...shown.map((line) => -line.cents)]))]]
    : [];

async function adviceOf(services: RunningServices, id: number): Promise<{ code: string; bytes: Uint8Array }> {
  const ctx = asClock(services.database.db, 'a signed link opens a remittance advice');
  const one = await readPayoutDetails(ctx, { id });
  const made = await listPayoutLines(ctx, { id, page: 1, page_size: maxAdviceLines });
  return { code: one.code, bytes: await renderPdfDocument(buildRemittanceAdviceDocument(one, made, await readLetterSender(ctx.db, one.company.id))) };
}

type Badge = NonNullable<Letterhead['badge']>;
/** The header and footer of a platform document about a wallet. */
export const buildMakaoDocumentFrame = (code: string, badge: Badge) => ({
  letterhead: { ...platformSender, code, badge },
  language: localeContext.current(),
  foot: `${code} · ${platformSender.from}`,
  author: platformSender.from,
  at: clock.now(),
});

const tones: Readonly<Record<string, Badge['tone']>> = { paid: 'done', part_failed: 'late', failed: 'late' };
/** The entries, their total, the deductions and the net amount; below that the reasons for the retained rest. */
export function buildRemittanceAdviceDocument(
  one: SettlementDetails,
  { results, count }: Pick<HandlerResult<Calls['payoutLines']>, 'results' | 'count'>,
  payee: LetterSender,
): PdfDocumentContent {
  const f = one.figures as PayoutFigures;
  const { parts, off, stays } = explainPayout(f);
  const amount = { title: m.settlement_column_amount(), right: true, share: 0.22 };
  return {
    title: m.settlement_advice_title(),
    ...buildMakaoDocumentFrame(one.code, { text: payoutStatusLabels[one.status](), tone: tones[one.status] ?? 'open' }),
    parts: [
      {
        facts: [
          { label: m.invoice_paper_for(), lines: [payee.from, ...payee.reach] },
          { label: m.settlement_column_to(), lines: [one.to ?? ''] },
          { label: m.settlement_cut_off(), lines: [formatLongDate(one.cut_off)] },
          ...(one.paid_at ? [{ label: m.settlement_paid_on(), lines: [formatLongDate(toNairobiDay(one.paid_at))] }] : []),
        ],
      },
      {
        table: {
          columns: [{ title: m.settlement_column_posted(), share: 0.2 }, { title: m.settlement_column_what() }, amount],
          rows: [
            ...(f.opening === 0 ? [] : [['', m.settlement_part_opening(), cents(f.opening)]]),
            ...results.map((line) => [formatLongDate(line.day), line.says, cents(line.cents)]),
            ...buildRemainingAdviceLine(f, results, count),
          ],
        },
      },
      {
        sums: [
          ...parts.map(({ kind, cents: part }) => [payoutLineKindLabels[kind](), cents(part)] as const),
          ...off.map(({ what: taken, cents: part }) => [payoutDeductionLabels[taken](), cents(part)] as const),
          [m.settlement_advice_sent(), cents(one.net_cents)],
        ],
      },
      ...(stays.length > 0
        ? [
            { heading: m.settlement_stays(), level: 2 as const },
            {
              table: {
                columns: [{ title: m.settlement_column_part() }, amount],
                rows: stays.map((stay) => [retainedReasonLabels[stay.why](), cents(stay.cents)]),
              },
            },
            ...(one.frees_on ? [{ text: m.settlement_frees_on({ day: formatLongDate(one.frees_on) }), style: 'small' as const }] : []),
          ]
        : []),
    ],
  };
}
