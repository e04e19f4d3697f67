import { lift, mix, shade } from './colour.ts';
import { circ, ell, op, path, poly, rect, times, W } from './draw.ts';
import type { Scene } from './scene.ts';

/** The two colours a home is furnished in. */
export type Taste = { readonly main: string; readonly second: string };

const cream = '#fffaf0';

/** A cushion in kanga cloth: a row of peaks along the hem. */
function kanga(x: number, y: number, w: number, h: number, colour: string): string {
  let s = rect(x, y, w, h, colour, 'rx="6"');
  for (let i = 0; i + 12 < w; i += 12) {
    s +=
      poly([x + i + 3, y + h - 3, x + i + 9, y + h - 14, x + i + 15, y + h - 3], cream, op(0.85)) +
      circ(x + i + 9, y + h / 2 - 4, 2, cream, op(0.85));
  }
  return s;
}

function plant(x: number, y: number, pot: string): string {
  const leaves = [-34, -18, 0, 18, 34].map((a, i) => {
    const d = `M0-30Q${a} -70 ${a * 1.5} ${-92 + Math.abs(a) * 0.7} ${a * 0.4} -60 0-30z`;
    return path(d, i % 2 ? '#5d8f57' : '#4e7f5b');
  });
  return `<g transform="translate(${x} ${y})">${leaves.join('')}${path('M-18-34h36l-5 34h-26z', pot)}</g>`;
}

export const living = (_c: Scene, { main, second }: Taste): string => {
  let s = rect(92, 96, 110, 76, '#fff') + rect(98, 102, 98, 64, mix(main, '#ffffff', 0.55)) + circ(128, 134, 15, second);
  s += poly([110, 166, 150, 120, 196, 166], main) + rect(196, 0, 2, 52, '#3b4643') + path('M172 78q2-26 25-26t25 26z', '#3b4643');
  s += ell(197, 79, 25, 4, '#ffe6a8') + ell(300, 372, 250, 32, mix(second, cream, 0.55)) + ell(300, 370, 206, 25, mix(second, cream, 0.75));
  s += sofa(main) + kanga(96, 244, 46, 42, second) + kanga(250, 244, 46, 42, '#e9a83a');
  s += ell(440, 342, 62, 13, '#6a4a30') + rect(436, 342, 8, 40, '#4a3626') + ell(440, 382, 26, 5, '#4a3626');
  return s + rect(418, 326, 22, 12, cream, 'rx="3"') + plant(586, 330, second);
};

function sofa(colour: string): string {
  const arm = shade(colour, 0.12);
  let s = rect(64, 226, 262, 74, colour, 'rx="16"') + rect(44, 252, 40, 76, arm, 'rx="14"') + rect(306, 252, 40, 76, arm, 'rx="14"');
  s += rect(80, 276, 230, 46, lift(colour, 0.12), 'rx="10"') + rect(194, 276, 2, 46, shade(colour, 0.2));
  return s + rect(58, 326, 8, 14, '#4a3626') + rect(324, 326, 8, 14, '#4a3626');
}

export const bedroom = (_c: Scene, { main, second }: Taste): string => {
  let s = rect(60, 150, 260, 110, '#8a5f3d', 'rx="10"') + rect(72, 162, 236, 90, lift('#8a5f3d', 0.14), 'rx="6"');
  s += rect(52, 238, 276, 110, cream, 'rx="14"') + path('M52 290h276v46q0 14-14 14H66q-14 0-14-14z', main) + rect(52, 282, 276, 16, lift(main, 0.35));
  s += rect(78, 214, 96, 46, '#fff', 'rx="12"') + rect(204, 214, 96, 46, '#fff', 'rx="12"') + kanga(150, 224, 80, 40, second);
  s += times(17, (i) => poly([58 + i * 16, 346, 66 + i * 16, 330, 74 + i * 16, 346], cream, op(0.7)));
  return s + bedside() + wardrobe() + plant(470, 330, second);
};

const bedside = (): string =>
  rect(330, 282, 54, 56, '#a77a4f', 'rx="4"') +
  rect(336, 300, 42, 3, '#7d5836') +
  rect(354, 252, 4, 30, '#3b4643') +
  poly([340, 254, 346, 226, 366, 226, 372, 254], '#ffe0a0');

const wardrobe = (): string =>
  rect(560, 120, 90, 196, '#a77a4f') + rect(604, 120, 3, 196, '#7d5836') + circ(598, 222, 3, '#f2c14e') + circ(613, 222, 3, '#f2c14e');

export const kitchen = (c: Scene, { main, second }: Taste): string => {
  let s = rect(0, 66, 214, 104, main) + rect(426, 66, 214, 104, main);
  for (const x of [2, 74, 146, 430, 502, 574]) s += rect(x, 70, 64, 96, lift(main, 0.12)) + rect(x + 54, 140, 3, 18, '#f2c14e');
  s += rect(0, 170, W, 60, '#f1ede4');
  const tileColour = (): string => (c.roll() > 0.86 ? mix(second, cream, 0.5) : '#faf7f0');
  s += times(16, (i) => times(3, (k) => rect(i * 40 + (k % 2) * 20 + 1, 171 + k * 20, 38, 18, tileColour())));
  s += rect(0, 228, W, 12, '#3b4040') + rect(0, 240, W, 82, lift(main, 0.06));
  for (const i of [0, 1, 2, 3, 4, 6, 7]) s += rect(i * 80 + 4, 246, 72, 70, lift(main, 0.16)) + rect(i * 80 + 30, 252, 20, 3, '#f2c14e');
  return s + cooker() + onTheWorktop(second) + ell(320, 390, 190, 18, mix(second, cream, 0.6));
};

function cooker(): string {
  const body = rect(400, 240, 84, 84, '#d9dcdc') + rect(408, 262, 68, 44, '#3b4040', 'rx="4"') + rect(404, 222, 76, 7, '#23282c');
  return body + circ(424, 248, 3, '#3b4040') + circ(442, 248, 3, '#3b4040') + circ(460, 248, 3, '#3b4040');
}

function onTheWorktop(jar: string): string {
  const sink = path('M300 228v-26q0-12 12-12t12 12v4', 'none', 'stroke="#aeb5b6" stroke-width="5"') + rect(284, 226, 74, 6, '#c9cfcf');
  const jars = rect(96, 200, 30, 28, jar, 'rx="4"') + rect(132, 192, 14, 36, cream, 'rx="4"');
  return sink + jars + circ(556, 216, 11, '#e2683c') + circ(574, 218, 10, '#8ab661') + path('M534 214q30 26 62 0-6 16-31 16t-31-16z', '#7b5e45');
}
