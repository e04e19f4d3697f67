import { lazy, Suspense } from 'react';
import { policyCalls } from '#contract/policy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/** The prompt loads on demand, because it is rarely needed. */
const AgreeModal = lazy(() => import('./agree-modal.tsx'));

/** Asks a signed-in person once for new policies that need their agreement. A version in force cannot be postponed. */
export function PolicyConsentPrompt() {
  const { user } = useApp();
  // During "view as" the admin cannot agree on behalf of the person.
  const asks = user !== null && user.impersonator === null;
  const found = useCall(policyCalls.listOutstanding, {}, { enabled: asks, quiet: true });
  const policies = asks ? (found.data?.results ?? []) : [];
  if (policies.length === 0) return null;
  return (
    <Suspense>
      <AgreeModal policies={policies} />
    </Suspense>
  );
}
