import { pageSizes } from '#contract/kernel/page-sizes.ts';
import { TableFooter } from '#web/ui/dash/table/table-footer.tsx';
import { getListFooterTexts, type useListState } from './list-state.ts';

type Paged = Pick<ReturnType<typeof useListState>, 'page' | 'pageHref' | 'pageSize' | 'setPageSize'>;

/** The footer of a list whose page number is in the address. */
export const ListFooter = ({ list, count }: { list: Paged; count: number }) => (
  <TableFooter
    page={list.page}
    pageHref={list.pageHref}
    pageSize={list.pageSize}
    pageSizes={pageSizes}
    onPageSize={list.setPageSize}
    {...getListFooterTexts(list.page, list.pageSize, count)}
  />
);
