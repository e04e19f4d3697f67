import type { HomeArt, Kind, View } from '#contract/art/url.ts';
import { type Light, lights, morning, noon } from './colour.ts';
import { H, W } from './draw.ts';
import { facades } from './facades.ts';
import { floorPlan } from './floor-plan.ts';
import { regionOf } from './region.ts';
import { room } from './rooms.ts';
import { diceOf, type Scene } from './scene.ts';
import { background } from './scenery.ts';

export type Illustrated = HomeArt & { /** Read out instead of the usual description. */ readonly title?: string | undefined };

/** One property as an SVG; the same input always gives the same picture, so it can stand in for a photo that is missing. */
export function illustrate({ seed, kind = 'walkup', county = 'Nairobi', view = 'facade', bedrooms = 2, title }: Illustrated): string {
  const dice = diceOf(`${seed}|${kind}|${county}|${view}`);
  dice.roll();
  dice.roll();
  const light = lightOf(dice.roll());
  const id = `m${Math.floor(dice.roll() * 1e9).toString(36)}`;
  const c: Scene = { ...dice, light, region: regionOf(county), id, inStreet: false };
  const label = title ?? labelOf(kind, county, view);
  const frame = `viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" preserveAspectRatio="xMidYMid slice"`;
  const body = bodyOf(c, kind, view, bedrooms);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} role="img" aria-label="${label.replace(/[&<>"]/g, '')}">${body}</svg>`;
}

function lightOf(rolled: number): Light {
  if (rolled < 0.4) return lights[0];
  if (rolled < 0.68) return lights[1];
  return rolled < 0.88 ? lights[2] : lights[3];
}

function labelOf(kind: Kind, county: string, view: View): string {
  if (view === 'plan') return 'Floor plan';
  return view === 'facade' ? `Illustration: ${kind}, ${county}` : `Illustration: ${view}`;
}

function bodyOf(c: Scene, kind: Kind, view: View, bedrooms: number): string {
  if (view === 'plan') return floorPlan(c, bedrooms);
  if (view === 'facade') return background(c) + perhapsMirrored(c, kind, facades[kind](c));
  return roomSheen(c.id) + room({ ...c, light: c.roll() > 0.5 ? morning : noon }, view);
}

/** What carries writing is never mirrored. */
const written: ReadonlySet<Kind> = new Set(['shop', 'godown', 'plot']);

const perhapsMirrored = (c: Scene, kind: Kind, drawn: string): string =>
  !written.has(kind) && c.roll() > 0.5 ? `<g transform="translate(${W} 0) scale(-1 1)">${drawn}</g>` : drawn;

/** A room is lit from its window: the light falls straight through. */
const roomSheen = (id: string): string =>
  `<defs><linearGradient id="${id}g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".38"/>` +
  '<stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient></defs>';
