import { locationCalls } from '#contract/location/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { placePathText } from './words.ts';

/** A place by id with its path, because Kenyan place names repeat. */
export function PlaceName({ id }: { id: number }) {
  const place = useCall(locationCalls.publicDetails, { id }).data;
  return place?.id === id ? [place.name, placePathText(place.path)].filter(Boolean).join(', ') : '…';
}
