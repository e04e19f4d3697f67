import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { circleAround, round } from '#contract/map/geo.ts';
import { TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './map.module.css';
import { type OpenMap, useMap } from './open-map.ts';

export type Spot = { readonly lat: number; readonly lng: number };
export type PinMapProps = {
  /** Null while nobody has said where it is: the map shows Kenya. */
  readonly lat: number | null;
  readonly lng: number | null;
  /** Given, the pin can be placed: by dragging it, a press on the map, arrow keys on the pin, or numbers. */
  readonly onChange?: (spot: Spot) => void;
  /** A circle of 250 m instead of a pin: near here, not exactly here. */
  readonly circle?: boolean;
  /** Where to begin when there is no pin yet: the estate or ward chosen so far. */
  readonly near?: Spot;
  readonly height?: number;
  readonly label?: string;
};

const kenya = { lat: 0.4, lng: 37.9 };
const circleMetres = 250;
/** The rectangle a property's pin may lie in (the table says so too). */
const kenyaBox = { lat: [-5.5, 5.8], lng: [33.5, 42.5] } as const;
const within = (value: number, [from, to]: readonly [number, number]) => Number.isFinite(value) && value >= from && value <= to;

/** One place on a map. Loads the map's code when it comes into sight. */
export function PinMap({ lat, lng, onChange, circle = false, near, height = 320, label }: PinMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const spot = lat === null || lng === null ? null : { lat, lng };
  const start = spot ?? near ?? kenya;
  const { open, state } = useMap(box, { center: [start.lng, start.lat], zoom: spot ? 14 : near ? 13 : 5.4, calm: true });
  usePin(open, spot, circle, onChange);
  useMoves(open, spot ? null : (near ?? null));
  const style: CSSProperties & { '--map-height': string } = { '--map-height': `${height}px` };
  return (
    <div className={classes.pinMap}>
      <section className={classes.frame} style={style} aria-label={label ?? m.map_title()}>
        <div ref={box} className={classes.canvas} />
        {state === 'waiting' && <p className={classes.wait}>{m.map_loading()}</p>}
        {state === 'failed' && <p className={classes.wait}>{m.map_failed()}</p>}
      </section>
      {onChange && <Numbers spot={spot} onChange={onChange} />}
    </div>
  );
}

/** Goes where the form says one should look, unless a pin is already there. */
function useMoves(open: OpenMap | null, near: Spot | null): void {
  const [lat, lng] = [near?.lat, near?.lng];
  useEffect(() => {
    if (open && lat !== undefined && lng !== undefined) open.map.jumpTo({ center: [lng, lat], zoom: Math.max(open.map.getZoom(), 13) });
  }, [open, lat, lng]);
}

function usePin(open: OpenMap | null, spot: Spot | null, circle: boolean, onChange: PinMapProps['onChange']): void {
  const change = useRef(onChange);
  change.current = onChange;
  const movable = onChange !== undefined;
  const [lat, lng] = [spot?.lat, spot?.lng];

  useEffect(() => {
    if (!open || !movable) return undefined;
    const pressed = open.map.on('click', (event) => change.current?.({ lat: round(event.lngLat.lat), lng: round(event.lngLat.lng) }));
    return () => pressed.unsubscribe();
  }, [open, movable]);

  useEffect(() => {
    if (!open || lat === undefined || lng === undefined || (circle && !movable)) return undefined;
    const element = pinElement(movable);
    const marker = new open.engine.Marker({ element, anchor: 'bottom', draggable: movable }).setLngLat([lng, lat]).addTo(open.map);
    const tell = () => {
      const at = marker.getLngLat();
      change.current?.({ lat: round(at.lat), lng: round(at.lng) });
    };
    marker.on('dragend', tell);
    const nudge = (event: KeyboardEvent) => {
      const by = steps[event.key];
      if (!by || !movable) return;
      event.preventDefault();
      event.stopPropagation();
      const at = open.map.project(marker.getLngLat());
      marker.setLngLat(open.map.unproject([at.x + by[0], at.y + by[1]]));
      tell();
    };
    element.addEventListener('keydown', nudge);
    if (!open.map.getBounds().contains([lng, lat])) open.map.jumpTo({ center: [lng, lat], zoom: Math.max(open.map.getZoom(), 14) });
    return () => void marker.remove();
  }, [open, lat, lng, circle, movable]);

  useEffect(() => {
    if (!open || !circle || lat === undefined || lng === undefined) return undefined;
    return drawCircle(open, [lng, lat]);
  }, [open, lat, lng, circle]);
}

const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [0, -6], ArrowDown: [0, 6], ArrowLeft: [-6, 0], ArrowRight: [6, 0] };

