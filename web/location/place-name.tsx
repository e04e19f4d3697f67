import { locationCalls } from '#contract/location/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { formatLocationPath } from './words.ts';

/** A place by id with its path, because Kenyan place names repeat. */
export function LocationName({ id }: { id: number }) {
  const place = useCall(locationCalls.publicDetails, { id }).data;
  return place?.id === id ? [place.name, formatLocationPath(place.path)].filter(Boolean).join(', ') : '…';
}
