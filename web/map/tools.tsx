import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LngLat } from '#contract/map/geo.ts';
import { computeDrawnAreasBox, computeZoomForBox, type MapState, type MapView, type NearFilter } from '#contract/map/view.ts';
import { drawnAreaLimits } from '#contract/search/limits.ts';
import type { LoadedMap } from '#web/base-map/open-map.ts';
import { IconCircleDashed, IconCurrentLocation, IconPolygon, IconX } from '#web/ui/icons.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './search.module.css';

export type MapOverlays = typeof import('./map-overlays.ts');

type Tool = 'draw' | 'radius' | null;
type Given = {
  readonly open: LoadedMap | null;
  readonly laid: MapOverlays | null;
  readonly drawn: MapState;
  readonly setAreas: (areas: MapState['areas']) => void;
  readonly setNear: (near: NearFilter | null, seen?: MapView) => void;
};
const distances = [1, 2, 3, 5, 10, 20];
const usualKm = 3;

/** Tools to draw an area, a circle about a point, or about the user's position. */
export function useMapTools({ open, laid, drawn, setAreas, setNear }: Given): ReactNode {
  const [tool, setTool] = useState<Tool>(null);
  const [finding, setFinding] = useState(false);
  const told = useRef({ drawn, setAreas });
  told.current = { drawn, setAreas };

  const around = (lat: number, lng: number, km = drawn.near?.km ?? usualKm) => {
    const near = { lat, lng, km };
    const box = computeDrawnAreasBox({ areas: [], near });
    setNear(near, box ? { box, zoom: computeZoomForBox(box) } : undefined);
  };
  const place = useRef(around);
  place.current = around;

  useEffect(() => {
    if (!open || !laid || tool !== 'draw') return undefined;
    return laid.startAreaDrawing(open, (area: LngLat[] | null) => {
      setTool(null);
      if (area) told.current.setAreas([...told.current.drawn.areas, area].slice(-drawnAreaLimits.areas));
    });
  }, [open, laid, tool]);

  useEffect(() => {
    if (!open || tool !== 'radius') return undefined;
    const canvas = open.map.getCanvasContainer();
    canvas.style.cursor = 'crosshair';
    const pressed = open.map.on('click', ({ lngLat }) => {
      setTool(null);
      place.current(lngLat.lat, lngLat.lng);
    });
    return () => {
      canvas.style.cursor = '';
      pressed.unsubscribe();
    };
  }, [open, tool]);

  const nearMe = () => {
    setFinding(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setFinding(false);
        place.current(coords.latitude, coords.longitude);
      },
      () => {
        setFinding(false);
        showToast({ kind: 'error', title: m.map_not_found_you(), id: 'near-me' });
      },
      { timeout: 10_000, maximumAge: 60_000 },
    );
  };
  const { near, areas } = drawn;
  return (
    <div className={classes.toolRows}>
      <div className={classes.mapTools}>
        <button type="button" aria-pressed={tool === 'draw'} onClick={() => setTool(tool === 'draw' ? null : 'draw')}>
          <IconPolygon size={17} aria-hidden />
          {m.map_draw()}
        </button>
        <button type="button" aria-pressed={tool === 'radius'} onClick={() => setTool(tool === 'radius' ? null : 'radius')}>
          <IconCircleDashed size={17} aria-hidden />
          {m.map_radius()}
        </button>
        <button type="button" aria-busy={finding} onClick={nearMe}>
          <IconCurrentLocation size={17} aria-hidden />
          {m.map_near_me()}
        </button>
      </div>
      {tool && (
        <p className={classes.tip} role="status">
          {tool === 'draw' ? m.map_draw_tip() : m.map_radius_tip()}
        </p>
      )}
      {(areas.length > 0 || near) && (
        <div className={classes.mapTools}>
          {areas.length > 0 && (
            <button type="button" onClick={() => setAreas([])}>
              <IconX size={15} aria-hidden />
              {m.map_clear_areas({ count: areas.length })}
            </button>
          )}
          {near && (
            <>
              <label className={classes.within}>
                {m.map_within()}
                <select value={String(near.km)} onChange={(event) => around(near.lat, near.lng, Number(event.currentTarget.value))}>
                  {[...new Set([...distances, near.km])]
                    .sort((a, b) => a - b)
                    .map((km) => (
                      <option key={km} value={km}>
                        {m.map_km({ km })}
                      </option>
                    ))}
                </select>
              </label>
              <button type="button" onClick={() => setNear(null)} aria-label={m.map_clear_radius()}>
                <IconX size={15} aria-hidden />
              </button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
