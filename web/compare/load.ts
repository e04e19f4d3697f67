import type { RouterContextProvider } from 'react-router';
import { buildListingCardHref } from '#contract/portal/card-href.ts';
import { searchCalls } from '#contract/search/calls.ts';
import { maxComparedListings } from '#contract/search/limits.ts';
import type { PublicPicture } from '#contract/search/shapes.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { buildCompareHref, readComparedIds } from './ids.ts';
import { buildCompareRows, compareGroups } from './rows.ts';
import { type CompareCellView, compareGroupNames, getCompareRowName, toCompareCellView } from './words.ts';

export type CompareColumnView = {
  readonly id: number;
  readonly title: string;
  readonly place: string;
  readonly href: string | null;
  readonly picture: PublicPicture | null;
  readonly remove: string;
};
export type CompareRowView = {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly (CompareCellView & { best: boolean })[];
  readonly sum: boolean;
};
export type CompareView = {
  readonly columns: readonly CompareColumnView[];
  readonly groups: readonly { readonly name: string; readonly rows: readonly CompareRowView[] }[];
  readonly ids: readonly number[];
  readonly only: boolean;
  readonly toggle: string;
  readonly wanted: string;
  readonly offered: readonly { readonly id: number; readonly title: string; readonly line: string; readonly href: string }[] | null;
  readonly page: { readonly title: string; readonly description: string; readonly hidden: true };
};

export async function loadCompareView(context: Readonly<RouterContextProvider>, params: URLSearchParams): Promise<CompareView> {
  const { call, locale } = readServerFunctions(context);
  const ids = readComparedIds(params.get('ids'));
  const only = params.get('diff') === '1';
  const wanted = (params.get('add') ?? '').trim().slice(0, 200);
  const asked = ids.length > 0 ? await call(searchCalls.compare, { ids: ids.join(',') }) : null;
  const answer = asked?.ok ? asked.value : { results: [], gone: [] };
  // In the order of the address, so that a shared comparison looks the same to everyone.
  const items = ids.flatMap((id) => answer.results.filter((it) => it.card.id === id));
  const rest = ids.flatMap((id) => answer.gone.filter((it) => it.id === id));
  const known = [...items.map((it) => it.card.id), ...rest.map((it) => it.id)];
  const without = (id: number) =>
    buildCompareHref(
      known.filter((one) => one !== id),
      only,
    );
  const rows = buildCompareRows(items, only);
  return {
    columns: [
      ...items.map(({ card }) => ({
        id: card.id,
        title: card.title,
        place: card.place.name === card.place.county ? card.place.name : `${card.place.name}, ${card.place.county}`,
        href: buildListingCardHref(card),
        picture: card.cover,
        remove: without(card.id),
      })),
      ...rest.map(({ id, title }) => ({ id, title, place: '', href: null, picture: null, remove: without(id) })),
    ],
    groups: compareGroups
      .map((group) => ({
        name: compareGroupNames[group](),
        rows: rows
          .filter((row) => row.group === group)
          .map((row) => ({
            key: row.key,
            name: getCompareRowName(row, locale),
            cells: row.cells.map((cell, at) => ({ ...toCompareCellView(cell, row.key, locale), best: row.best.includes(at) })),
            sum: row.sum ?? false,
          })),
      }))
      .filter((group) => group.rows.length > 0),
    ids: known,
    only,
    toggle: buildCompareHref(known, !only),
    wanted,
    offered: wanted && known.length < maxComparedListings ? await offersFor(context, wanted, known, only) : null,
    page: { title: m.screens_map_compare(), description: m.compare_lead(), hidden: true },
  };
}

/** The homes to add to the comparison, found by a text search. */
async function offersFor(context: Readonly<RouterContextProvider>, wanted: string, known: readonly number[], only: boolean) {
  const found = await readServerFunctions(context).call(searchCalls.listings, { q: wanted, size: 8 });
  if (!found.ok) return [];
  return found.value.results
    .filter((card) => !known.includes(card.id))
    .slice(0, 6)
    .map((card) => ({
      id: card.id,
      title: card.title,
      line: `${formatKes(card.price_cents)} · ${card.place.name}`,
      href: buildCompareHref([...known, card.id], only),
    }));
}