function pinElement(movable: boolean): HTMLElement {
  const element = document.createElement(movable ? 'button' : 'div');
  element.className = classes.pin ?? '';
  if (movable) {
    element.setAttribute('type', 'button');
    element.setAttribute('aria-label', m.map_pin_move());
  } else {
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', m.map_pin());
  }
  return element;
}

function drawCircle({ map }: OpenMap, centre: readonly [number, number]): () => void {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled').trim() || '#015a40';
  const data = {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'Polygon' as const, coordinates: [circleAround(centre, circleMetres).map((p) => [...p])] },
  };
  const add = () => {
    if (map.getSource('about')) return;
    map.addSource('about', { type: 'geojson', data });
    map.addLayer({ id: 'about', type: 'fill', source: 'about', paint: { 'fill-color': colour, 'fill-opacity': 0.18 } });
    map.addLayer({ id: 'about-edge', type: 'line', source: 'about', paint: { 'line-color': colour, 'line-width': 2 } });
  };
  if (map.isStyleLoaded()) add();
  else void map.once('load', add);
  return () => {
    map.off('load', add);
    // React takes the map away before what was drawn on it; then there is nothing left to clear.
    if (!map.getContainer().isConnected || !map.style?.loaded()) return;
    for (const id of ['about-edge', 'about']) if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource('about')) map.removeSource('about');
  };
}

const shown = (value: number | undefined) => (value === undefined ? '' : String(value));

/** The same by numbers, for keyboards, screen readers and people who have the coordinates. */
function Numbers({ spot, onChange }: { spot: Spot | null; onChange: (spot: Spot) => void }) {
  const [lat, lng] = [spot?.lat, spot?.lng];
  const [text, setText] = useState({ lat: shown(lat), lng: shown(lng) });
  // What was typed stays as typed while it means the same: "-1." is on its way to "-1.3".
  useEffect(
    () =>
      setText((old) => ({
        lat: round(Number(old.lat)) === lat ? old.lat : shown(lat),
        lng: round(Number(old.lng)) === lng ? old.lng : shown(lng),
      })),
    [lat, lng],
  );
  const type = (name: 'lat' | 'lng', value: string) => {
    const next = { ...text, [name]: value };
    setText(next);
    const at = { lat: round(Number(next.lat)), lng: round(Number(next.lng)) };
    if (next.lat.trim() !== '' && next.lng.trim() !== '' && within(at.lat, kenyaBox.lat) && within(at.lng, kenyaBox.lng)) onChange(at);
  };
  const wrong = (name: 'lat' | 'lng') => text[name].trim() !== '' && !within(Number(text[name]), kenyaBox[name]);
  return (
    <div className={classes.numbers}>
      <p className={classes.hint}>{m.map_pin_hint()}</p>
      <TextField
        label={m.map_latitude()}
        inputMode="decimal"
        value={text.lat}
        onChange={(event) => type('lat', event.currentTarget.value)}
        {...(wrong('lat') ? { error: m.map_latitude_wrong() } : {})}
      />
      <TextField
        label={m.map_longitude()}
        inputMode="decimal"
        value={text.lng}
        onChange={(event) => type('lng', event.currentTarget.value)}
        {...(wrong('lng') ? { error: m.map_longitude_wrong() } : {})}
      />
    </div>
  );
}
