import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Labels } from './conflict-rows.ts';

// Comes with the conflict: seldom, and every form would carry it.
const Dialog = lazy(() => import('./conflict-dialog.tsx'));

export type Met<T> = {
  readonly mine: T;
  readonly theirs: T;
  readonly names: readonly (keyof T & string)[];
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly later: () => void;
};
export type Shown<T> = {
  /** The fields as the form calls them. */
  labels: Labels<T>;
  /** How a value reads, where it is not a text: names for ids, shillings for cents. */
  spoken?: (name: keyof T & string, values: T) => ReactNode;
  /** Fields of rich text: what differs in them is marked. */
  rich?: readonly (keyof T & string)[];
};

/** Somebody was faster: what differs, side by side, and a choice. Nothing is overwritten, and nothing of yours lost, before it is made. */
export function Conflict<T extends object>({ form: { conflict }, ...shown }: Shown<T> & { form: { readonly conflict: Met<T> | null } }) {
  if (!conflict) return null;
  const Asked = Dialog as unknown as ComponentType<Shown<T> & { conflict: Met<T> }>;
  return (
    <Suspense>
      <Asked {...shown} conflict={conflict} />
    </Suspense>
  );
}
