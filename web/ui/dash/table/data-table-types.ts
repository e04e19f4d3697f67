import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Aligned to the right for amounts and counts. */
  align?: 'left' | 'right';
  width?: number | string;
  /** Long text may wrap. Other cells have one line. */
  wrap?: boolean;
}

export interface TableSort {
  by: string;
  desc: boolean;
}

export interface RowSelection<Row> {
  selected: ReadonlySet<string>;
  onChange: (next: ReadonlySet<string>) => void;
  /** The label of the checkbox in the heading. */
  allLabel: string;
  /** The label of a row's checkbox, which names the record. */
  rowLabel: (row: Row) => string;
  /** The number of selected rows as text: "3 selected". */
  countLabel: (n: number) => string;
  clearLabel: string;
  /** An action that is not offered for these rows, with the reason. */
  hint?: string;
  /** The bulk actions for all selected rows. */
  actions?: (ids: ReadonlySet<string>) => ReactNode;
}

export interface DataTableProps<Row> {
  /** What the table lists, as its name for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
  /** `loading`: no rows to show yet. `refetching`: the old rows stay visible, dimmed. */
  state?: 'ready' | 'loading' | 'refetching';
  loadingLabel: string;
  loadingRows?: number;
  /** A StateBlock of kind error with a button to try again, shown instead of the rows. */
  error?: ReactNode;
  /** A StateBlock for an empty table: first use, or no row that matches the filters. */
  empty: ReactNode;
  selection?: RowSelection<Row>;
  /** The last cell, a More menu. */
  actions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  /** The row on a phone, as a MobileRow. Without this the table scrolls sideways on a phone. */
  mobile?: (row: Row) => ReactNode;
  footer?: ReactNode;
}
