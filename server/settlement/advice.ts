import type { FastifyInstance } from 'fastify';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { isAdvised } from '#contract/settlement/kinds.ts';
import { type Figures, whyOf } from '#contract/settlement/net.ts';
import { offNames, partNames, staysNames } from '#contract/settlement/words.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { atClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { openedFor, opens } from '#server/kernel/opened.ts';
import { paper, sendPaper } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import { lines, payment } from './read.ts';

type Calls = typeof settlementCalls;
const what = (language: string) => `settlement-advice-${language}`;

/** The address of the remittance advice, in the language of who asks: theirs whose payout it is, and the superadmins'. */
export const advice =
  (house: House) =>
  async (ctx: Ctx, { id }: Input<Calls['advice']>): Promise<Result<Calls['advice']>> => {
    const { status, transfers } = await payment(ctx, { id });
    if (!isAdvised(status, transfers)) throw new Refusal('notFound', sentence('itemNotFound'));
    const language = inLocale.current();
    return { address: `/files/settlement/${id}/${language}?${openedFor(house.secret, what(language), id)}` };
  };

type Asked = { Params: { id: string; language: string }; Querystring: Record<string, unknown> };
export async function adviceRoutes(app: FastifyInstance, house: House): Promise<void> {
  app.get<Asked>('/files/settlement/:id/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    if (!opens(house.secret, what(language), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPaper(reply, await inLocale.run(language, () => adviceOf(house, id)));
  });
}

/** A paper of more pages nobody reads: the table file has them all. */
export const mostLines = 1000;
/** What the paper has no line for is said, so that it adds up. */
export const restOf = (f: Pick<Figures, 'total' | 'opening'>, shown: readonly { readonly cents: number }[], count: number): string[][] =>
  count > shown.length
    ? [['', m.settlement_lines_more({ count: count - shown.length }), kesPlain(sum([f.total, -f.opening, ...shown.map((line) => -line.cents)]))]]
    : [];

async function adviceOf(house: House, id: number): Promise<{ code: string; bytes: Uint8Array }> {
  const ctx = atClock(house.database.db, 'a signed address opens a remittance advice');
  const one = await payment(ctx, { id });
  const { results, count } = await lines(ctx, { id, page: 1, page_size: mostLines });
  const f = one.figures as Figures;
  const why = whyOf(f);
  const parts = why.parts.map(({ kind, cents }) => [partNames[kind](), kesPlain(cents)]);
  const stays = why.stays.map((one) => [staysNames[one.why](), kesPlain(one.cents)]);
  const kept = why.off.map(({ what: off, cents }) => [offNames[off](), kesPlain(cents)]);
  const bytes = await paper({
    title: `${m.settlement_advice_title()} ${one.code}`,
    subtitle: one.company.name,
    language: inLocale.current(),
    foot: one.code,
    author: 'Makao',
    at: clock.now(),
    parts: [
      {
        pairs: [
          [m.settlement_column_net(), kesPlain(one.net_cents)],
          [m.settlement_column_to(), one.to ?? ''],
          [m.settlement_cut_off(), longDate(one.cut_off)],
          ...(one.paid_at ? [[m.settlement_paid_on(), longDate(dayOf(one.paid_at))] as const] : []),
        ],
      },
      { heading: m.settlement_why(), level: 2 },
      {
        table: {
          columns: [{ title: m.settlement_column_part() }, { title: m.settlement_column_amount(), right: true }],
          rows: [...parts, ...kept],
          foot: [m.settlement_column_net(), kesPlain(one.net_cents)],
        },
      },
      ...(stays.length > 0
        ? [
            { heading: m.settlement_stays(), level: 2 as const },
            { table: { columns: [{ title: m.settlement_column_part() }, { title: m.settlement_column_amount(), right: true }], rows: stays } },
            ...(one.frees_on ? [{ text: m.settlement_frees_on({ day: longDate(one.frees_on) }) }] : []),
          ]
        : []),
      { heading: m.settlement_lines(), level: 2 },
      {
        table: {
          columns: [
            { title: m.settlement_column_day(), share: 0.18 },
            { title: m.settlement_column_what() },
            { title: m.settlement_column_amount(), right: true, share: 0.2 },
          ],
          rows: [
            ...(f.opening === 0 ? [] : [['', m.settlement_part_opening(), kesPlain(f.opening)]]),
            ...results.map((line) => [longDate(line.day), line.says, kesPlain(line.cents)]),
            ...restOf(f, results, count),
          ],
          foot: ['', m.settlement_part_total(), kesPlain(f.total)],
        },
      },
    ],
  });
  return { code: one.code, bytes };
}
