import { lift, paint, shade } from './colour.ts';
import { G, H, op, path, poly, rect, times } from './draw.ts';
import { shadow } from './objects.ts';
import { hedge, palm, tree } from './plants.ts';
import { byHour, type Scene } from './scene.ts';
import { ground } from './scenery.ts';

const x = 118;
const y = G - 164;

/** Flat roofs, much glass, a stone wall and a pool. */
export function villa(c: Scene): string {
  const wall = lift(c.pick(paint[c.region]), 0.35);
  const stone = c.pick(['#b39a7d', '#8f7a66', '#a88c6c']);
  let s = ground(c, 'lawn') + shadow(x, 420) + tree(c, 76, G + 2, 1.2) + tree(c, 590, G + 2, 1.45);
  s += upperFloor(c, wall) + chimneyWall(c, stone) + lowerFloor(c, wall) + entrance(wall);
  if (!c.inStreet) s += pool(c);
  return s + hedge(c, x - 20, G + 3, 30) + palm(c, x + 470, G + 24, 0.8);
}

function upperFloor(c: Scene, wall: string): string {
  let s = rect(x + 120, y, 250, 76, wall) + rect(x + 96, y - 10, 300, 12, shade(wall, 0.06)) + rect(x + 96, y + 2, 300, 5, '#1d2430', op(0.18));
  s += rect(x + 136, y + 16, 130, 52, byHour(c, '#ffd98a', c.light.glass));
  s += poly([x + 136, y + 68, x + 190, y + 16, x + 226, y + 16, x + 172, y + 68], '#fff', op(0.2));
  for (let i = 1; i < 4; i++) s += rect(x + 136 + i * 32.5, y + 16, 2, 52, '#2b3331');
  return s;
}

function chimneyWall(c: Scene, stone: string): string {
  const block = (i: number): string => {
    const bx = x + 290 + (i % 3) * 20 + c.int(0, 3);
    return rect(bx, y + Math.floor(i / 3) * 20 + 2, c.int(11, 17), 8, c.pick([lift(stone, 0.15), shade(stone, 0.1)]), 'rx="1"');
  };
  return rect(x + 290, y, 60, 164, stone) + times(22, block);
}

function lowerFloor(c: Scene, wall: string): string {
  let s = rect(x + 130, y + 70, 150, 7, lift(c.light.glass, 0.5), op(0.8)) + rect(x, y + 76, 430, 88, lift(wall, 0.2));
  s += rect(x - 22, y + 68, 300, 12, shade(wall, 0.04)) + rect(x - 22, y + 80, 300, 6, '#1d2430', op(0.2));
  s += rect(x + 14, y + 94, 210, 66, byHour(c, '#ffdf9c', lift(c.light.glass, 0.08)));
  s += poly([x + 30, y + 160, x + 90, y + 94, x + 130, y + 94, x + 70, y + 160], '#fff', op(0.2));
  for (let i = 1; i < 5; i++) s += rect(x + 14 + i * 42, y + 94, 2.4, 66, '#2b3331');
  return s;
}

function entrance(wall: string): string {
  const door = rect(x + 244, y + 92, 34, 72, '#6a3d22') + rect(x + 270, y + 120, 2.4, 18, '#e8c26a');
  const garage = rect(x + 300, y + 96, 118, 68, shade(wall, 0.3)) + rect(x + 306, y + 102, 106, 62, '#3b4643');
  return door + garage + times(5, (i) => rect(x + 306, y + 112 + i * 11, 106, 1.6, '#525e5a'));
}

function pool(c: Scene): string {
  const waves = `M110 ${H - 32}h60M200 ${H - 24}h70M96 ${H - 20}h40`;
  return (
    path(`M40 ${H - 14}q20-40 110-40h170q50 0 30 40z`, '#e8dcc6') +
    path(`M62 ${H - 14}q18-30 96-30h150q36 0 22 30z`, byHour(c, '#4c7ea0', '#54b8c4')) +
    path(waves, 'none', 'stroke="#fff" stroke-width="2.4" opacity=".5" stroke-linecap="round"')
  );
}
