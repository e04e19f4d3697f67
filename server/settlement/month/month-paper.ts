import type { FastifyInstance } from 'fastify';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { monthNames } from '#contract/settlement/labels.ts';
import type { monthCalls } from '#contract/settlement/month-calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { Month } from '#contract/time/days.ts';
import { atClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { openedFor, opens } from '#server/kernel/opened.ts';
import { type Paper, type Part, paper, sendPaper } from '#server/pdf/service.ts';
import { type Sender, senderOf } from '#server/people/service.ts';
import { depositsIn, holderOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { fromMakao, mostLines } from '../bank/advice.ts';
import { month, otherLines } from './month.ts';

type Calls = typeof monthCalls;
const what = (of: Month, language: string) => `settlement-month-${of}-${language}`;

/** The address of the paper, in the language of who asks: theirs whose wallet it is, and the platform's heads'. */
export const monthPaper =
  (house: House) =>
  async (ctx: Ctx, { id, month: of }: Input<Calls['monthPaper']>): Promise<Result<Calls['monthPaper']>> => {
    await holderOf(ctx, id);
    const language = inLocale.current();
    return { address: `/files/month/${id}/${of}/${language}?${openedFor(house.secret, what(of, language), id)}` };
  };

type Asked = { Params: { id: string; month: string; language: string }; Querystring: Record<string, unknown> };
export async function monthRoutes(app: FastifyInstance, house: House): Promise<void> {
  app.get<Asked>('/files/month/:id/:month/:language', async (request, reply) => {
    const { id: asked, month: of } = request.params;
    const id = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!opens(house.secret, what(of, language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPaper(reply, await inLocale.run(language, () => monthOf(house, id, of)));
  });
}

async function monthOf(house: House, id: number, of: Month): Promise<{ code: string; bytes: Uint8Array }> {
  const told = await toldOf(atClock(house.database.db, 'a signed address opens a statement'), id, of);
  return { code: `${told.one.code}-${of}`, bytes: await paper(monthSheet(told)) };
}
/** All that the paper says: the screen's own numbers, and the rows behind them. */
export async function toldOf(ctx: Ctx, id: number, of: Month) {
  const one = await month(ctx, { id, month: of, page: 1, page_size: mostLines });
  const holder = await holderOf(ctx, id);
  return {
    one,
    lines: await otherLines(ctx.db, holder, one, mostLines),
    deposits: await depositsIn(ctx.db, holder, one, mostLines),
    receiver: await senderOf(ctx.db, holder.companyId),
  };
}
type Told = Awaited<ReturnType<typeof toldOf>> & { readonly receiver: Sender };

const cents = (amount: number): string => kesPlain(amount, true);
/** Where columns are many: no cents where there are none, and nothing for nothing. */
const short = (amount: number): string => (amount === 0 ? '' : kesPlain(amount));
const right = (title: string, share = 0.22) => ({ title, share, right: true });
type Counted = { readonly cents: number };
/** What the paper has no row for is said, so that it adds up. */
const rest = (rows: readonly Counted[], count: number, total: number): string[][] =>
  count > rows.length ? [[m.settlement_month_more({ count: count - rows.length }), cents(total - sum(rows.map((row) => row.cents)))]] : [];

function collected({ results, count, parts }: Told['one']): Part[] {
  const gross = sum(parts.filter(({ part }) => part === 'gross').map((one) => one.cents));
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
const others = (lines: Told['lines']): Part[] =>
  lines.length === 0
    ? []
    : [
        { heading: m.settlement_month_lines(), level: 2 },
        {
          table: {
            columns: [{ title: m.settlement_column_day(), share: 0.2 }, { title: m.settlement_column_what() }, right(m.settlement_column_amount())],
            rows: [
              ...lines.map((line) => [longDate(line.day), line.says, cents(line.cents)]),
              ...rest(lines, lines[0]?.count ?? 0, lines[0]?.total ?? 0).map((row) => ['', ...row]),
            ],
          },
        },
      ];
/** A liability of its own, with its own sum: never part of what is above. */
function held({ one, deposits }: Told): Part[] {
  const { opening_cents, in_cents, out_cents, closing_cents } = one.deposits;
  if (deposits.count === 0) return [];
  const closings = deposits.rows.map((row) => ({ ...row, cents: row.opening + row.came - row.went }));
  return [
    { heading: m.wallet_deposits(), level: 2 },
    ...(one.mode === 'trust' ? [{ text: m.wallet_deposits_text(), style: 'small' } satisfies Part] : []),
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

export function monthSheet(told: Told): Paper {
  const { one, lines, receiver } = told;
  return {
    title: m.settlement_month(),
    ...fromMakao(
      one.code,
      one.over
        ? { text: m.settlement_month_whole(), tone: 'done' }
        : { text: m.settlement_month_so_far({ day: longDate(clock.today()) }), tone: 'open' },
    ),
    parts: [
      {
        facts: [
          { label: m.invoice_paper_for(), lines: [receiver.from, ...receiver.reach] },
          { label: m.invoice_paper_period(), lines: [m.invoice_paper_days({ from: longDate(one.from), last: longDate(one.last) })] },
        ],
      },
      ...(one.mode === 'record' ? [{ text: m.settlement_month_memo(), style: 'note' } satisfies Part] : []),
      ...collected(one),
      {
        sums: [
          [m.wallet_opening(), cents(one.opening_cents)],
          ...one.parts.map((row) => [monthNames[row.part](), cents(row.cents)] as const),
          [m.wallet_closing(), cents(one.closing_cents)],
        ],
      },
      ...others(lines),
      ...held(told),
    ],
  };
}
