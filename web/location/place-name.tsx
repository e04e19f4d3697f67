import { locationCalls } from '#contract/location/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { pathText } from './words.ts';

/** A place by its id, as people know it: Kenya has many a Kibera, so what it lies in stands behind it. */
export function PlaceName({ id }: { id: number }) {
  const place = useCall(locationCalls.place, { id }).data;
  return place?.id === id ? [place.name, pathText(place.path)].filter(Boolean).join(', ') : '…';
}
