import { NativeSelect, Pagination } from '@mantine/core';
import { Link } from 'react-router';
import { cx } from '#web/ui/cx.ts';
import { useIsPhone } from '#web/ui/dash/use-is-phone.ts';
import { IconSelector } from '#web/ui/icons.ts';
import classes from './data-table.module.css';

export interface TableFooterProps {
  /** The position as text, such as "1 to 10 of 62". */
  summary: string;
  page: number;
  /** The number of pages. */
  pages: number;
  /** The address of a page. The whole state of a list is in its address. */
  pageHref: (page: number) => string;
  pageSize: number;
  pageSizes: readonly number[];
  onPageSize: (size: number) => void;
  labels: {
    previous: string;
    next: string;
    page: (n: number) => string;
    sizes: string;
    size: (n: number) => string;
  };
}

export function TableFooter({ summary, page, pages, pageHref, pageSize, pageSizes, onPageSize, labels }: TableFooterProps) {
  const phone = useIsPhone();
  /* The buttons at both ends stay buttons without a target, so that they can be disabled. */
  const edge = (side: string) => {
    const to = side === 'previous' ? page - 1 : page + 1;
    const name = { 'aria-label': side === 'previous' ? labels.previous : labels.next };
    return to < 1 || to > pages ? name : { ...name, component: Link, to: pageHref(to) };
  };
  return (
    <div className={classes.foot}>
      <span className="num">{summary}</span>
      <div className={classes.pages}>
        <NativeSelect
          size="xs"
          className={cx(classes.size)}
          aria-label={labels.sizes}
          value={String(pageSize)}
          data={pageSizes.map((size) => ({ value: String(size), label: labels.size(size) }))}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          rightSection={<IconSelector size={14} aria-hidden />}
        />
        {pages > 1 && (
          <Pagination
            total={pages}
            {...(phone ? { siblings: 0, gap: 2 } : {})}
            value={page}
            getItemProps={(n) => ({ component: Link, to: pageHref(n), 'aria-label': labels.page(n) })}
            getControlProps={edge}
          />
        )}
      </div>
    </div>
  );
}
