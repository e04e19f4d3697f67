import type { FastifyInstance } from 'fastify';
import { bidFinancingLabels } from '#contract/bid/labels.ts';
import type { BidTurn } from '#contract/bid/shapes.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { timeZone } from '#contract/constants.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { companyAndCountyColumns } from '#server/lists/holder.ts';
import { type PdfDocumentContent, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import { bidNameColumns, readBidTurns } from './rows.ts';

const what = 'bid-acceptance';
const why = 'a signed link opens the document of an accepted bid';
type Asked = { Params: { id: string }; Querystring: Record<string, unknown> };

export const buildAcceptanceDocumentPath = (secret: string, id: number): string => `/files/bid/${id}?${makeSignedUrlQuery(secret, what, id)}`;

/** Serves the acceptance document at the address issued with the bid, for both sides. */
export async function acceptanceDocumentRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/bid/:id', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    if (!isSignedUrlValid(services.secret, what, id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    const made = await readBidAcceptanceDocument(services.database.db, id);
    return sendPdfDocument(reply, { code: made.foot, bytes: await renderPdfDocument(made) });
  });
}

const momentText = (moment: Date | string): string =>
  new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  );
const dayText = (day: string): string =>
  new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const termsOf = (turn: BidTurn): (readonly [string, string])[] => [
  ...(turn.deposit_cents === null ? [] : [[m.bid_form_deposit(), formatKesPlain(turn.deposit_cents)] as const]),
  ...(turn.term_months === null ? [] : [[m.bid_form_term(), String(turn.term_months)] as const]),
  ...(turn.starts_on === null ? [] : [[m.bid_form_start(), dayText(turn.starts_on)] as const]),
  ...(turn.financing === null ? [] : [[m.bid_form_financing(), bidFinancingLabels[turn.financing]()] as const]),
  ...(turn.conditions === '' ? [] : [[m.bid_form_conditions(), turn.conditions] as const]),
];

/** The agreed terms, the parties, the date and every turn. Only an accepted bid has this document. */
export async function readBidAcceptanceDocument(db: Db, id: number): Promise<PdfDocumentContent & { readonly foot: string }> {
  const row = await systemRows(db, 'bid', why)
    .innerJoin('listing', 'listing.id', 'bid.listing_id')
    .innerJoin('property', 'property.id', 'bid.property_id')
    .innerJoin('person', 'person.id', 'bid.person_id')
    .selectAll('bid')
    .select([...bidNameColumns, ...companyAndCountyColumns('bid.company_id')])
    .select('property.name as property_name')
    .where('bid.id', '=', id)
    .where('bid.status', '=', 'accepted')
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  const turns = (await readBidTurns(db, [row])).get(id) ?? [];
  const last = turns.at(-1);
  const buys = row.listing_type === listingTypes.buy;
  const pairs: (readonly [string, string])[] = [
    [m.bid_column_listing(), `${row.listing_title}, ${row.property_name}`],
    [m.bid_column_bidder(), row.bidder],
    [m.bid_paper_offered_by(), row.holder_name],
    [buys ? m.bid_form_amount() : m.bid_form_amount_rent(), formatKesPlain(last?.cents ?? 0)],
    ...(last ? termsOf(last) : []),
    [m.bid_paper_accepted_on(), momentText(row.updated_at)],
  ];
  return {
    title: m.bid_paper_title({ code: row.code }),
    subtitle: row.holder_name,
    language: localeContext.current(),
    foot: row.code,
    at: row.updated_at,
    parts: [
      { pairs },
      { text: buys ? m.bid_paper_buy() : m.bid_paper_let(), style: 'note' },
      { heading: m.bid_turns(), level: 2 },
      {
        table: {
          columns: [
            { title: m.bid_paper_when(), share: 0.34 },
            { title: m.bid_paper_who() },
            { title: m.bid_column_amount(), share: 0.26, right: true },
          ],
          rows: turns.map((turn) => [momentText(turn.at), turn.by, formatKesPlain(turn.cents)]),
        },
      },
    ],
  };
}
