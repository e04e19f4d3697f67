import type { DrawingKind, DrawingView, HomeDrawing } from '#contract/art/url.ts';
import { type DaylightColours, daylightPhases, morningLight, noonLight } from './colour.ts';
import { facadeDrawings } from './facades.ts';
import { drawFloorPlan } from './floor-plan.ts';
import { getArtRegion } from './region.ts';
import { drawRoom } from './rooms.ts';
import { createSeededRandom, type DrawingScene } from './scene.ts';
import { drawBackground } from './scenery.ts';
import { canvasHeight, canvasWidth } from './svg.ts';

export type IllustratedProperty = HomeDrawing & {
  /** Read by screen readers instead of the default description. */ readonly title?: string | undefined;
};

/** Draws one property as an SVG. The same input always gives the same picture, so it can replace a missing photo. */
export function drawProperty({ seed, kind = 'walkup', county = 'Nairobi', view = 'facade', bedrooms = 2, title }: IllustratedProperty): string {
  const dice = createSeededRandom(`${seed}|${kind}|${county}|${view}`);
  dice.roll();
  dice.roll();
  const light = lightOf(dice.roll());
  const id = `m${Math.floor(dice.roll() * 1e9).toString(36)}`;
  const c: DrawingScene = { ...dice, light, region: getArtRegion(county), id, inStreet: false };
  const label = title ?? labelOf(kind, county, view);
  const frame = `viewBox="0 0 ${canvasWidth} ${canvasHeight}" width="${canvasWidth}" height="${canvasHeight}" preserveAspectRatio="xMidYMid slice"`;
  const body = bodyOf(c, kind, view, bedrooms);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} role="img" aria-label="${label.replace(/[&<>"]/g, '')}">${body}</svg>`;
}

function lightOf(rolled: number): DaylightColours {
  if (rolled < 0.4) return daylightPhases[0];
  if (rolled < 0.68) return daylightPhases[1];
  return rolled < 0.88 ? daylightPhases[2] : daylightPhases[3];
}

function labelOf(kind: DrawingKind, county: string, view: DrawingView): string {
  if (view === 'plan') return 'Floor plan';
  return view === 'facade' ? `Illustration: ${kind}, ${county}` : `Illustration: ${view}`;
}

function bodyOf(c: DrawingScene, kind: DrawingKind, view: DrawingView, bedrooms: number): string {
  if (view === 'plan') return drawFloorPlan(c, bedrooms);
  if (view === 'facade') return drawBackground(c) + perhapsMirrored(c, kind, facadeDrawings[kind](c));
  return roomSheen(c.id) + drawRoom({ ...c, light: c.roll() > 0.5 ? morningLight : noonLight }, view);
}

/** Kinds with lettering, which must not be mirrored. */
const written: ReadonlySet<DrawingKind> = new Set(['shop', 'godown', 'plot']);

const perhapsMirrored = (c: DrawingScene, kind: DrawingKind, drawn: string): string =>
  !written.has(kind) && c.roll() > 0.5 ? `<g transform="translate(${canvasWidth} 0) scale(-1 1)">${drawn}</g>` : drawn;

/** A room is lit through its window, straight down. */
const roomSheen = (id: string): string =>
  `<defs><linearGradient id="${id}g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".38"/>` +
  '<stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient></defs>';
