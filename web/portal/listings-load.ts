import { data, type RouterContextProvider, redirect } from 'react-router';
import type { CallInput } from '#contract/kernel/call.ts';
import { type FacetAnswer, type SearchAnswer, searchCalls } from '#contract/search/calls.ts';
import { searchResultsPerPage } from '#contract/search/limits.ts';
import { readServerSide } from '#web/client/load.ts';
import { formatCount } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { groupCardsByBuilding } from './card/buildings.ts';
import { toCardView } from './card/card-view.ts';
import { cardLabels } from './labels.ts';
import { filterChipLabelOf, listActiveChips, listUnderstoodChips } from './search/chips-view.ts';
import { toFiltersView } from './search/filters-view.ts';
import { isQueryUntidy, normalizeQuery, pickSearchFilters, searchAddress, searchHref } from './search/query.ts';
import { listBroadestSearches, listRelaxedSearches, type RelaxedSearch, toExplicitFilters } from './search/relax.ts';
import { searchHeadingOf } from './search-heading.ts';
import { listStructuredData, writeStructuredData } from './structured-data.ts';

type Context = Readonly<RouterContextProvider>;
type Query = CallInput<(typeof searchCalls)['listings']>;
const givenOf = (query: URLSearchParams) => Object.fromEntries(query) as Query;

/** The normalized query; another spelling of the address redirects to it. */
function askedIn(request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url);
  const asked = normalizeQuery(searchParams);
  if (!isQueryUntidy(searchParams)) return asked;
  const lang = searchParams.get('lang');
  if (lang) asked.set('lang', lang);
  throw redirect(searchAddress(asked));
}

/** Invalid filters are dropped from the address instead of showing an error page. */
function refuse(asked: URLSearchParams, answer: { status: number; body: { fields?: Readonly<Record<string, string>> } }): never {
  const wrong = Object.keys(answer.body.fields ?? {}).map((name) => name.split('[')[0] ?? name);
  if (answer.status === 400 && wrong.some((name) => asked.has(name))) {
    const rest = new URLSearchParams(asked);
    for (const name of wrong) rest.delete(name);
    throw redirect(searchAddress(rest));
  }
  throw data(answer.body, { status: answer.status });
}

async function find(context: Context, asked: URLSearchParams): Promise<{ found: SearchAnswer; facets: FacetAnswer }> {
  const { call } = readServerSide(context);
  const query = new URLSearchParams(asked);
  query.delete('lang');
  const [found, facets] = await Promise.all([
    call(searchCalls.listings, givenOf(query)),
    call(searchCalls.facets, givenOf(pickSearchFilters(query))),
  ]);
  if (!found.ok) return refuse(asked, found);
  if (!facets.ok) return refuse(asked, facets);
  return { found: found.value, facets: facets.value };
}

export async function loadListingsView(context: Context, request: Request) {
  const { locale, appUrl } = readServerSide(context);
  const asked = askedIn(request);
  const { found, facets } = await find(context, asked);
  const filters = pickSearchFilters(asked);
  const chips = listActiveChips(filters, facets, found, locale);
  const cards = groupCardsByBuilding(found, locale);
  const nameOf = (name: string, value: string) => filterChipLabelOf(name, value, { facets, found, locale });
  const heading = searchHeadingOf({ query: toExplicitFilters(asked, found.understood), places: found.understood.places, nameOf });
  const page = Number(asked.get('page') ?? 1);
  const howMany = found.capped ? `${formatCount(found.count)}+` : formatCount(found.count);
  return {
    heading,
    query: filters.toString(),
    line: m.portal_results_line({ count: found.count, shown: howMany }),
    cards,
    cardLabels: cardLabels(),
    chips,
    clear: chips.length > 0 ? { label: m.portal_clear_all(), href: searchAddress(clearOf(asked)) } : null,
    understood: listUnderstoodChips(asked, found, facets, locale),
    filters: toFiltersView(asked, facets, found.understood.places, locale, m.portal_show_results({ count: found.count, shown: howMany })),
    says: {
      filters: m.portal_filters(),
      close: m.shell_close(),
      map: m.portal_map(),
      filtersOn: chips.length,
      pages: m.portal_pages(),
      none: m.portal_none_title(),
      noneText: m.portal_none_text(),
    },
    map: searchHref('/mapsearch', filters),
    pages: pagesOf(asked, found, page),
    relax: found.count === 0 ? await relaxed(context, asked, found.understood, nameOf) : [],
    page: {
      title: page > 1 ? m.portal_title_page({ heading, page }) : heading,
      description: m.portal_results_description({ heading, shown: howMany }),
      languages: true as const,
      ...(found.count === 0 ? { hidden: true as const } : {}),
      ld: writeStructuredData(
        listStructuredData(
          appUrl,
          found.results.map((card) => toCardView(card, locale)),
        ),
      ),
    },
  };
}
export type ListingsView = Omit<Awaited<ReturnType<typeof loadListingsView>>, 'page'>;

/** Clearing removes the filters but keeps rent or buy. */
const clearOf = (asked: URLSearchParams): URLSearchParams => normalizeQuery(new URLSearchParams({ type: asked.get('type') ?? '' }));

function pagesOf(asked: URLSearchParams, found: SearchAnswer, page: number) {
  const size = Number(asked.get('size') ?? searchResultsPerPage.usual);
  const pages = Math.max(1, Math.ceil(found.count / size));
  const to = (number: number, after: string | null) => {
    const query = new URLSearchParams(asked);
    for (const name of ['page', 'after']) query.delete(name);
    if (number > 1) query.set('page', String(number));
    if (after) query.set('after', after);
    return searchAddress(query);
  };
  if (pages === 1 && page === 1) return null;
  return {
    label: found.capped ? m.portal_page({ page }) : m.shell_page_of({ page, pages: Math.max(pages, page) }),
    previous: page > 1 ? { label: m.shell_page_previous(), href: to(page - 1, null) } : null,
    next: found.next ? { label: m.shell_page_next(), href: to(page + 1, found.next) } : null,
  };
}

const mostRelaxed = 12;
type NameOf = (name: string, value: string) => string;

/** Without results: shows how many homes each relaxed version of the search would find. */
async function relaxed(context: Context, asked: URLSearchParams, understood: SearchAnswer['understood'], nameOf: NameOf) {
  const one = await counted(context, listRelaxedSearches(asked, understood, nameOf).slice(0, mostRelaxed));
  if (one.length > 0) return one;
  const wide = listBroadestSearches(asked, understood).map((query) => {
    const places = query.has('place') ? understood.places : [];
    return { label: searchHeadingOf({ query, places, nameOf }), query };
  });
  return counted(context, wide);
}

async function counted(context: Context, tries: readonly RelaxedSearch[]) {
  const all = await Promise.all(
    tries.map(async ({ label, query }) => {
      const answer = await readServerSide(context).call(searchCalls.listings, givenOf(new URLSearchParams([...query, ['size', '1']])));
      const { count: n, capped } = answer.ok ? answer.value : { count: 0, capped: false };
      return { label, n, shown: capped ? `${formatCount(n)}+` : formatCount(n), href: searchAddress(query) };
    }),
  );
  return all.filter((one) => one.n > 0).map(({ label, shown, href }) => ({ label, shown, href }));
}
