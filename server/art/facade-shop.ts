import { type ColourPalette, darkenColour, lightenColour, regionPalettes } from './colour.ts';
import { drawMarketStall, drawMotorbike, drawShadow, drawWaterTank, drawWindow } from './objects.ts';
import { drawTree } from './plants.ts';
import { type DrawingScene, pickColourByDaylight } from './scene.ts';
import { drawGround } from './scenery.ts';
import { canvasHeight, groundLine, repeatDrawing, svgPolygon, svgRect } from './svg.ts';

const bays = 4;
const bay = 112;
const left = 320 - (bays * bay) / 2;
const top = groundLine - 176;

const names = ['DUKA', 'KINYOZI', 'HOTELI', 'CHEMIST', 'MITUMBA', 'CYBER', 'MBOGA', 'FUNDI', 'SALON', 'VIATU'];
const goods: ColourPalette = ['#e2683c', '#f3c24a', '#3f8f86', '#f5efe4', '#c8446e', '#8ab661'];

/** A row of small shops with rooms above. */
export function drawShop(c: DrawingScene): string {
  const wall = c.pick(regionPalettes[c.region]);
  const signs = names.toSorted(() => c.roll() - 0.5);
  let s =
    drawGround(c, 'road') +
    drawShadow(left, bays * bay) +
    drawTree(c, 54, groundLine + 2, 0.9) +
    drawWaterTank(left + 40, top - 4) +
    drawWaterTank(left + 70, top - 4);
  s += svgRect(left - 6, top - 6, bays * bay + 12, 10, darkenColour(wall, 0.3)) + svgRect(left, top, bays * bay, 176, wall);
  for (const [i, sign] of signs.slice(0, bays).entries()) s += oneShop(c, left + i * bay, wall, sign);
  s += svgRect(left, groundLine - 2, bays * bay, 6, '#cfc6b8') + drawMotorbike(c.int(70, 140), canvasHeight - 20);
  return c.inStreet ? s : s + drawMarketStall(c.int(500, 560), canvasHeight - 16);
}

function oneShop(c: DrawingScene, x: number, wall: string, sign: string): string {
  const colour = c.pick(['#b5522b', '#2f6f5e', '#31607f', '#a8342c', '#d9961f', '#5a4a86']);
  let s = drawWindow(c, x + 16, top + 18, 32, 34, lightenColour(wall, 0.6)) + drawWindow(c, x + 64, top + 18, 32, 34, lightenColour(wall, 0.6));
  s += svgRect(x + 4, top + 70, bay - 8, 24, colour);
  s += `<text x="${x + bay / 2}" y="${top + 88}" font-family="system-ui,sans-serif" font-weight="800" font-size="15" letter-spacing="1.5"`;
  s += ` text-anchor="middle" fill="#fff">${sign}</text>`;
  s += svgRect(x + 8, top + 110, bay - 16, 66, c.roll() > 0.35 ? pickColourByDaylight(c, '#ffdc94', darkenColour(wall, 0.5)) : '#8b9396');
  s += c.roll() > 0.3 ? shelves(c, x, wall) + svgRect(x + 8, groundLine - 14, bay * 0.52, 14, darkenColour(colour, 0.2)) : shutter(x);
  return s + repeatDrawing(7, (k) => awning(x + 2 + k * 15.5, x + 17.5 + k * 15.5, k % 2 ? '#fffaf0' : colour));
}

const awning = (from: number, to: number, colour: string): string =>
  svgPolygon([from, top + 96, to, top + 96, to, top + 110, from, top + 110], colour);

const shutter = (x: number): string => repeatDrawing(8, (k) => svgRect(x + 8, top + 112 + k * 8, bay - 16, 1.6, '#6d7578'));

const shelves = (c: DrawingScene, x: number, wall: string): string =>
  repeatDrawing(3, (k) => {
    const board = svgRect(x + 14, top + 124 + k * 15, bay - 28, 2, lightenColour(wall, 0.2));
    return board + repeatDrawing(7, (i) => svgRect(x + 17 + i * 11, top + 116 + k * 15, 7, 8, c.pick(goods)));
  });
