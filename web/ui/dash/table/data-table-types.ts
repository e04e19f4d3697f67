import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Right for money and counts. */
  align?: 'left' | 'right';
  width?: number | string;
  /** Lets long text break; cells are one line otherwise. */
  wrap?: boolean;
}

export interface TableSort {
  by: string;
  desc: boolean;
}

export interface RowSelection<Row> {
  selected: ReadonlySet<string>;
  onChange: (next: ReadonlySet<string>) => void;
  /** Name of the checkbox in the heading. */
  allLabel: string;
  /** Name of a row's checkbox: it names the record. */
  rowLabel: (row: Row) => string;
  /** "3 selected" */
  countLabel: (n: number) => string;
  clearLabel: string;
  /** An act that is not in the list, and why. */
  hint?: string;
  /** The acts for all selected rows. */
  actions?: (ids: ReadonlySet<string>) => ReactNode;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
  /** loading: nothing to show yet. refetching: old rows stay, dimmed. */
  state?: 'ready' | 'loading' | 'refetching';
  loadingLabel: string;
  loadingRows?: number;
  /** A StateBlock of kind error with a way to try again. Replaces the rows. */
  error?: ReactNode;
  /** A StateBlock for when there are no rows: first use, or nothing left by the filters. */
  empty: ReactNode;
  selection?: RowSelection<Row>;
  /** The last cell: a More menu. */
  actions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  /** The row on a phone; use MobileRow. Without it the table scrolls sideways. */
  mobile?: (row: Row) => ReactNode;
  footer?: ReactNode;
}
