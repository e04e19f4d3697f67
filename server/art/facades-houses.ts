import { lift, paint, shade, tile } from './colour.ts';
import { circ, G, H, op, path, poly, rect } from './draw.ts';
import { car, pane, shadow, solar, tank } from './objects.ts';
import { hedge, tree } from './plants.ts';
import { byHour, type Scene } from './scene.ts';
import { ground } from './scenery.ts';

/** A house on two floors with a porch and a carport. */
export function maisonette(c: Scene): string {
  const wall = c.pick(paint[c.region]);
  const roof = c.pick(tile);
  const x = 168;
  const w = 300;
  const y = G - 168;
  let s = ground(c, 'lawn') + shadow(x, w) + tree(c, 92, G + 2, 1.25) + tree(c, 560, G + 2, 1.1);
  s += maisonetteRoofs(x, y, wall, roof) + circ(x + 84, y + 8, 11, '#fff') + circ(x + 84, y + 8, 8, byHour(c, '#ffd98a', c.light.glass));
  s += pane(c, x + 20, y + 52, 48, 34) + pane(c, x + 98, y + 52, 48, 34) + pane(c, x + 196, y + 46, 34, 32) + pane(c, x + 246, y + 46, 34, 32);
  s += rect(x - 4, y + 98, 176, 6, lift(wall, 0.5)) + pane(c, x + 18, y + 114, 62, 38) + porch(x, y, roof) + carport(c, x, y, wall, roof);
  s += hedge(c, x - 30, G + 3, 54) + hedge(c, x + 52, G + 3, 40);
  return c.inStreet ? s : s + hedge(c, 20, H - 22, 150) + hedge(c, 480, H - 22, 150);
}

function maisonetteRoofs(x: number, y: number, wall: string, roof: string): string {
  let s =
    rect(x + 150, y + 20, 150, 148, shade(wall, 0.06)) + poly([x + 132, y + 26, x + 176, y - 34, x + 292, y - 34, x + 320, y + 26], shade(roof, 0.1));
  for (let i = 1; i < 5; i++) {
    s += `<path d="M${x + 132 + i * 9} ${y + 26 - i * 12}H${x + 320 - i * 6}" stroke="${shade(roof, 0.28)}" stroke-width="1.6" opacity=".6"/>`;
  }
  s += solar(x + 216, y - 8) + rect(x, y + 34, 168, 134, wall) + poly([x - 18, y + 40, x + 84, y - 44, x + 186, y + 40], roof);
  s += poly([x + 10, y + 34, x + 84, y - 26, x + 158, y + 34], wall);
  return s + poly([x - 18, y + 40, x + 84, y - 44, x + 186, y + 40, x + 172, y + 40, x + 84, y - 32, x - 4, y + 40], shade(roof, 0.18));
}

function porch(x: number, y: number, roof: string): string {
  const posts = rect(x + 98, y + 112, 7, 56, '#fff') + rect(x + 155, y + 112, 7, 56, '#fff');
  const door = path(`M${x + 114} ${G}v-38q0-15 16-15t16 15v38z`, '#6a3d22') + circ(x + 140, G - 24, 2.4, '#f2c14e');
  return poly([x + 92, y + 112, x + 130, y + 88, x + 168, y + 112], roof) + posts + door;
}

function carport(c: Scene, x: number, y: number, wall: string, roof: string): string {
  const posts = rect(x + 190, y + 104, 7, 64, '#fff') + rect(x + 297, y + 104, 7, 64, '#fff');
  const parked = car(x + 208, G - 1, c.pick(['#2f4858', '#f1f1ee', '#8a2f2b', '#9aa3a6']));
  return rect(x + 188, y + 96, 116, 8, shade(roof, 0.12)) + rect(x + 194, y + 104, 104, 64, shade(wall, 0.42)) + posts + parked;
}

/** A house on one floor under a wide roof, with a veranda. */
export function bungalow(c: Scene): string {
  const wall = c.pick(paint[c.region]);
  const roof = c.pick([...tile, '#3f6a5f', '#7a8288']);
  const x = 130;
  const w = 380;
  const y = G - 96;
  let s = ground(c, c.region === 'plains' ? 'murram' : 'lawn') + shadow(x, w) + tree(c, 66, G + 2, 1.35) + tree(c, 588, G + 2, 1.2);
  s += rect(x, y, w, 96, wall) + hippedRoof(x, y, w, wall, roof) + veranda(c, x, y, wall);
  s += pane(c, x + 24, y + 26, 50, 36) + pane(c, x + 306, y + 26, 50, 36) + rect(x + 88, G - 5, 204, 7, '#d8cbb8');
  return s + hedge(c, x + 2, G + 3, 82) + hedge(c, x + 296, G + 3, 82) + tank(x + w + 34, G + 2, 1.3);
}

function hippedRoof(x: number, y: number, w: number, wall: string, roof: string): string {
  let s = poly([x - 30, y + 6, x + 46, y - 72, x + w - 46, y - 72, x + w + 30, y + 6], roof);
  for (let i = 1; i < 7; i++) {
    s += `<path d="M${x - 30 + i * 11} ${y + 6 - i * 11.2}H${x + w + 30 - i * 11}" stroke="${shade(roof, 0.24)}" stroke-width="1.6" opacity=".5"/>`;
  }
  s += poly([x - 30, y + 6, x + 46, y - 72, x + 60, y - 72, x - 10, y + 6], '#fff', op(0.12));
  s += rect(x + w - 120, y - 92, 24, 40, shade(wall, 0.2)) + rect(x + w - 124, y - 96, 32, 6, shade(roof, 0.2));
  return s + rect(x - 30, y + 4, w + 60, 6, shade(roof, 0.3));
}

function veranda(c: Scene, x: number, y: number, wall: string): string {
  let s = rect(x + 96, y + 10, 188, 86, shade(wall, 0.22)) + rect(x + 168, y + 22, 44, 74, '#6a3d22');
  s += rect(x + 174, y + 28, 14, 30, '#8a5633') + rect(x + 192, y + 28, 14, 30, '#8a5633') + circ(x + 206, y + 62, 2.4, '#f2c14e');
  s += pane(c, x + 112, y + 26, 42, 36) + pane(c, x + 228, y + 26, 42, 36);
  for (const post of [92, 150, 222, 280]) s += rect(x + post, y + 10, 8, 86, '#fff') + rect(x + post - 2, G - 10, 12, 10, '#ddd4c6');
  return s;
}
