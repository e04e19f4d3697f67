import { familyCalls } from '#contract/people/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/** Whether the reader of an empty list is a dealer whom the platform has given no county: then it stays empty whatever they do. */
export function useNoCounty(isEmpty: boolean): boolean {
  const { visitor } = useApp();
  const asked = visitor.role === 'dealer' && isEmpty;
  const own = useCall(familyCalls.dealer.account, {}, { enabled: asked });
  return asked && own.data?.region === null;
}
