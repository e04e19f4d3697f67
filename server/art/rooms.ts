import type { View } from '#contract/art/url.ts';
import { lift, shade, trim } from './colour.ts';
import { G, H, op, rect, times, W } from './draw.ts';
import { bedroom, kitchen, living, type Taste } from './furniture.ts';
import { tree } from './plants.ts';
import type { Scene } from './scene.ts';
import { background, ground } from './scenery.ts';

export type RoomView = Exclude<View, 'facade' | 'plan'>;

const floorLine = 300;
const furnished: Readonly<Record<RoomView, (c: Scene, taste: Taste) => string>> = { living, bedroom, kitchen };

/** A furnished room with the garden behind its window. */
export function room(c: Scene, which: RoomView): string {
  const wall = c.pick(['#f4ecdf', '#e9ece4', '#f3e3d3', '#e6e6e2', '#f6efe0']);
  const taste: Taste = { main: c.pick(trim), second: c.pick(['#f4b73f', '#c8532a', '#3f8f86', '#d6478a']) };
  const floor = c.roll() > 0.5 ? '#c39a6b' : '#ddd6ca';
  const outside = which === 'kitchen' ? outlook(c, 236, 74, 168, 92) : outlook(c, 350, 62, 214, 170);
  return shell(wall, floor) + outside + furnished[which](c, taste) + rect(0, 0, W, H, `url(#${c.id}g)`, op(0.35));
}

function shell(wall: string, floor: string): string {
  let s = rect(0, 0, W, H, wall) + rect(0, 0, W, 26, lift(wall, 0.5)) + rect(0, floorLine, W, H - floorLine, floor);
  s += rect(0, floorLine - 9, W, 9, '#fff');
  s += times(6, (i) => `<path d="M0 ${floorLine + 8 + i * i * 4.2}H${W}" stroke="${shade(floor, 0.12)}" stroke-width="1.3"/>`);
  for (let i = -10; i < 10; i++) {
    s += `<path d="M${320 + i * 46} ${floorLine}L${320 + i * 96} ${H}" stroke="${shade(floor, 0.1)}" stroke-width="1.2"/>`;
  }
  return s;
}

/** The window and what one sees through it. */
function outlook(c: Scene, x: number, y: number, w: number, h: number): string {
  const clip = `${c.id}v`;
  const garden = `${background(c)}${ground(c, 'lawn')}${tree(c, 200, G + 4, 1)}`;
  let s = `<clipPath id="${clip}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>`;
  s += `<g clip-path="url(#${clip})"><g transform="translate(${x - 20} ${y - 120 + (h - 150)}) scale(.7)">${garden}</g></g>`;
  s += rect(x - 5, y - 5, w + 10, 6, '#fff') + rect(x - 5, y, 6, h, '#fff') + rect(x + w - 1, y, 6, h, '#fff');
  return s + rect(x - 9, y + h, w + 18, 7, '#fff') + rect(x + w / 2 - 2, y, 4, h, '#fff');
}
