import type { DrawingKind } from '#contract/art/url.ts';
import { daylightPhases } from './colour.ts';
import { facadeDrawings } from './facades.ts';
import { createSeededRandom, type DrawingScene, pickColourByDaylight } from './scene.ts';
import { drawSkyline } from './scenery.ts';
import { canvasHeight, canvasWidth, groundLine, sheenGradient, svgRect } from './svg.ts';

const step = 470;

export const defaultStreet: readonly DrawingKind[] = ['walkup', 'maisonette', 'tower', 'shop', 'bungalow'];

/** A street on one ground line, for the public home, the sign-in page and empty states. */
export function drawStreet(seed: string, kinds: readonly DrawingKind[] = defaultStreet, light = 0): string {
  const c: DrawingScene = {
    ...createSeededRandom(seed),
    light: daylightPhases[light] ?? daylightPhases[0],
    region: 'city',
    id: `m${seed.replace(/\W/g, '')}`,
    inStreet: true,
  };
  const w = kinds.length * step + 60;
  let s = `<defs>${sheenGradient(c.id)}</defs>`;
  for (let x = 0; x < w; x += canvasWidth) s += `<g transform="translate(${x} 0)">${drawSkyline(c)}</g>`;
  s += svgRect(0, groundLine, w, canvasHeight - groundLine, pickColourByDaylight(c, '#6d7274', '#8b8f90')) + svgRect(0, groundLine, w, 9, '#d8d3c8');
  s += `<path d="M0 ${groundLine + 44}H${w}" stroke="#f2d98a" stroke-width="3.5" stroke-dasharray="34 22"/>`;
  for (const [i, kind] of kinds.entries()) s += `<g transform="translate(${i * step - 60} 0)">${facadeDrawings[kind](c)}</g>`;
  const frame = `viewBox="0 60 ${w} ${canvasHeight - 60}" preserveAspectRatio="xMidYMax slice"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} role="img" aria-label="Illustration: a street of homes and shops">${s}</svg>`;
}
