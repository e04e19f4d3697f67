import { type CSSProperties, useEffect, useRef } from 'react';
import { buildCircleAround, type PinText, parsePinCoordinate, roundDegrees } from '#contract/map/geo.ts';
import { TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './map.module.css';
import { addOverlay, type LoadedMap, useMap } from './open-map.ts';

export type PinPosition = { readonly lat: number; readonly lng: number };
/** The pin's numbers in a form: an incomplete or invalid pin blocks sending. */
export type PinCoordinateInput = {
  /** Null while nothing is typed: then the numbers are the pin's. */
  readonly typed: PinText | null;
  readonly onType: (typed: PinText, spot: PinPosition | null) => void;
  /** Prefix of the ids of both fields. */
  readonly id: string;
  readonly problems: Readonly<Record<string, string>>;
};
export type PinMapProps = {
  /** Null without a pin: the map shows Kenya. */
  readonly lat: number | null;
  readonly lng: number | null;
  /** If given, the pin can be placed by dragging, a press on the map, arrow keys or numbers. */
  readonly onChange?: (spot: PinPosition) => void;
  /** If given, the pin can be typed too. */
  readonly numbers?: PinCoordinateInput;
  /** A circle of 250 m instead of a pin, for an approximate place. */
  readonly circle?: boolean;
  /** The initial view without a pin: the chosen estate or ward. */
  readonly near?: PinPosition;
  readonly height?: number;
  readonly label?: string;
};

const kenya = { lat: 0.4, lng: 37.9 };
const circleMetres = 250;

/** One place on a map. Loads the map's code when it comes into view. */
export function PinMap({ lat, lng, onChange, numbers, circle = false, near, height = 320, label }: PinMapProps) {
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
      {numbers && <Numbers spot={spot} {...numbers} />}
    </div>
  );
}

/** Moves to the place the form names, unless there is a pin already. */
function useMoves(open: LoadedMap | null, near: PinPosition | null): void {
  const [lat, lng] = [near?.lat, near?.lng];
  useEffect(() => {
    if (open && lat !== undefined && lng !== undefined) open.map.jumpTo({ center: [lng, lat], zoom: Math.max(open.map.getZoom(), 13) });
  }, [open, lat, lng]);
}

function usePin(open: LoadedMap | null, spot: PinPosition | null, circle: boolean, onChange: PinMapProps['onChange']): void {
  const change = useRef(onChange);
  change.current = onChange;
  const movable = onChange !== undefined;
  const [lat, lng] = [spot?.lat, spot?.lng];

  useEffect(() => {
    if (!open || !movable) return undefined;
    const pressed = open.map.on('click', (event) => change.current?.({ lat: roundDegrees(event.lngLat.lat), lng: roundDegrees(event.lngLat.lng) }));
    return () => pressed.unsubscribe();
  }, [open, movable]);

  useEffect(() => {
    if (!open || lat === undefined || lng === undefined || (circle && !movable)) return undefined;
    const element = pinElement(movable);
    const marker = new open.engine.Marker({ element, anchor: 'bottom', draggable: movable }).setLngLat([lng, lat]).addTo(open.map);
    const tell = () => {
      const at = marker.getLngLat();
      change.current?.({ lat: roundDegrees(at.lat), lng: roundDegrees(at.lng) });
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

function drawCircle(open: LoadedMap, centre: readonly [number, number]): () => void {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled').trim() || '#015a40';
  const data = {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'Polygon' as const, coordinates: [buildCircleAround(centre, circleMetres).map((p) => [...p])] },
  };
  const { map } = open;
  let gone = false;
  addOverlay(open, () => {
    if (gone || map.getSource('about')) return;
    map.addSource('about', { type: 'geojson', data });
    map.addLayer({ id: 'about', type: 'fill', source: 'about', paint: { 'fill-color': colour, 'fill-opacity': 0.18 } });
    map.addLayer({ id: 'about-edge', type: 'line', source: 'about', paint: { 'line-color': colour, 'line-width': 2 } });
  });
  return () => {
    gone = true;
    // React removes the map before its overlays; then there is nothing left to clear.
    if (!map.getContainer().isConnected || !map.getStyle()) return;
    for (const id of ['about-edge', 'about']) if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource('about')) map.removeSource('about');
  };
}

const shown = (value: number | undefined) => (value === undefined ? '' : String(value));

/** The coordinates as number fields, for keyboards, screen readers and people who have coordinates. */
function Numbers({ spot, typed, onType, id, problems }: PinCoordinateInput & { spot: PinPosition | null }) {
  const text = typed ?? { lat: shown(spot?.lat), lng: shown(spot?.lng) };
  const type = (change: Partial<PinText>) => {
    const next = { ...text, ...change };
    const [lat, lng] = [parsePinCoordinate('lat', next.lat), parsePinCoordinate('lng', next.lng)];
    onType(next, lat === null || lng === null ? null : { lat, lng });
  };
  const field = (name: 'lat' | 'lng', label: string, says: string) => {
    const wrong = text[name].trim() === '' ? problems[name] : parsePinCoordinate(name, text[name]) === null && says;
    return (
      <TextField
        id={`${id}-${name}`}
        label={label}
        // The iPhone's number keypad has no minus, and Nairobi is south of the equator.
        inputMode="text"
        value={text[name]}
        onChange={(event) => type({ [name]: event.currentTarget.value })}
        {...(wrong ? { error: wrong } : {})}
      />
    );
  };
  return (
    <div className={classes.numbers}>
      <p className={classes.hint}>{m.map_pin_hint()}</p>
      {field('lat', m.map_latitude(), m.map_latitude_wrong())}
      {field('lng', m.map_longitude(), m.map_longitude_wrong())}
    </div>
  );
}
