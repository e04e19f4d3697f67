import { laundry, lift, paint, shade, trim } from './colour.ts';
import { G, H, n, op, rect, times } from './draw.ts';
import { boda, car, pane, shadow, sheet, tank } from './objects.ts';
import { hedge, tree } from './plants.ts';
import { glow, type Scene } from './scene.ts';
import { ground } from './scenery.ts';

type Block = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly floors: number;
  /** The height of one floor. */
  readonly rise: number;
  readonly wall: string;
  readonly trim: string;
};

/** Three to five floors without a lift, reached along a gallery or by a staircase in the middle. */
export function walkup(c: Scene): string {
  const wall = c.pick(paint[c.region]);
  const accent = c.pick(trim);
  const floors = c.int(3, 5);
  const w = c.int(300, 384);
  const rise = floors === 3 ? 54 : 46;
  const h = floors * rise;
  const b: Block = { x: 320 - w / 2, y: G - h, w, h, floors, rise, wall, trim: accent };
  let s = ground(c, c.pick(['murram', 'cabro', 'road'])) + shadow(b.x, w) + tree(c, b.x - 44, G + 2, 1.05) + tree(c, b.x + w + 40, G + 2, 0.9);
  s += roof(b) + rect(b.x, b.y, w, h, wall) + rect(b.x, G - 18, w, 18, shade(accent, 0.06));
  return s + (c.roll() > 0.5 ? galleries(c, b) : staircase(c, b));
}

function roof({ x, y, w, trim }: Block): string {
  const aerial = `<path d="M${x + w - 58} ${y - 30}h26M${x + w - 54} ${y - 24}h18" stroke="#596166" stroke-width="2"/>`;
  const tanks = tank(x + 26, y - 6) + tank(x + 56, y - 6) + tank(x + w - 86, y - 6);
  return tanks + rect(x + w - 46, y - 34, 2, 30, '#596166') + aerial + rect(x - 6, y - 8, w + 12, 10, trim);
}

const gleam = (c: Scene, { x, y, w, h }: Block): string => rect(x, y, w, h, `url(#${c.id}g)`, op(0.7));

/* One open corridor a floor, a door and a window for every home. */

function galleries(c: Scene, b: Block): string {
  const s = times(b.floors, (i) => gallery(c, b, b.y + i * b.rise));
  return s + gleam(c, b) + rect(b.x + 9, G - 34, 26, 34, '#2b3331') + hedge(c, b.x + 70, G + 3, b.w - 90) + boda(c.int(440, 540), H - 20);
}

function gallery(c: Scene, b: Block, y: number): string {
  const { x, w, rise, wall, trim } = b;
  const homes = Math.floor((w - 50) / 62);
  const step = (w - 50) / homes;
  let s = rect(x + 44, y + 4, w - 44, rise - 8, shade(wall, 0.24)) + times(homes, (k) => door(c, b, x + 52 + k * step, y));
  s += rect(x + 40, y + rise - 20, w - 36, 16, lift(wall, 0.3)) + rect(x + 40, y + rise - 20, w - 36, 3, trim);
  s += times(homes, (k) => rect(x + 46 + k * step + step * 0.62, y + rise - 15, step * 0.3, 7, shade(wall, 0.2)));
  s += rect(x + 40, y + rise - 4, w - 36, 4, shade(wall, 0.18));
  if (c.roll() > 0.4) {
    const first = x + 60 + c.int(0, 60);
    s += times(5, (k) => rect(first + k * 12, y + rise - 21, 9, c.int(10, 15), c.pick(laundry)));
  }
  s += rect(x, y, 44, rise, trim) + rect(x + 10, y + 10, 24, rise - 20, shade(trim, 0.4));
  return `${s}<path d="M${x + 11} ${n(y + rise - 12)}l22 ${n(-rise + 26)}" stroke="${lift(trim, 0.4)}" stroke-width="3"/>`;
}

function door(c: Scene, { rise, trim }: Block, x: number, y: number): string {
  const leaf = rect(x, y + 10, 15, rise - 14, c.pick([trim, shade(trim, 0.25), '#6a3d22']));
  return leaf + rect(x + 21, y + 13, 22, 15, '#fff') + sheet(c, x + 23, y + 15, 18, 11, 0.4, '#ffd98a');
}

/* A staircase in the middle, two homes with a balcony on every floor. */

const stairs = 54;

function staircase(c: Scene, b: Block): string {
  const { x, w, wall } = b;
  const sx = x + w / 2 - stairs / 2;
  let s = times(b.floors, (i) => landing(c, b, sx, b.y + i * b.rise)) + gleam(c, b);
  s += rect(sx + 12, G - 38, stairs - 24, 38, '#2b3331') + rect(sx + 4, G - 44, stairs - 8, 6, lift(wall, 0.4));
  s += hedge(c, x + 6, G + 3, 80) + hedge(c, x + w - 86, G + 3, 80);
  return s + (c.roll() > 0.4 ? boda(c.int(60, 150), H - 20) : car(c.int(440, 520), H - 22, '#e9e6df'));
}

function landing(c: Scene, b: Block, sx: number, y: number): string {
  const { x, w, rise, wall, trim } = b;
  const half = (w - stairs) / 2;
  let s = rect(x, y + rise - 4, w, 4, shade(wall, 0.14));
  s += pane(c, x + 14, y + 12, 32, 22, lift(wall, 0.6)) + balcony(c, b, x + (half - 82), y);
  s += pane(c, sx + stairs + (half - 46), y + 12, 32, 22, lift(wall, 0.6)) + balcony(c, b, sx + stairs + 12, y);
  s += rect(sx, y, stairs, rise, lift(trim, 0.12));
  return s + times(4, (i) => times(3, (k) => rect(sx + 8 + i * 10, y + 9 + k * 10, 6, 6, shade(trim, 0.42), 'rx="1"')));
}

function balcony(c: Scene, { rise, wall, trim }: Block, x: number, y: number): string {
  const w = 70;
  let s = rect(x, y + 7, w, rise - 11, shade(wall, 0.34));
  s += rect(x + 7, y + 11, 20, rise - 16, glow(c, 0.4, '#ffd27a', shade(c.light.glass, 0.12))) + sheet(c, x + 32, y + 11, 30, 19, 0.5, '#ffe0a0');
  if (c.roll() > 0.5) s += washing(c, x, y, w);
  s += rect(x - 3, y + rise - 20, w + 6, 3, trim) + times(10, (k) => rect(x - 2 + k * 8, y + rise - 18, 1.8, 15, trim));
  return s + rect(x - 4, y + rise - 5, w + 8, 5, lift(wall, 0.35));
}

function washing(c: Scene, x: number, y: number, w: number): string {
  let s = rect(x, y + 13, w, 1, '#555');
  for (let at = x + 6; at < x + w - 12; at += c.int(10, 15)) s += rect(at, y + 14, 8, c.int(9, 14), c.pick(laundry));
  return s;
}
