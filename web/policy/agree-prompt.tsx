import { lazy, Suspense } from 'react';
import { policyCalls } from '#contract/policy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/** Comes when there is something to agree to: seldom, and every page would carry it. */
const AgreeModal = lazy(() => import('./agree-modal.tsx'));

/** What was published for this person and waits for their agreement, asked once they are in. What is in force cannot wait. */
export function AgreePrompt() {
  const { user } = useApp();
  // Who looks as somebody else agrees to nothing for them.
  const asks = user !== null && user.impersonator === null;
  const found = useCall(policyCalls.outstanding, {}, { enabled: asks, quiet: true });
  const policies = asks ? (found.data?.results ?? []) : [];
  if (policies.length === 0) return null;
  return (
    <Suspense>
      <AgreeModal policies={policies} />
    </Suspense>
  );
}
