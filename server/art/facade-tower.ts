import { lift, paint, shade, trim } from './colour.ts';
import { circ, G, H, op, poly, rect, times } from './draw.ts';
import { car, pane, shadow, solar, tank } from './objects.ts';
import { hedge, tree } from './plants.ts';
import { byHour, glow, type Scene } from './scene.ts';
import { ground } from './scenery.ts';

type Tower = { readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly wall: string; readonly trim: string };

const floorHeight = 19;
const balcony = 46;

/** A block of flats with a lift: balconies left and right, shops behind glass at the street. */
export function tower(c: Scene): string {
  const wall = c.pick(paint[c.region]);
  const accent = c.pick(trim);
  const floors = c.int(8, 11);
  const w = c.int(176, 226);
  const x = 320 - w / 2 + c.int(-30, 30);
  const h = floors * floorHeight;
  const t: Tower = { x, y: G - 40 - h, w, h, wall, trim: accent };
  let s = ground(c, 'cabro') + shadow(x - 30, w + 60) + tree(c, 70, G + 2, 0.95) + tree(c, 580, G + 2, 1.05) + roof(t);
  s += rect(x, t.y, w, h, wall) + rect(x + w - 20, t.y, 20, h, shade(wall, 0.16)) + rect(x - 5, t.y - 4, w + 10, 7, accent);
  s += times(floors, (i) => floor(c, t, t.y + i * floorHeight)) + rect(x, t.y, w, h, `url(#${c.id}g)`) + podium(c, t);
  s += hedge(c, x - 96, G + 3, 58) + hedge(c, x + w + 38, G + 3, 60);
  return s + car(c.int(60, 120), H - 22, c.pick(['#f4f4f2', '#7a2e2a', '#2f4858', '#c8ccd0']));
}

function roof({ x, y, w, wall }: Tower): string {
  const plant = rect(x + 14, y - 12, w - 28, 14, shade(wall, 0.2)) + tank(x + 30, y - 12, 0.8) + tank(x + 54, y - 12, 0.8);
  return plant + solar(x + w - 76, y - 12) + rect(x + w / 2 - 1, y - 50, 2.4, 40, '#6b7478') + circ(x + w / 2, y - 51, 2.5, '#e2504a');
}

function floor(c: Scene, { x, w, wall }: Tower, y: number): string {
  const bay = (w - balcony * 2 - 24) / 3;
  let s = times(3, (k) => pane(c, x + balcony + 12 + k * bay + 3, y + 5, bay - 7, 10, lift(wall, 0.5)));
  for (const bx of [x + 4, x + w - balcony - 4]) {
    s += rect(bx, y + 3, balcony, 13, glow(c, 0.4, '#ffd98a', shade(c.light.glass, 0.25)));
    s += rect(bx - 2, y + 11, balcony + 4, 6, byHour(c, '#8796a5', lift(c.light.glass, 0.45)), op(0.92));
    s += rect(bx - 3, y + 16.5, balcony + 6, 2.4, shade(wall, 0.2));
  }
  return s;
}

function podium(c: Scene, { x, w, wall, trim }: Tower): string {
  const bay = (w + 40) / 6;
  const glass = byHour(c, '#ffdf9c', lift(c.light.glass, 0.18));
  const front = times(6, (k) => {
    const bx = x + k * bay;
    const gleam = poly([bx - 20, G - 6, bx, G - 32, bx + 8, G - 32, bx - 12, G - 6], '#fff', op(0.2));
    return rect(x - 20 + k * bay, G - 32, bay - 7, 30, glass) + gleam;
  });
  return rect(x - 30, G - 40, w + 60, 40, shade(trim, 0.12)) + rect(x - 36, G - 44, w + 72, 7, lift(wall, 0.4)) + front;
}
