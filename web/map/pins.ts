import type { MapSearchResponse } from '#contract/search/calls.ts';
import { addOverlay, type LoadedMap } from '#web/base-map/open-map.ts';
import { formatCount, formatPinPrice } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './search.module.css';
import { wasPropertyVisited } from './visited-properties.ts';

type Pin = MapSearchResponse['pins'][number];
export type SelectedMapPin = { readonly property: number; readonly lat: number; readonly lng: number; readonly n: number };
type Drawn = { readonly element: HTMLElement; readonly marker: InstanceType<LoadedMap['engine']['Marker']>; readonly property: number | null };

/** Cells and prices as buttons over the map, accessible like any other button. */
export class MapPins {
  readonly #open: LoadedMap;
  readonly #onPick: (picked: SelectedMapPin) => void;
  readonly #onHover: (property: number | null) => void;
  #drawn: Drawn[] = [];
  #on: number | null = null;

  constructor(open: LoadedMap, onPick: (picked: SelectedMapPin) => void, onHover: (property: number | null) => void) {
    this.#open = open;
    this.#onPick = onPick;
    this.#onHover = onHover;
  }

  show({ cells, pins, dots }: MapSearchResponse): void {
    this.clear();
    this.#drawn = [...cells.map((cell) => (cell.n === 1 ? this.#lone(cell) : this.#cluster(cell))), ...pins.map((one) => this.#price(one))];
    showDots(this.#open, dots);
    this.highlight(this.#on);
  }

  /** The property whose card is hovered or focused. */
  highlight(property: number | null): void {
    this.#on = property;
    for (const { element, property: own } of this.#drawn) {
      element.toggleAttribute('data-on', own !== null && own === property);
    }
  }

  clear(): void {
    for (const { marker } of this.#drawn) marker.remove();
    this.#drawn = [];
  }

  #add(element: HTMLElement, at: { lat: number; lng: number }, anchor: 'center' | 'bottom', property: number | null = null): Drawn {
    const marker = new this.#open.engine.Marker({ element, anchor }).setLngLat([at.lng, at.lat]).addTo(this.#open.map);
    // MapLibre gives every marker the same label; these elements have labels of their own.
    return { element, marker, property };
  }

  #cluster(cell: MapSearchResponse['cells'][number]): Drawn {
    const label = m.map_cluster({ count: cell.n, price: formatPinPrice(cell.min_cents) });
    const element = button(classes.cluster, formatCount(cell.n), label, () => this.#nearer(cell));
    if (cell.n > 99) element.setAttribute('data-many', '');
    return this.#add(element, cell, 'center');
  }

  /** A cell with a single home is shown like a pin, but its property is not known yet. */
  #lone(cell: MapSearchResponse['cells'][number]): Drawn {
    const element = button(classes.pill, formatPinPrice(cell.min_cents), m.map_pin_one({ price: formatPinPrice(cell.min_cents) }), () =>
      this.#onPick({ property: 0, lat: cell.lat, lng: cell.lng, n: 1 }),
    );
    return this.#add(element, cell, 'bottom');
  }

  #price(one: Pin): Drawn {
    const price = formatPinPrice(one.min_cents);
    const label = one.n > 1 ? m.map_pin_many({ count: one.n, price }) : m.map_pin_one({ price });
    const element = button(classes.pill, one.n > 1 ? `${price} · ${one.n}` : price, label, () => {
      element.setAttribute('data-seen', '');
      this.#onPick({ property: one.property_id, lat: one.lat, lng: one.lng, n: one.n });
    });
    element.toggleAttribute('data-seen', wasPropertyVisited(one.property_id));
    element.addEventListener('mouseenter', () => this.#onHover(one.property_id));
    element.addEventListener('mouseleave', () => this.#onHover(null));
    return this.#add(element, one, 'bottom', one.property_id);
  }

  #nearer(at: { lat: number; lng: number }): void {
    const { map } = this.#open;
    map.easeTo({ center: [at.lng, at.lat], zoom: Math.min(map.getZoom() + 2, 16) });
  }
}

function button(className: string | undefined, text: string, label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className ?? '';
  element.textContent = text;
  element.setAttribute('aria-label', label);
  element.addEventListener('click', (event) => {
    // The press must not reach the map.
    event.stopPropagation();
    press();
  });
  return element;
}

/** Homes beyond the pins: dots drawn by the map itself. */
function showDots(open: LoadedMap, dots: MapSearchResponse['dots']): void {
  const data = {
    type: 'FeatureCollection' as const,
    features: dots.map(([lat, lng]) => ({ type: 'Feature' as const, properties: {}, geometry: { type: 'Point' as const, coordinates: [lng, lat] } })),
  };
  addOverlay(open, () => {
    const { map } = open;
    const source = map.getSource('dots');
    if (source && 'setData' in source) return void (source as { setData(d: unknown): unknown }).setData(data);
    map.addSource('dots', { type: 'geojson', data });
    map.addLayer({
      id: 'dots',
      type: 'circle',
      source: 'dots',
      paint: { 'circle-radius': 4, 'circle-color': '#047755', 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 1.5 },
    });
  });
}
