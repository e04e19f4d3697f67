import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { addAreaParams, addNearParams, addViewParams, type MapView, readMapState } from '#contract/map/view.ts';
import { type LoadedMap, useMap } from '#web/base-map/open-map.ts';
import { m } from '#words/messages.js';
import type { MapSearchResult } from './load-search.ts';
import type { MapPins, SelectedMapPin } from './pins.ts';
import classes from './search.module.css';
import { type MapOverlays, useMapTools } from './tools.tsx';

type Props = {
  readonly params: URLSearchParams;
  readonly found: MapSearchResult;
  readonly over: number | null;
  readonly onOver: (property: number | null) => void;
  readonly onPick: (picked: SelectedMapPin | null) => void;
  readonly onMoved: (view: MapView) => void;
  readonly go: (next: URLSearchParams, replace?: boolean) => void;
  /** Shown only on a phone, where the list with its filters is behind the map. */
  readonly filters: ReactNode;
  readonly children: ReactNode;
};

const waitMs = 250;

export function SearchMap({ params, found, over, onOver, onPick, onMoved, go, filters, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { view } = found;
  const center = [(view.box.w + view.box.e) / 2, (view.box.s + view.box.n) / 2] as const;
  const { open, state } = useMap(box, { center, zoom: view.zoom });
  const [asIMove, setAsIMove] = useState(true);
  const [moved, setMoved] = useState<MapView | null>(null);
  const drawn = useMemo(() => readMapState(params), [params]);
  const laid = useLaid(open);
  useFitted(open, view);
  useMoves(open, view, (next) => (asIMove ? onMoved(next) : setMoved(next)));
  usePins(open, laid, found, over, onOver, onPick);
  useEffect(() => {
    if (open && laid) laid.drawRings(open, 'areas', drawn.areas);
  }, [open, laid, drawn.areas]);
  useEffect(() => {
    if (open && laid) laid.drawRings(open, 'near', laid.computeNearFilterRings(drawn.near));
  }, [open, laid, drawn.near]);
  const tools = useMapTools({
    open,
    laid,
    drawn,
    setAreas: (areas) => go(addAreaParams(params, areas)),
    setNear: (near, seen) => go(seen ? addViewParams(addNearParams(params, near), seen) : addNearParams(params, near)),
  });
  return (
    <section className={classes.mapBox} aria-label={m.map_label()}>
      <div ref={box} className={classes.canvas} />
      {state !== 'ready' && <p className={classes.wait}>{state === 'failed' ? m.map_failed() : m.map_loading()}</p>}
      {laid && (
        <div className={classes.mapTop}>
          {filters}
          {tools}
          <div className={classes.mapTools}>
            <label className={classes.switch}>
              <input
                type="checkbox"
                role="switch"
                aria-checked={asIMove}
                checked={asIMove}
                onChange={(event) => {
                  setAsIMove(event.currentTarget.checked);
                  if (event.currentTarget.checked && moved) onMoved(moved);
                  setMoved(null);
                }}
              />
              <span>{m.map_as_i_move()}</span>
            </label>
          </div>
        </div>
      )}
      {moved && !asIMove && (
        <button
          type="button"
          className={classes.here}
          onClick={() => {
            onMoved(moved);
            setMoved(null);
          }}
        >
          {m.map_search_here()}
        </button>
      )}
      <span className={classes.mapNote}>{m.map_about()}</span>
      {children}
    </section>
  );
}

function useLaid(open: LoadedMap | null): MapOverlays | null {
  const [laid, setLaid] = useState<MapOverlays | null>(null);
  useEffect(() => {
    // Without the overlays, after a lost connection, the map is a picture beside the list.
    if (open) void import('./map-overlays.ts').then(setLaid, () => undefined);
  }, [open]);
  return open && laid;
}

const viewNow = ({ map }: LoadedMap): MapView => {
  const bounds = map.getBounds();
  return { box: { w: bounds.getWest(), s: bounds.getSouth(), e: bounds.getEast(), n: bounds.getNorth() }, zoom: map.getZoom() };
};

/** Two views count as the same if they differ by less than two hundredths of the view. */
const alike = (a: MapView, b: MapView): boolean => {
  const size = Math.max(a.box.e - a.box.w, b.box.e - b.box.w) * 0.02;
  return (['w', 's', 'e', 'n'] as const).every((edge) => Math.abs(a.box[edge] - b.box[edge]) <= size);
};

/** Fits the map to an address that was opened or returned to. */
function useFitted(open: LoadedMap | null, { box }: MapView): void {
  const { w, s, e, n } = box;
  useEffect(() => {
    if (!open) return;
    const now = viewNow(open);
    if (alike(now, { box: { w, s, e, n }, zoom: now.zoom })) return;
    open.map.fitBounds([w, s, e, n], { animate: false });
  }, [open, w, s, e, n]);
}

function useMoves(open: LoadedMap | null, view: MapView, onMoved: (view: MapView) => void): void {
  const told = useRef({ view, onMoved });
  told.current = { view, onMoved };
  useEffect(() => {
    if (!open) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = viewNow(open);
        if (!alike(now, told.current.view)) told.current.onMoved(now);
      }, waitMs);
    };
    const listening = open.map.on('moveend', tell);
    tell();
    return () => {
      clearTimeout(timer);
      listening.unsubscribe();
    };
  }, [open]);
}

function usePins(
  open: LoadedMap | null,
  laid: MapOverlays | null,
  found: MapSearchResult,
  over: number | null,
  onOver: (property: number | null) => void,
  onPick: (picked: SelectedMapPin | null) => void,
): void {
  const told = useRef({ onOver, onPick });
  told.current = { onOver, onPick };
  const pins = useRef<MapPins | null>(null);
  useEffect(() => {
    if (!open || !laid) return undefined;
    const made = new laid.MapPins(
      open,
      (picked) => told.current.onPick(picked),
      (property) => told.current.onOver(property),
    );
    pins.current = made;
    const away = open.map.on('click', () => told.current.onPick(null));
    return () => {
      away.unsubscribe();
      made.clear();
      pins.current = null;
    };
  }, [open, laid]);
  useEffect(() => {
    if (open && laid) pins.current?.show(found.map);
  }, [open, laid, found.map]);
  useEffect(() => pins.current?.highlight(over), [over]);
  useSpot(open, found, over);
}

/** Shows the position of a card even if its pin is part of a cluster. */
function useSpot(open: LoadedMap | null, found: MapSearchResult, over: number | null): void {
  const spot = found.map.pins.some((pin) => pin.property_id === over) ? undefined : found.spots.find((one) => one.property === over);
  const [lat, lng] = [spot?.lat, spot?.lng];
  useEffect(() => {
    if (!open || lat === undefined || lng === undefined) return undefined;
    const element = document.createElement('div');
    element.className = classes.spot ?? '';
    element.setAttribute('aria-hidden', 'true');
    const marker = new open.engine.Marker({ element }).setLngLat([lng, lat]).addTo(open.map);
    return () => void marker.remove();
  }, [open, lat, lng]);
}
