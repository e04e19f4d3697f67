/**
 * MapLibre and our base map. Only `open-map.ts` imports this file, when a map comes into sight: none of it is in a page's first scripts.
 * The worker is a file of ours (the content-security policy allows no other), the base is public/map/kenya.json.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import './tweaks.css';
import { AttributionControl, Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { SCHEME_ATTRIBUTE } from '#web/ui/public/scheme-script.ts';
import { m } from '#words/messages.js';
import { type BaseMap, type MapScheme, styleFor } from './style.ts';

export { MapLibre, Marker };

setWorkerUrl(workerUrl);

let kept: Promise<BaseMap> | undefined;
const base = (): Promise<BaseMap> => {
  kept ??= fetch('/map/kenya.json').then((answer) => {
    if (!answer.ok) throw new Error(`the map's base answered ${answer.status}`);
    return answer.json() as Promise<BaseMap>;
  });
  // A connection that was away for a moment is asked again by the next map.
  kept.catch(() => {
    kept = undefined;
  });
  return kept;
};

const schemeNow = (): MapScheme => (document.documentElement.getAttribute(SCHEME_ATTRIBUTE) === 'dark' ? 'dark' : 'light');

export type MapStart = {
  readonly container: HTMLElement;
  readonly center: readonly [number, number];
  readonly zoom: number;
  /** The operator's own style instead of ours. */
  readonly styleUrl: string | null;
  /** A picture rather than a tool: scrolling the page does not zoom it. */
  readonly calm?: boolean;
};

/** Kenya with the coast and the lake; farther out there is nothing to see. */
const reach: [[number, number], [number, number]] = [
  [29, -9],
  [47, 10],
];

export async function openMap(start: MapStart): Promise<{ map: MapLibre; close: () => void }> {
  const own = start.styleUrl === null ? await base() : null;
  const map = new MapLibre({
    container: start.container,
    style: own ? styleFor(own, schemeNow()) : (start.styleUrl ?? ''),
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
  const watch = own ? followScheme(map, own) : null;
  return {
    map,
    close: () => {
      watch?.disconnect();
      map.remove();
    },
  };
}

/** Only paint changes with the scheme, so what was laid over the map stays. */
function followScheme(map: MapLibre, own: BaseMap): MutationObserver {
  const repaint = () => {
    for (const layer of styleFor(own, schemeNow()).layers)
      for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as never, value as never);
  };
  const watch = new MutationObserver(() => (map.isStyleLoaded() ? repaint() : void map.once('idle', repaint)));
  watch.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME_ATTRIBUTE] });
  return watch;
}
