import type { ReactNode } from 'react';
import type { FacetResponse, SearchResponse } from '#contract/search/calls.ts';
import { SearchFilterForm } from '#web/portal/search/filters.tsx';
import { toFiltersView } from '#web/portal/search/filters-view.ts';
import { pickSearchFilters } from '#web/portal/search/query.ts';
import { formatCount, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

async function read<T>(path: string, query: URLSearchParams): Promise<T> {
  const answer = await fetch(`${path}?${query}`);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** The filters of the list, with counts for the visible part of the map. */
export async function loadFilterForm(params: URLSearchParams, locale: Locale, close: () => void): Promise<ReactNode> {
  const asked = pickSearchFilters(params);
  const sort = params.get('sort');
  const [facets, found] = await Promise.all([
    read<FacetResponse>('/api/v2/search/facets/', asked),
    read<SearchResponse>('/api/v2/search/listings/', new URLSearchParams([...asked, ['size', '1']])),
  ]);
  const shown = `${formatCount(found.count)}${found.capped ? '+' : ''}`;
  const show = m.portal_show_results({ count: found.count, shown });
  const known = new URLSearchParams([...asked, ...(sort ? [['sort', sort]] : [])]);
  const view = toFiltersView(known, facets, found.understood.places, locale, show);
  return <SearchFilterForm view={view} title={m.portal_filters()} close={m.shell_close()} at={{ path: '/mapsearch', close }} />;
}
