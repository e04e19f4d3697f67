import type { ReactNode } from 'react';
import type { ConflictLabels } from './conflict-rows.ts';

export type EditConflict<T> = {
  readonly mine: T;
  readonly theirs: T;
  readonly names: readonly (keyof T & string)[];
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly later: () => void;
};
export type ConflictDisplay<T> = {
  /** The fields as the form calls them. */
  labels: ConflictLabels<T>;
  /** How a value reads, where it is not a text: names for ids, shillings for cents. */
  spoken?: (name: keyof T & string, values: T) => ReactNode;
  /** Fields of rich text, whose differences are marked. */
  rich?: readonly (keyof T & string)[];
};
