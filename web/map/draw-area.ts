import { type LngLat, parseDrawnArea } from '#contract/map/geo.ts';
import { drawnAreaLimits } from '#contract/search/limits.ts';
import type { LoadedMap } from '#web/base-map/open-map.ts';
import { drawRings } from './overlay.ts';

type Done = (area: LngLat[] | null) => void;
/** A shorter stroke is a press: a corner, not a hand-drawn line. */
const strokePixels = 12;
const nearPixels = 14;

/**
 * Draws an area: one stroke encloses it at once; presses set corners, and a press on the first, a double press or Enter closes it. Escape cancels.
 * The map does not move during drawing. Returns a function that stops it.
 */
export function startAreaDrawing(open: LoadedMap, done: Done): () => void {
  const { map } = open;
  const canvas = map.getCanvasContainer();
  const corners: LngLat[] = [];
  let stroke: LngLat[] | null = null;
  let from = { x: 0, y: 0 };

  const at = (event: PointerEvent): { x: number; y: number; point: LngLat } => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { lng, lat } = map.unproject([x, y]);
    return { x, y, point: [lng, lat] };
  };
  const sketch = (line: readonly LngLat[]) => drawRings(open, 'sketch', line.length > 1 ? [line] : [], true);
  const finish = (line: readonly LngLat[] | null) => {
    stop();
    done(line ? parseDrawnArea(line, drawnAreaLimits.points) : null);
  };
  const isFirst = (x: number, y: number) => {
    const [first] = corners;
    if (!first || corners.length < 3) return false;
    const seen = map.project([first[0], first[1]]);
    return Math.hypot(seen.x - x, seen.y - y) < nearPixels;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    event.preventDefault();
    const spot = at(event);
    from = spot;
    stroke = [spot.point];
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!stroke) {
      if (corners.length > 0) sketch([...corners, at(event).point]);
      return;
    }
    stroke.push(at(event).point);
    sketch(corners.length > 0 ? [...corners, at(event).point] : stroke);
  };
  const up = (event: PointerEvent) => {
    if (!stroke) return;
    const spot = at(event);
    const line = stroke;
    stroke = null;
    if (corners.length === 0 && Math.hypot(spot.x - from.x, spot.y - from.y) + line.length > strokePixels && line.length > 6) return finish(line);
    if (isFirst(spot.x, spot.y)) return finish(corners);
    corners.push(spot.point);
    sketch(corners);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') finish(null);
    else if (event.key === 'Enter' && corners.length > 2) finish(corners);
  };
  const twice = () => {
    if (corners.length > 2) finish(corners);
  };

  const release = hold(open, { pointerdown: down, pointermove: move, pointerup: up, dblclick: twice }, key);
  let stopped = false;
  function stop() {
    if (stopped) return;
    stopped = true;
    release();
    sketch([]);
  }
  return stop;
}

/** Freezes the map while the pointer draws, until released. */
function hold({ map }: LoadedMap, pointer: Readonly<Record<string, (event: PointerEvent) => void>>, key: (event: KeyboardEvent) => void): () => void {
  const canvas = map.getCanvasContainer();
  const listeners = Object.entries(pointer) as [string, (event: Event) => void][];
  map.dragPan.disable();
  map.doubleClickZoom.disable();
  canvas.style.cursor = 'crosshair';
  canvas.style.touchAction = 'none';
  for (const [name, listener] of listeners) canvas.addEventListener(name, listener);
  document.addEventListener('keydown', key);
  return () => {
    for (const [name, listener] of listeners) canvas.removeEventListener(name, listener);
    document.removeEventListener('keydown', key);
    canvas.style.cursor = '';
    canvas.style.touchAction = '';
    map.dragPan.enable();
    map.doubleClickZoom.enable();
  };
}
