import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { pageSizes } from '#contract/kernel/page-sizes.ts';
import { formatCount } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export type ListSort = { readonly by: string; readonly desc: boolean };

/** The state of a list is in its address: page, page size, order and filters. Changing a filter returns to page one. */
export function useListState<const F extends string>(names: readonly F[], defaultSort: ListSort) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => {
    const size = Number(params.get('page_size'));
    const sort = params.get('sort');
    return {
      page: Math.max(1, Number(params.get('page')) || 1),
      pageSize: pageSizes.find((one) => one === size) ?? pageSizes[0],
      sort: sort ? { by: sort.replace(/^-/, ''), desc: sort.startsWith('-') } : defaultSort,
      filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))) as Partial<Record<F, string>>,
    };
  }, [params, names, defaultSort]);

  const href = (changes: Record<string, string | number | null>, base = params): string => {
    const next = new URLSearchParams(base);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, String(value));
    }
    const query = next.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  // Reads the current address, because a recent change may not be rendered yet and must be kept.
  const go = (changes: Record<string, string | number | null>) => {
    const now = new URLSearchParams(window.location.search);
    void navigate(href(changes, now), { replace: true, preventScrollReset: true });
  };
  return {
    ...state,
    wireSort: `${state.sort.desc ? '-' : ''}${state.sort.by}`,
    filtered: Object.keys(state.filters).length > 0,
    pageHref: (page: number) => href({ page: page === 1 ? null : page }),
    setFilter: (name: F, value: string | null) => go({ [name]: value, page: null }),
    /** Sets several filters at once, in one step of the address. */
    setFilters: (values: Partial<Record<F, string | null>>) => go({ ...(values as Record<string, string | null>), page: null }),
    /** The address of this list with another value, for links that keep the filters. */
    hrefWith: (changes: Record<string, string | number | null>) => href(changes),
    clear: () => go({ ...Object.fromEntries(names.map((name) => [name, null])), page: null }),
    setSort: (sort: ListSort) => go({ sort: `${sort.desc ? '-' : ''}${sort.by}`, page: null }),
    setPageSize: (size: number) => go({ page_size: size === pageSizes[0] ? null : size, page: null }),
  };
}

/** The texts of the footer of every list. */
export const getListFooterTexts = (page: number, size: number, count: number) => ({
  summary:
    count === 0
      ? ''
      : m.shell_range({ from: formatCount((page - 1) * size + 1), to: formatCount(Math.min(count, page * size)), count: formatCount(count) }),
  pages: Math.max(1, Math.ceil(count / size)),
  labels: {
    previous: m.shell_page_previous(),
    next: m.shell_page_next(),
    page: (n: number) => m.shell_page_of({ page: n, pages: Math.max(1, Math.ceil(count / size)) }),
    sizes: m.shell_rows_a_page(),
    size: (n: number) => m.shell_rows_choice({ count: n }),
  },
});
