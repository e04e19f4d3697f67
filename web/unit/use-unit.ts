import { useParams } from 'react-router';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';

/** The unit of the address; the layout and the page inside it share one request. */
export function useUnit(id: number) {
  const { code } = useParams();
  return useCall(unitCalls.details, { id, ...(code ? { code } : {}) });
}
