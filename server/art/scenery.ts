import { lift, mix, shade } from './colour.ts';
import { circ, ell, G, H, n, op, path, poly, rect, sheen, times, W } from './draw.ts';
import { acacia } from './plants.ts';
import type { Region } from './region.ts';
import { byHour, type Scene } from './scene.ts';

export function hills(c: Scene, y: number, height: number, fill: string): string {
  const span = W / 4;
  const ridge = times(4, (i) => {
    const top = n(y - height * (0.3 + c.roll()));
    return `Q${n(span * (i + 0.5))} ${top} ${n(span * (i + 1))} ${n(y + (c.roll() - 0.5) * height * 0.4)}`;
  });
  return path(`M0 ${H}L0 ${n(y)}${ridge}L${W} ${H}z`, fill);
}

export function skyline(c: Scene): string {
  const { far, near } = c.light;
  let s = '';
  let x = -10;
  while (x < W) {
    const w = c.int(26, 56);
    const h = c.int(34, 120);
    s += rect(x, G - h - 8, w, h + 8, far, op(0.75));
    if (c.roll() > 0.7) s += rect(x + w / 2 - 1, G - h - 28, 2, 20, far, op(0.75));
    x += w + c.int(2, 14);
  }
  const t = c.int(90, 540); // a round conference tower, the one shape everybody knows
  const stone = mix(far, near, 0.35);
  s += rect(t, G - 176, 34, 176, stone) + rect(t - 7, G - 182, 48, 9, mix(far, near, 0.5), 'rx="4"');
  return s + poly([t + 4, G - 182, t + 17, G - 198, t + 30, G - 182], stone);
}

function sky(c: Scene): string {
  const { light, id } = c;
  const fade = `<stop stop-color="${light.top}"/><stop offset=".82" stop-color="${light.low}"/>`;
  let s = `<defs><linearGradient id="${id}s" x1="0" y1="0" x2="0" y2="1">${fade}</linearGradient>${sheen(id)}</defs>`;
  s += rect(0, 0, W, H, `url(#${id}s)`);
  const sx = c.int(70, 570);
  const sy = light.lit ? c.int(190, 250) : c.int(56, 120);
  s += circ(sx, sy, 60, light.sun, op(0.25)) + circ(sx, sy, 32, light.sun, op(0.9));
  return s + times(3, () => cloud(c));
}

function cloud(c: Scene): string {
  const x = c.int(0, 600);
  const y = c.int(36, 130);
  const w = c.int(50, 110);
  const { lit } = c.light;
  return (
    rect(x, y, w, 9, '#fff', `rx="4.5" ${op(lit ? 0.16 : 0.55)}`) + rect(x + w * 0.25, y - 8, w * 0.5, 9, '#fff', `rx="4.5" ${op(lit ? 0.12 : 0.45)}`)
  );
}

const summit = [180, G - 60, 330, 150, 352, 168, 372, 146, 540, G - 60];
const snow = [300, 190, 330, 150, 352, 168, 372, 146, 404, 186, 372, 182, 350, 196, 330, 184];

function highland(c: Scene): string {
  const { far, near, top } = c.light;
  let s = '';
  if (c.roll() > 0.4) s += poly(summit, mix(far, top, 0.35)) + poly(snow, '#fff', op(0.75));
  s += hills(c, G - 70, 60, far) + hills(c, G - 34, 46, near);
  const tea = lift(near, 0.18);
  return (
    s +
    times(7, (i) =>
      path(`M0 ${G - 26 + i * 7}Q320 ${G - 62 + i * 8} 640 ${G - 20 + i * 7}`, 'none', `stroke="${tea}" stroke-width="1.6" opacity=".5"`),
    )
  );
}

function rift(c: Scene): string {
  const { far, near, top } = c.light;
  return hills(c, G - 96, 74, mix(far, top, 0.3)) + hills(c, G - 58, 56, far) + hills(c, G - 24, 34, near);
}

function plains(c: Scene): string {
  const grass = rect(0, G - 22, W, 40, mix(c.light.near, '#c9a25e', 0.35));
  return hills(c, G - 40, 40, c.light.far) + grass + acacia(c.int(30, 110), G - 4, 0.6) + acacia(c.int(520, 610), G - 4, 0.7);
}

function water(c: Scene, colour: string): string {
  let s = rect(0, G - 58, W, 60, byHour(c, '#5b6a91', colour)) + rect(0, G - 58, W, 5, '#fff', op(0.35));
  s += times(6, () => rect(c.int(0, 600), G - c.int(16, 48), c.int(20, 60), 2, '#fff', op(0.35)));
  const x = c.int(30, 120);
  const y = G - 44;
  s += path(`M${x} ${y}q20 10 44 0l-6 9h-32z`, '#5b3a28');
  return s + path(`M${x + 16} ${y}L${x + 20} ${y - 44}Q${x + 46} ${y - 20} ${x + 40} ${y - 4}z`, '#fff6e6');
}

const behind: Readonly<Record<Region, (c: Scene) => string>> = {
  city: skyline,
  highland,
  rift,
  plains,
  coast: (c) => water(c, '#58b5b8'),
  lake: (c) => hills(c, G - 66, 30, c.light.far) + water(c, '#7fb3bd'),
};

/** Sky, sun, clouds and what lies behind a house in the region. */
export const background = (c: Scene): string => sky(c) + behind[c.region](c);

const soil = { cabro: '#c9b9a6', murram: '#c1754a', lawn: '#86aa66', road: '#8b8f90' } as const;
export type Soil = keyof typeof soil;

const texture: Readonly<Record<Soil, (c: Scene, base: string) => string>> = {
  cabro: (_c, base) =>
    times(5, (i) => `<path d="M${-40 + i * 8} ${G + 14 + i * 15}H${W}" stroke="${shade(base, 0.1)}" stroke-width="1.4" stroke-dasharray="16 5"/>`),
  road: () => `${rect(0, G + 12, W, 5, '#d8d3c8')}<path d="M0 ${G + 50}H${W}" stroke="#f2d98a" stroke-width="3.5" stroke-dasharray="34 22"/>`,
  murram: (c, base) => times(16, () => ell(c.int(0, W), c.int(G + 12, H), c.int(3, 12), 1.6, lift(base, 0.14))),
  lawn: (c, base) => {
    const blades = times(26, () => path(`M${c.int(0, W)} ${c.int(G + 10, H - 4)}l2-7 2 7z`, shade(base, 0.16), op(0.7)));
    return blades + poly([290, G, 350, G, 410, H, 230, H], byHour(c, shade('#d4c5b0', 0.2), '#d4c5b0'));
  },
};

export function ground(c: Scene, kind: Soil): string {
  if (c.inStreet) return '';
  const base = byHour(c, shade(soil[kind], 0.22), soil[kind]);
  return rect(0, G, W, H - G, base) + rect(0, G, W, 7, shade(base, 0.14), op(0.55)) + texture[kind](c, base);
}
