/**
 * MapLibre and its base map (`base-map.ts`). Only `open-map.ts` imports this file, when a map comes into view, to keep it out of a page's first
 * scripts. The worker is a file of our own (the content-security policy allows no other).
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import './tweaks.css';
import { AttributionControl, Map as MapLibre, Marker, NavigationControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { SCHEME_ATTRIBUTE } from '#web/ui/public/scheme-script.ts';
import { m } from '#words/messages.js';
import { type BaseMapSource, chooseMapSource, loadBuiltInMapSource, readMapScheme, waitForMapStyle, waitForMapTiles } from './base-map.ts';

export { MapLibre, Marker };

setWorkerUrl(workerUrl);

export type MapStartOptions = {
  readonly container: HTMLElement;
  readonly center: readonly [number, number];
  readonly zoom: number;
  /** External or operator streets; null is the built-in drawing. */
  readonly styleUrl: string | null;
  /** A picture rather than a tool: scrolling the page does not zoom it. */
  readonly calm?: boolean;
};

/** Kenya with the coast and the lake; nothing is drawn beyond. */
const reach: [[number, number], [number, number]] = [
  [29, -9],
  [47, 10],
];

/** Resolves once there is a style, when overlays can be added. */
export async function openMap(start: MapStartOptions): Promise<{ map: MapLibre; close: () => void }> {
  const base = await chooseMapSource(start.styleUrl);
  const map = new MapLibre({
    container: start.container,
    style: base.style(readMapScheme()),
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

/** The base map: follows the colour scheme, and falls back to the built-in drawing if streets do not load. */
class Under {
  readonly #map: MapLibre;
  readonly #watch = new MutationObserver(() => this.#repaint());
  #base: BaseMapSource;
  /** The last loaded style: an operator's style serves both schemes and is not loaded again. */
  #address: unknown;
  #sources: ReadonlySet<string> = new Set();
  #closed = false;

  constructor(map: MapLibre, base: BaseMapSource) {
    this.#map = map;
    this.#base = base;
    this.#address = base.style(readMapScheme());
  }

  async begin(fetched: boolean): Promise<void> {
    // Without a listener MapLibre writes missing tiles to the console; a missing street is not an error of the page.
    if (fetched) this.#map.on('error', () => undefined);
    if (!(await waitForMapStyle(this.#map))) await this.#ours();
    this.#know();
    this.#watch.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME_ATTRIBUTE] });
    if (!this.#base.drawn) void waitForMapTiles(this.#map).then((came) => void (came || this.#ours().catch(() => undefined)));
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
    const own = await loadBuiltInMapSource();
    if (this.#closed) return;
    this.#base = own;
    const there = this.#map.once('style.load');
    this.#change(own.style(readMapScheme()));
    await there;
  }

  /** Overlays move to the new base; a base that never loaded has none. */
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
    const style = this.#base.style(readMapScheme());
    if (typeof style === 'string') {
      if (style !== this.#address) this.#change(style);
      this.#address = style;
      return;
    }
    // Only paint changes with the scheme, so overlays stay.
    for (const layer of style.layers)
      if (this.#map.getLayer(layer.id))
        for (const [name, value] of Object.entries(layer.paint ?? {})) this.#map.setPaintProperty(layer.id, name as never, value as never);
  }
}
