import type { DrawingScene } from './scene.ts';
import { canvasHeight, canvasWidth, svgCircle, svgEllipse, svgNumber, svgPath, svgRect } from './svg.ts';

/** A room of the plan: its name and position, as shares of the whole flat. */
type Place = readonly [name: string, x: number, y: number, w: number, h: number];
type Box = { readonly name: string; readonly x: number; readonly y: number; readonly w: number; readonly h: number };

const bedsitter: readonly Place[] = [
  ['Bedsitter', 0, 0, 0.64, 1],
  ['Kitchen', 0.64, 0, 0.36, 0.46],
  ['Bath', 0.64, 0.46, 0.36, 0.54],
];
const oneBedroom: readonly Place[] = [
  ['Living', 0, 0.42, 0.56, 0.58],
  ['Bedroom', 0, 0, 0.5, 0.42],
  ['Bath', 0.5, 0, 0.22, 0.42],
  ['Kitchen', 0.56, 0.42, 0.44, 0.58],
  ['Balcony', 0.72, 0, 0.28, 0.42],
];
const twoBedrooms: readonly Place[] = [
  ['Living / dining', 0, 0.46, 0.5, 0.54],
  ['Master ensuite', 0, 0, 0.36, 0.46],
  ['Bath', 0.36, 0, 0.16, 0.46],
  ['Bedroom 2', 0.52, 0, 0.48, 0.46],
  ['Kitchen', 0.5, 0.46, 0.28, 0.54],
  ['Balcony', 0.78, 0.46, 0.22, 0.54],
];
const threeBedrooms: readonly Place[] = [
  ['Living / dining', 0.3, 0.48, 0.42, 0.52],
  ['Master ensuite', 0, 0, 0.32, 0.48],
  ['Bath', 0.32, 0, 0.14, 0.48],
  ['Bedroom 2', 0.46, 0, 0.27, 0.48],
  ['Bedroom 3', 0.73, 0, 0.27, 0.48],
  ['Kitchen', 0, 0.48, 0.3, 0.52],
  ['DSQ', 0.72, 0.48, 0.28, 0.26],
  ['Balcony', 0.72, 0.74, 0.28, 0.26],
];

/** The plan and its metres per point. Three bedrooms represent every larger home. */
function layoutOf(bedrooms: number): readonly [readonly Place[], number] {
  if (bedrooms <= 0) return [bedsitter, 0.011];
  if (bedrooms === 1) return [oneBedroom, 0.014];
  return [bedrooms === 2 ? twoBedrooms : threeBedrooms, 0.018];
}

const left = 56;
const top = 46;
const width = 528;
const height = 316;

export function drawFloorPlan(c: DrawingScene, bedrooms: number): string {
  const tint = c.pick(['#e9f2ec', '#fbeee6', '#e8f1f6', '#f6efdc']);
  const [places, scale] = layoutOf(bedrooms);
  const mirrored = c.roll() > 0.5;
  let s = paper();
  for (const [name, x, y, w, h] of places) {
    const box: Box = { name, x: left + (mirrored ? 1 - x - w : x) * width, y: top + y * height, w: w * width, h: h * height };
    s += floor(box, tint) + fittings(box) + door(box, mirrored) + label(box, scale);
  }
  s += '<g transform="translate(604 34)" stroke="#c8532a" stroke-width="2" fill="none"><circle r="13"/><path d="M0 7V-8M-4-3L0-9l4 6"/></g>';
  s += `<text x="${left}" y="${canvasHeight - 22}" font-family="system-ui,sans-serif" font-size="11.5" fill="#5d655f">`;
  return `${s}Not to scale. Measurements are approximate.</text>`;
}

function paper(): string {
  let s = svgRect(0, 0, canvasWidth, canvasHeight, '#fbfaf6');
  for (let i = 0; i < canvasWidth; i += 20) s += svgRect(i, 0, 1, canvasHeight, '#efece3');
  for (let i = 0; i < canvasHeight; i += 20) s += svgRect(0, i, canvasWidth, 1, '#efece3');
  return s;
}

const isOpen = (name: string): boolean => name === 'Balcony';
const isWet = (name: string): boolean => name === 'Bath' || name === 'Kitchen';
const isMain = (name: string): boolean => name.startsWith('Liv') || name === 'Bedsitter';
const hasBed = (name: string): boolean => /Bed|Master|DSQ/.test(name);

function floorColour(name: string, tint: string): string {
  if (isOpen(name)) return '#f3f1ea';
  if (isWet(name)) return '#eef3f3';
  return isMain(name) ? tint : '#ffffff';
}

function floor({ name, x, y, w, h }: Box, tint: string): string {
  const wall = isOpen(name) ? 'stroke="#2b3331" stroke-width="2.5" stroke-dasharray="7 5"' : 'stroke="#2b3331" stroke-width="6"';
  let s = svgRect(x, y, w, h, floorColour(name, tint), wall);
  if (isWet(name)) for (let i = 12; i < w; i += 12) s += svgRect(x + i, y + 3, 0.8, h - 6, '#dbe5e5');
  return s;
}

const steel = 'stroke="#9aa3a6" stroke-width="2"';
const timber = 'stroke="#b9b2a4" stroke-width="2"';

function fittings({ name, x, y, w, h }: Box): string {
  if (name === 'Bath')
    return svgRect(x + 10, y + 10, w - 20, 26, '#fff', `rx="9" ${steel}`) + svgEllipse(x + w - 22, y + h - 24, 9, 12, '#fff', steel);
  if (name === 'Kitchen')
    return svgRect(x + 8, y + 8, w - 16, 20, '#d9dcdc') + svgCircle(x + 26, y + 18, 6, '#fff') + svgCircle(x + 44, y + 18, 6, '#fff');
  if (hasBed(name) && h > 90) {
    const middle = x + w / 2;
    const pillows = svgRect(middle - 24, y + 17, 22, 13, '#efe8da', 'rx="3"') + svgRect(middle + 2, y + 17, 22, 13, '#efe8da', 'rx="3"');
    return svgRect(middle - 30, y + 12, 60, 54, '#fff', `rx="5" ${timber}`) + pillows;
  }
  if (!name.startsWith('Liv')) return '';
  return svgRect(x + 18, y + h - 46, 86, 28, '#fff', `rx="7" ${timber}`) + svgRect(x + w - 78, y + 26, 46, 34, '#fff', `rx="4" ${timber}`);
}

function door({ name, x, y, w, h }: Box, mirrored: boolean): string {
  if (isOpen(name)) return '';
  const dx = x + (mirrored ? w - 38 : 12);
  const swing = svgPath(`M${svgNumber(dx)} ${svgNumber(y + h)}v-26a26 26 0 0 1 26 26`, 'none', 'stroke="#7d857f" stroke-width="1.5"');
  return svgRect(dx, y + h - 3, 26, 6, '#fbfaf6') + swing;
}

function label({ name, x, y, w, h }: Box, scale: number): string {
  const small = w < 100;
  const middle = svgNumber(x + w / 2);
  const size = `${(w * scale).toFixed(1)} × ${(h * scale).toFixed(1)} m`;
  return (
    `<text x="${middle}" y="${svgNumber(y + h / 2 + 12)}" font-family="system-ui,sans-serif" font-size="${small ? 11.5 : 14}" font-weight="700"` +
    ` text-anchor="middle" fill="#17201c">${name}</text>` +
    `<text x="${middle}" y="${svgNumber(y + h / 2 + 27)}" font-family="system-ui,sans-serif" font-size="${small ? 10 : 11.5}"` +
    ` text-anchor="middle" fill="#5d655f">${size}</text>`
  );
}
