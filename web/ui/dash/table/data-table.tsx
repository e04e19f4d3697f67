import { Button, Checkbox } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { cx } from '#web/ui/cx.ts';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { useIsPhone } from '#web/ui/dash/use-is-phone.ts';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './data-table.module.css';
import type { DataTableProps, RowSelection, TableColumn, TableSort } from './data-table-types.ts';
import { togglePageSelection, toggleSelection } from './selection.ts';

export type { DataTableProps, RowSelection, TableColumn, TableSort } from './data-table-types.ts';

/** A press on a link, checkbox or button of the row applies to that element, and marking text does not open the row. */
const meantTheRow = (event: MouseEvent<HTMLElement>) =>
  event.target instanceof Element && !event.target.closest('a, button, input, label, [role="menu"]') && !getSelection()?.toString();

const ariaSort = (column: string, sort: TableSort | undefined) => {
  if (sort?.by !== column) return undefined;
  return sort.desc ? 'descending' : 'ascending';
};

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: TableColumn<Row>;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
}) {
  const order = ariaSort(column.key, sort);
  const Arrow = order === 'descending' ? IconArrowDown : order === 'ascending' ? IconArrowUp : IconArrowsSort;
  return (
    <th scope="col" aria-sort={order} data-align={column.align} style={{ width: column.width }}>
      {column.sortable && onSort ? (
        <button type="button" className={classes.sort} onClick={() => onSort({ by: column.key, desc: order === 'ascending' })}>
          {column.header}
          <Arrow size={13} aria-hidden className={cx(!order && classes.idle)} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function Bulk<Row>({ selected, onChange, countLabel, clearLabel, hint, actions }: RowSelection<Row>) {
  return (
    <div className={classes.bulk} role="status">
      <b>{countLabel(selected.size)}</b>
      {actions?.(selected)}
      <Button size="compact-sm" variant="transparent" c="white" className={cx(classes.bulkEnd)} onClick={() => onChange(new Set())}>
        {clearLabel}
      </Button>
      {hint && <small className={classes.bulkHint}>{hint}</small>}
    </div>
  );
}

function Body<Row>({ columns, rows, rowKey, rowHref, selection, actions }: DataTableProps<Row>) {
  const navigate = useNavigate();
  const go = (event: MouseEvent<HTMLElement>, href: string) => meantTheRow(event) && void navigate(href);
  return (
    <tbody>
      {rows.map((row) => {
        const key = rowKey(row);
        const href = rowHref?.(row);
        const on = selection?.selected.has(key);
        return (
          // The first cell contains a link element for keyboards and new tabs. The whole row is a larger target for the pointer.
          <tr key={key} data-href={href ? true : undefined} data-on={on || undefined} onClick={href ? (event) => go(event, href) : undefined}>
            {selection && (
              <td className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={selection.rowLabel(row)}
                  checked={on === true}
                  onChange={() => selection.onChange(toggleSelection(selection.selected, key))}
                />
              </td>
            )}
            {columns.map((column, at) => (
              <td key={column.key} data-align={column.align} data-wrap={column.wrap || undefined}>
                {at === 0 && href ? (
                  <AppLink href={href} className={classes.open} prefetch="intent">
                    {column.cell(row)}
                  </AppLink>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
            {actions && <td className={classes.tools}>{actions(row)}</td>}
          </tr>
        );
      })}
    </tbody>
  );
}

function Table<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, selection, actions, actionsLabel } = props;
  const here = rows.map(rowKey);
  const picked = here.filter((key) => selection?.selected.has(key)).length;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={selection.allLabel}
                  checked={picked > 0 && picked === here.length}
                  indeterminate={picked > 0 && picked < here.length}
                  onChange={() => selection.onChange(togglePageSelection(selection.selected, here))}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col" className={classes.tools}>
                <span className="sr-only">{actionsLabel}</span>
              </th>
            )}
          </tr>
        </thead>
        <Body {...props} />
      </table>
    </div>
  );
}

/** A long press selects a row; while some are selected, a tap selects more instead of opening. */
const picking = (selection: { selected: ReadonlySet<string>; onChange: (next: ReadonlySet<string>) => void } | undefined, key: string) => {
  if (!selection) return {};
  const pick = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    selection.onChange(toggleSelection(selection.selected, key));
  };
  return {
    'data-on': selection.selected.has(key) || undefined,
    onContextMenu: pick,
    ...(selection.selected.size > 0 ? { onClick: pick } : {}),
  };
};

function PhoneList<Row>({ caption, rows, rowKey, rowHref, mobile, selection }: DataTableProps<Row>) {
  return (
    <ul className={classes.list} aria-label={caption}>
      {rows.map((row) => {
        const href = rowHref?.(row);
        return (
          <li key={rowKey(row)}>
            {href ? (
              <AppLink href={href} className={classes.item} {...picking(selection, rowKey(row))}>
                {mobile?.(row)}
              </AppLink>
            ) : (
              <div className={classes.item} {...picking(selection, rowKey(row))}>
                {mobile?.(row)}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Rows in one bordered panel: bulk bar, headings, rows or their placeholder, footer. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, selection, state = 'ready', error, empty, mobile, footer, loadingLabel, loadingRows = 9 } = props;
  const phone = useIsPhone();
  const inside = (): ReactNode => {
    if (error) return error;
    if (state === 'loading') return <RowsLoading rows={loadingRows} label={loadingLabel} />;
    if (rows.length === 0) return empty;
    if (!mobile) return <Table {...props} />;
    return (
      <>
        {phone !== true && (
          <div className={classes.onDesk}>
            <Table {...props} />
          </div>
        )}
        {phone !== false && (
          <div className={classes.onPhone}>
            <PhoneList {...props} />
          </div>
        )}
      </>
    );
  };
  const showsRows = !error && state !== 'loading' && rows.length > 0;
  return (
    <div className={classes.wrap} data-table aria-busy={state !== 'ready'}>
      {selection && selection.selected.size > 0 && <Bulk {...selection} />}
      <div className={cx(state === 'refetching' && classes.dim)}>{inside()}</div>
      {showsRows && footer}
    </div>
  );
}

/** The usual first cell: the name above secondary information. */
export const TwoLineCell = ({ top, bottom }: { top: ReactNode; bottom: ReactNode }) => (
  <div className={classes.two}>
    <b>{top}</b>
    <span>{bottom}</span>
  </div>
);

export interface MobileRowProps {
  name: ReactNode;
  amount?: ReactNode;
  meta?: ReactNode;
  metaEnd?: ReactNode;
  badge?: ReactNode;
  when?: ReactNode;
}

/** A row on a phone: it has the same content as the table, without columns. */
export const MobileRow = ({ name, amount, meta, metaEnd, badge, when }: MobileRowProps) => (
  <>
    <span className={classes.line}>
      <span className={classes.name}>{name}</span>
      {amount && <span className={classes.amount}>{amount}</span>}
    </span>
    {(meta || metaEnd) && (
      <span className={classes.line}>
        <span className={classes.meta}>{meta}</span>
        {metaEnd && <span className={classes.metaEnd}>{metaEnd}</span>}
      </span>
    )}
    {(badge || when) && (
      <span className={classes.line}>
        <span className={classes.badge}>{badge}</span>
        {when && <span className={classes.when}>{when}</span>}
      </span>
    )}
  </>
);
