import type { Kind } from '#contract/art/url.ts';
import { lights } from './colour.ts';
import { G, H, rect, sheen, W } from './draw.ts';
import { facades } from './facades.ts';
import { byHour, diceOf, type Scene } from './scene.ts';
import { skyline } from './scenery.ts';

const step = 470;

export const usualStreet: readonly Kind[] = ['walkup', 'maisonette', 'tower', 'shop', 'bungalow'];

/** A whole street on one ground line: the hero of the public home, the panel beside the sign-in form, empty states. */
export function street(seed: string, kinds: readonly Kind[] = usualStreet, light = 0): string {
  const c: Scene = { ...diceOf(seed), light: lights[light] ?? lights[0], region: 'city', id: `m${seed.replace(/\W/g, '')}`, inStreet: true };
  const w = kinds.length * step + 60;
  let s = `<defs>${sheen(c.id)}</defs>`;
  for (let x = 0; x < w; x += W) s += `<g transform="translate(${x} 0)">${skyline(c)}</g>`;
  s += rect(0, G, w, H - G, byHour(c, '#6d7274', '#8b8f90')) + rect(0, G, w, 9, '#d8d3c8');
  s += `<path d="M0 ${G + 44}H${w}" stroke="#f2d98a" stroke-width="3.5" stroke-dasharray="34 22"/>`;
  for (const [i, kind] of kinds.entries()) s += `<g transform="translate(${i * step - 60} 0)">${facades[kind](c)}</g>`;
  const frame = `viewBox="0 60 ${w} ${H - 60}" preserveAspectRatio="xMidYMax slice"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} role="img" aria-label="Illustration: a street of homes and shops">${s}</svg>`;
}
