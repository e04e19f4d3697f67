import { Button } from '@mantine/core';
import { m } from '#words/messages.js';
import classes from './people.module.css';

/** Paging for a short list in a panel. */
export function PanelPagination({ page, count, size, go }: { page: number; count: number; size: number; go: (page: number) => void }) {
  const pages = Math.ceil(count / size);
  if (pages <= 1) return null;
  return (
    <div className={classes.more}>
      <span className="num">{m.shell_page_of({ page, pages })}</span>
      <span className={classes.actions}>
        <Button variant="default" size="xs" disabled={page === 1} onClick={() => go(page - 1)}>
          {m.shell_page_previous()}
        </Button>
        <Button variant="default" size="xs" disabled={page >= pages} onClick={() => go(page + 1)}>
          {m.shell_page_next()}
        </Button>
      </span>
    </div>
  );
}
