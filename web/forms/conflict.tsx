import { type ComponentType, lazy, Suspense } from 'react';
import type { ConflictDisplay, EditConflict } from './conflict-props.ts';

// Loads with the conflict, because it is rare and every form would include it.
const Dialog = lazy(() => import('./conflict-dialog.tsx'));

/**
 * Another person saved first: the differences side by side, and a choice. Before the choice nothing is overwritten, and none of the user's input is
 * lost.
 */
export function EditConflictDialog<T extends object>({
  form: { conflict },
  ...shown
}: ConflictDisplay<T> & { form: { readonly conflict: EditConflict<T> | null } }) {
  if (!conflict) return null;
  const Asked = Dialog as unknown as ComponentType<ConflictDisplay<T> & { conflict: EditConflict<T> }>;
  return (
    <Suspense>
      <Asked {...shown} conflict={conflict} />
    </Suspense>
  );
}
