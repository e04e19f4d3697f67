import { useParams } from 'react-router';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { useCall } from '#web/client/use-call.ts';

/** The lease whose dashboard this is, by its address. */
export function useHere() {
  const { tenancy_id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: Number(tenancy_id) || 0, code });
  return { answer: found, id: Number(tenancy_id) || 0, name: found.data ? `${found.data.unit.name}, ${found.data.property.name}` : '' };
}
