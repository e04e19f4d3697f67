import { type ComponentType, lazy, Suspense } from 'react';
import type { Met, Shown } from './conflict-props.ts';

// Comes with the conflict: seldom, and every form would carry it.
const Dialog = lazy(() => import('./conflict-dialog.tsx'));

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
