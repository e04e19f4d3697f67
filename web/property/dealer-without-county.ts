import { familyCalls } from '#contract/people/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/** Whether the user of an empty list is a dealer without an assigned county, whose list stays empty. */
export function useIsDealerWithoutCounty(isEmpty: boolean): boolean {
  const { visitor } = useApp();
  const asked = visitor.role === 'dealer' && isEmpty;
  const own = useCall(familyCalls.dealer.account, {}, { enabled: asked });
  return asked && own.data?.region === null;
}
