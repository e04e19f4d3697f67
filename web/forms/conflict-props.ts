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
  /** The fields under the names that the form uses. */
  labels: ConflictLabels<T>;
  /** The display text of a value that is not text: names for ids, shillings for cents. */
  spoken?: (name: keyof T & string, values: T) => ReactNode;
  /** Fields of rich text, whose differences are marked. */
  rich?: readonly (keyof T & string)[];
};
