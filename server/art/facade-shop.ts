import { lift, type Palette, paint, shade } from './colour.ts';
import { G, H, poly, rect, times } from './draw.ts';
import { boda, pane, shadow, stall, tank } from './objects.ts';
import { tree } from './plants.ts';
import { byHour, type Scene } from './scene.ts';
import { ground } from './scenery.ts';

const bays = 4;
const bay = 112;
const left = 320 - (bays * bay) / 2;
const top = G - 176;

const names = ['DUKA', 'KINYOZI', 'HOTELI', 'CHEMIST', 'MITUMBA', 'CYBER', 'MBOGA', 'FUNDI', 'SALON', 'VIATU'];
const goods: Palette = ['#e2683c', '#f3c24a', '#3f8f86', '#f5efe4', '#c8446e', '#8ab661'];

/** A row of small shops with rooms above them. */
export function shop(c: Scene): string {
  const wall = c.pick(paint[c.region]);
  const signs = names.toSorted(() => c.roll() - 0.5);
  let s = ground(c, 'road') + shadow(left, bays * bay) + tree(c, 54, G + 2, 0.9) + tank(left + 40, top - 4) + tank(left + 70, top - 4);
  s += rect(left - 6, top - 6, bays * bay + 12, 10, shade(wall, 0.3)) + rect(left, top, bays * bay, 176, wall);
  for (const [i, sign] of signs.slice(0, bays).entries()) s += oneShop(c, left + i * bay, wall, sign);
  s += rect(left, G - 2, bays * bay, 6, '#cfc6b8') + boda(c.int(70, 140), H - 20);
  return c.inStreet ? s : s + stall(c.int(500, 560), H - 16);
}

function oneShop(c: Scene, x: number, wall: string, sign: string): string {
  const colour = c.pick(['#b5522b', '#2f6f5e', '#31607f', '#a8342c', '#d9961f', '#5a4a86']);
  let s = pane(c, x + 16, top + 18, 32, 34, lift(wall, 0.6)) + pane(c, x + 64, top + 18, 32, 34, lift(wall, 0.6));
  s += rect(x + 4, top + 70, bay - 8, 24, colour);
  s += `<text x="${x + bay / 2}" y="${top + 88}" font-family="system-ui,sans-serif" font-weight="800" font-size="15" letter-spacing="1.5"`;
  s += ` text-anchor="middle" fill="#fff">${sign}</text>`;
  s += rect(x + 8, top + 110, bay - 16, 66, c.roll() > 0.35 ? byHour(c, '#ffdc94', shade(wall, 0.5)) : '#8b9396');
  s += c.roll() > 0.3 ? shelves(c, x, wall) + rect(x + 8, G - 14, bay * 0.52, 14, shade(colour, 0.2)) : shutter(x);
  return s + times(7, (k) => awning(x + 2 + k * 15.5, x + 17.5 + k * 15.5, k % 2 ? '#fffaf0' : colour));
}

const awning = (from: number, to: number, colour: string): string => poly([from, top + 96, to, top + 96, to, top + 110, from, top + 110], colour);

const shutter = (x: number): string => times(8, (k) => rect(x + 8, top + 112 + k * 8, bay - 16, 1.6, '#6d7578'));

const shelves = (c: Scene, x: number, wall: string): string =>
  times(3, (k) => {
    const board = rect(x + 14, top + 124 + k * 15, bay - 28, 2, lift(wall, 0.2));
    return board + times(7, (i) => rect(x + 17 + i * 11, top + 116 + k * 15, 7, 8, c.pick(goods)));
  });
