import { useParams } from 'react-router';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';

/** The lease of this dashboard, from the address. */
export function useCurrentTenancy() {
  const { tenancy_id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: parseAddressId(tenancy_id), code });
  return { answer: found, id: parseAddressId(tenancy_id), name: found.data ? `${found.data.unit.name}, ${found.data.property.name}` : '' };
}
