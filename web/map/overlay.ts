import { buildCircleAround, type LngLat } from '#contract/map/geo.ts';
import type { NearFilter } from '#contract/map/view.ts';
import { addOverlay, type LoadedMap } from '#web/base-map/open-map.ts';

const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--mk-strong').trim() || '#015a40';

/** Draws rings under the pins, in a layer that is created once. */
export function drawRings(open: LoadedMap, id: string, rings: readonly (readonly LngLat[])[], isLine = false): void {
  const data = {
    type: 'FeatureCollection' as const,
    features: rings.map((ring) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: isLine
        ? { type: 'LineString' as const, coordinates: ring.map((p) => [...p]) }
        : { type: 'Polygon' as const, coordinates: [closed(ring).map((p) => [...p])] },
    })),
  };
  addOverlay(open, () => {
    const { map } = open;
    const source = map.getSource(id);
    if (source && 'setData' in source) return void (source as { setData(d: unknown): unknown }).setData(data);
    map.addSource(id, { type: 'geojson', data });
    if (!isLine) map.addLayer({ id: `${id}-fill`, type: 'fill', source: id, paint: { 'fill-color': accent(), 'fill-opacity': 0.12 } });
    map.addLayer({ id: `${id}-edge`, type: 'line', source: id, paint: { 'line-color': accent(), 'line-width': 2.5, 'line-dasharray': [2, 1] } });
  });
}

const closed = (ring: readonly LngLat[]): readonly LngLat[] => {
  const [first] = ring;
  return first ? [...ring, first] : ring;
};

export const computeNearFilterRings = (near: NearFilter | null): LngLat[][] =>
  near ? [buildCircleAround([near.lng, near.lat], near.km * 1000)] : [];
