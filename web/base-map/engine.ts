/**
 * MapLibre and what it draws on (`base.ts`). Only `open-map.ts` imports this file, when a map comes into sight: none of it is in a page's first scripts.
 * The worker is a file of ours (the content-security policy allows no other).
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import './tweaks.css';
import { AttributionControl, Map as MapLibre, Marker, NavigationControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { SCHEME_ATTRIBUTE } from '#web/ui/public/scheme-script.ts';
import { m } from '#words/messages.js';
import { type Base, baseFor, ownBase, schemeNow, styleComes, tilesCome } from './base.ts';

export { MapLibre, Marker };

setWorkerUrl(workerUrl);

export type MapStart = {
  readonly container: HTMLElement;
  readonly center: readonly [number, number];
  readonly zoom: number;
  /** Streets of somebody else or of the operator; null is our own drawing. */
  readonly styleUrl: string | null;
  /** A picture rather than a tool: scrolling the page does not zoom it. */
  readonly calm?: boolean;
};

/** Kenya with the coast and the lake; farther out there is nothing to see. */
const reach: [[number, number], [number, number]] = [
  [29, -9],
  [47, 10],
];

/** Resolves once there is a style: what is laid over the map can be laid from then on. */
export async function openMap(start: MapStart): Promise<{ map: MapLibre; close: () => void }> {
  const base = await baseFor(start.styleUrl);
  const map = new MapLibre({
    container: start.container,
    style: base.style(schemeNow()),
    center: [start.center[0], start.center[1]],
    zoom: start.zoom,
    minZoom: 4.5,
    maxZoom: 18,
    maxBounds: reach,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: start.calm ?? false,
    locale: {
      'NavigationControl.ZoomIn': m.map_zoom_in(),
      'NavigationControl.ZoomOut': m.map_zoom_out(),
      'AttributionControl.ToggleAttribution': m.map_sources(),
      'CooperativeGesturesHandler.WindowsHelpText': m.map_gesture_ctrl(),
      'CooperativeGesturesHandler.MacHelpText': m.map_gesture_mac(),
      'CooperativeGesturesHandler.MobileHelpText': m.map_gesture_touch(),
      'Map.Title': m.map_title(),
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-left');
  const under = new Under(map, base);
  await under.begin(start.styleUrl !== null);
  return {
    map,
    close: () => {
      under.close();
      map.remove();
    },
  };
}

/** What the map lies on: follows the scheme, and becomes our drawing where streets do not come. */
class Under {
  readonly #map: MapLibre;
  readonly #watch = new MutationObserver(() => this.#repaint());
  #base: Base;
  /** The style that was fetched last: an operator's is one for both schemes and need not come again. */
  #address: unknown;
  #sources: ReadonlySet<string> = new Set();
  #closed = false;

  constructor(map: MapLibre, base: Base) {
    this.#map = map;
    this.#base = base;
    this.#address = base.style(schemeNow());
  }

  async begin(fetched: boolean): Promise<void> {
    // Nobody listening, MapLibre writes what did not come to the console; a street more or less is no fault of the page.
    if (fetched) this.#map.on('error', () => undefined);
    if (!(await styleComes(this.#map))) await this.#ours();
    this.#know();
    this.#watch.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME_ATTRIBUTE] });
    if (!this.#base.drawn) void tilesCome(this.#map).then((came) => void (came || this.#ours().catch(() => undefined)));
  }

  close(): void {
    this.#closed = true;
    this.#watch.disconnect();
  }

  #know(): void {
    if (!this.#closed) this.#sources = new Set(Object.keys(this.#map.getStyle()?.sources ?? {}));
  }

  async #ours(): Promise<void> {
    if (this.#base.drawn) return;
    const own = await ownBase();
    if (this.#closed) return;
    this.#base = own;
    const there = this.#map.once('style.load');
    this.#change(own.style(schemeNow()));
    await there;
  }

  /** What was laid over the old base comes along; one that never came has nothing over it. */
  #change(style: StyleSpecification | string): void {
    if (!this.#map.getStyle()) return void this.#map.setStyle(style, { diff: false });
    this.#map.setStyle(style, {
      diff: false,
      transformStyle: (before, next) => {
        const over = Object.entries(before?.sources ?? {}).filter(([id]) => !this.#sources.has(id));
        const names = new Set(over.map(([id]) => id));
        const layers = (before?.layers ?? []).filter((layer) => 'source' in layer && names.has(layer.source));
        this.#sources = new Set(Object.keys(next.sources));
        return { ...next, sources: { ...next.sources, ...Object.fromEntries(over) }, layers: [...next.layers, ...layers] };
      },
    });
  }

  #repaint(): void {
    const style = this.#base.style(schemeNow());
    if (typeof style === 'string') {
      if (style !== this.#address) this.#change(style);
      this.#address = style;
      return;
    }
    // Only paint changes with the scheme, so what was laid over the map stays.
    for (const layer of style.layers)
      if (this.#map.getLayer(layer.id))
        for (const [name, value] of Object.entries(layer.paint ?? {})) this.#map.setPaintProperty(layer.id, name as never, value as never);
  }
}
