import { data, type RouterContextProvider, redirect } from 'react-router';
import type { CallInput } from '#contract/kernel/call.ts';
import { type FacetResponse, type SearchResponse, searchCalls } from '#contract/search/calls.ts';
import { searchResultsPerPage } from '#contract/search/limits.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { formatCount } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { groupCardsByBuilding } from './card/buildings.ts';
import { toListingCardView } from './card/card-view.ts';
import { getCardLabels } from './labels.ts';
import { getFilterChipLabel, listActiveChips, listParsedFilterChips } from './search/chips-view.ts';
import { toFiltersView } from './search/filters-view.ts';
import { buildListingsHref, buildSearchHref, isSearchQueryUnnormalized, normalizeQuery, pickSearchFilters } from './search/query.ts';
import { listBroadestSearches, listRelaxedSearches, type RelaxedSearch, toExplicitFilters } from './search/relax.ts';
import { buildSearchHeading } from './search-heading.ts';
import { buildListStructuredData, serializeStructuredData } from './structured-data.ts';

type Context = Readonly<RouterContextProvider>;
type Query = CallInput<(typeof searchCalls)['listings']>;
const givenOf = (query: URLSearchParams) => Object.fromEntries(query) as Query;

/** The normalized query; another spelling of the address redirects to it. */
function askedIn(request: Request): URLSearchParams {
  const { searchParams } = new URL(request.url);
  const asked = normalizeQuery(searchParams);
  if (!isSearchQueryUnnormalized(searchParams)) return asked;
  const lang = searchParams.get('lang');
  if (lang) asked.set('lang', lang);
  throw redirect(buildListingsHref(asked));
}

/** Invalid filters are dropped from the address instead of showing an error page. */
function refuse(asked: URLSearchParams, answer: { status: number; body: { fields?: Readonly<Record<string, string>> } }): never {
  const wrong = Object.keys(answer.body.fields ?? {}).map((name) => name.split('[')[0] ?? name);
  if (answer.status === 400 && wrong.some((name) => asked.has(name))) {
    const rest = new URLSearchParams(asked);
    for (const name of wrong) rest.delete(name);
    throw redirect(buildListingsHref(rest));
  }
  throw data(answer.body, { status: answer.status });
}

async function find(context: Context, asked: URLSearchParams): Promise<{ found: SearchResponse; facets: FacetResponse }> {
  const { call } = readServerFunctions(context);
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
  const { locale, appUrl } = readServerFunctions(context);
  const asked = askedIn(request);
  const { found, facets } = await find(context, asked);
  const filters = pickSearchFilters(asked);
  const chips = listActiveChips(filters, facets, found, locale);
  const cards = groupCardsByBuilding(found, locale);
  const nameOf = (name: string, value: string) => getFilterChipLabel(name, value, { facets, found, locale });
  const heading = buildSearchHeading({ query: toExplicitFilters(asked, found.understood), places: found.understood.places, nameOf });
  const page = Number(asked.get('page') ?? 1);
  const howMany = found.capped ? `${formatCount(found.count)}+` : formatCount(found.count);
  return {
    heading,
    query: filters.toString(),
    line: m.portal_results_line({ count: found.count, shown: howMany }),
    cards,
    cardLabels: getCardLabels(),
    chips,
    clear: chips.length > 0 ? { label: m.portal_clear_all(), href: buildListingsHref(clearOf(asked)) } : null,
    understood: listParsedFilterChips(asked, found, facets, locale),
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
    map: buildSearchHref('/mapsearch', filters),
    pages: pagesOf(asked, found, page),
    relax: found.count === 0 ? await relaxed(context, asked, found.understood, nameOf) : [],
    page: {
      title: page > 1 ? m.portal_title_page({ heading, page }) : heading,
      description: m.portal_results_description({ heading, shown: howMany }),
      languages: true as const,
      ...(found.count === 0 ? { hidden: true as const } : {}),
      ld: serializeStructuredData(
        buildListStructuredData(
          appUrl,
          found.results.map((card) => toListingCardView(card, locale)),
        ),
      ),
    },
  };
}
export type ListingsView = Omit<Awaited<ReturnType<typeof loadListingsView>>, 'page'>;

/** Clearing removes the filters but keeps rent or buy. */
const clearOf = (asked: URLSearchParams): URLSearchParams => normalizeQuery(new URLSearchParams({ type: asked.get('type') ?? '' }));

function pagesOf(asked: URLSearchParams, found: SearchResponse, page: number) {
  const size = Number(asked.get('size') ?? searchResultsPerPage.usual);
  const pages = Math.max(1, Math.ceil(found.count / size));
  const to = (number: number, after: string | null) => {
    const query = new URLSearchParams(asked);
    for (const name of ['page', 'after']) query.delete(name);
    if (number > 1) query.set('page', String(number));
    if (after) query.set('after', after);
    return buildListingsHref(query);
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
async function relaxed(context: Context, asked: URLSearchParams, understood: SearchResponse['understood'], nameOf: NameOf) {
  const one = await counted(context, listRelaxedSearches(asked, understood, nameOf).slice(0, mostRelaxed));
  if (one.length > 0) return one;
  const wide = listBroadestSearches(asked, understood).map((query) => {
    const places = query.has('place') ? understood.places : [];
    return { label: buildSearchHeading({ query, places, nameOf }), query };
  });
  return counted(context, wide);
}

async function counted(context: Context, tries: readonly RelaxedSearch[]) {
  const all = await Promise.all(
    tries.map(async ({ label, query }) => {
      const answer = await readServerFunctions(context).call(searchCalls.listings, givenOf(new URLSearchParams([...query, ['size', '1']])));
      const { count: n, capped } = answer.ok ? answer.value : { count: 0, capped: false };
      return { label, n, shown: capped ? `${formatCount(n)}+` : formatCount(n), href: buildListingsHref(query) };
    }),
  );
  return all.filter((one) => one.n > 0).map(({ label, shown, href }) => ({ label, shown, href }));
}
