import { darkenColour, lightenColour, mixColours } from './colour.ts';
import type { DrawingScene } from './scene.ts';
import { canvasWidth, repeatDrawing, svgCircle, svgEllipse, svgOpacity, svgPath, svgPolygon, svgRect } from './svg.ts';

/** The two furnishing colours of a home. */
export type FurnitureColours = { readonly main: string; readonly second: string };

const cream = '#fffaf0';

/** A cushion in kanga cloth: a row of peaks along the hem. */
function kanga(x: number, y: number, w: number, h: number, colour: string): string {
  let s = svgRect(x, y, w, h, colour, 'rx="6"');
  for (let i = 0; i + 12 < w; i += 12) {
    s +=
      svgPolygon([x + i + 3, y + h - 3, x + i + 9, y + h - 14, x + i + 15, y + h - 3], cream, svgOpacity(0.85)) +
      svgCircle(x + i + 9, y + h / 2 - 4, 2, cream, svgOpacity(0.85));
  }
  return s;
}

function plant(x: number, y: number, pot: string): string {
  const leaves = [-34, -18, 0, 18, 34].map((a, i) => {
    const d = `M0-30Q${a} -70 ${a * 1.5} ${-92 + Math.abs(a) * 0.7} ${a * 0.4} -60 0-30z`;
    return svgPath(d, i % 2 ? '#5d8f57' : '#4e7f5b');
  });
  return `<g transform="translate(${x} ${y})">${leaves.join('')}${svgPath('M-18-34h36l-5 34h-26z', pot)}</g>`;
}

export const drawLivingRoom = (_c: DrawingScene, { main, second }: FurnitureColours): string => {
  let s = svgRect(92, 96, 110, 76, '#fff') + svgRect(98, 102, 98, 64, mixColours(main, '#ffffff', 0.55)) + svgCircle(128, 134, 15, second);
  s += svgPolygon([110, 166, 150, 120, 196, 166], main) + svgRect(196, 0, 2, 52, '#3b4643') + svgPath('M172 78q2-26 25-26t25 26z', '#3b4643');
  s +=
    svgEllipse(197, 79, 25, 4, '#ffe6a8') +
    svgEllipse(300, 372, 250, 32, mixColours(second, cream, 0.55)) +
    svgEllipse(300, 370, 206, 25, mixColours(second, cream, 0.75));
  s += sofa(main) + kanga(96, 244, 46, 42, second) + kanga(250, 244, 46, 42, '#e9a83a');
  s += svgEllipse(440, 342, 62, 13, '#6a4a30') + svgRect(436, 342, 8, 40, '#4a3626') + svgEllipse(440, 382, 26, 5, '#4a3626');
  return s + svgRect(418, 326, 22, 12, cream, 'rx="3"') + plant(586, 330, second);
};

function sofa(colour: string): string {
  const arm = darkenColour(colour, 0.12);
  let s = svgRect(64, 226, 262, 74, colour, 'rx="16"') + svgRect(44, 252, 40, 76, arm, 'rx="14"') + svgRect(306, 252, 40, 76, arm, 'rx="14"');
  s += svgRect(80, 276, 230, 46, lightenColour(colour, 0.12), 'rx="10"') + svgRect(194, 276, 2, 46, darkenColour(colour, 0.2));
  return s + svgRect(58, 326, 8, 14, '#4a3626') + svgRect(324, 326, 8, 14, '#4a3626');
}

export const drawBedroom = (_c: DrawingScene, { main, second }: FurnitureColours): string => {
  let s = svgRect(60, 150, 260, 110, '#8a5f3d', 'rx="10"') + svgRect(72, 162, 236, 90, lightenColour('#8a5f3d', 0.14), 'rx="6"');
  s +=
    svgRect(52, 238, 276, 110, cream, 'rx="14"') +
    svgPath('M52 290h276v46q0 14-14 14H66q-14 0-14-14z', main) +
    svgRect(52, 282, 276, 16, lightenColour(main, 0.35));
  s += svgRect(78, 214, 96, 46, '#fff', 'rx="12"') + svgRect(204, 214, 96, 46, '#fff', 'rx="12"') + kanga(150, 224, 80, 40, second);
  s += repeatDrawing(17, (i) => svgPolygon([58 + i * 16, 346, 66 + i * 16, 330, 74 + i * 16, 346], cream, svgOpacity(0.7)));
  return s + bedside() + wardrobe() + plant(470, 330, second);
};

const bedside = (): string =>
  svgRect(330, 282, 54, 56, '#a77a4f', 'rx="4"') +
  svgRect(336, 300, 42, 3, '#7d5836') +
  svgRect(354, 252, 4, 30, '#3b4643') +
  svgPolygon([340, 254, 346, 226, 366, 226, 372, 254], '#ffe0a0');

const wardrobe = (): string =>
  svgRect(560, 120, 90, 196, '#a77a4f') +
  svgRect(604, 120, 3, 196, '#7d5836') +
  svgCircle(598, 222, 3, '#f2c14e') +
  svgCircle(613, 222, 3, '#f2c14e');

export const drawKitchen = (c: DrawingScene, { main, second }: FurnitureColours): string => {
  let s = svgRect(0, 66, 214, 104, main) + svgRect(426, 66, 214, 104, main);
  for (const x of [2, 74, 146, 430, 502, 574]) s += svgRect(x, 70, 64, 96, lightenColour(main, 0.12)) + svgRect(x + 54, 140, 3, 18, '#f2c14e');
  s += svgRect(0, 170, canvasWidth, 60, '#f1ede4');
  const tileColour = (): string => (c.roll() > 0.86 ? mixColours(second, cream, 0.5) : '#faf7f0');
  s += repeatDrawing(16, (i) => repeatDrawing(3, (k) => svgRect(i * 40 + (k % 2) * 20 + 1, 171 + k * 20, 38, 18, tileColour())));
  s += svgRect(0, 228, canvasWidth, 12, '#3b4040') + svgRect(0, 240, canvasWidth, 82, lightenColour(main, 0.06));
  for (const i of [0, 1, 2, 3, 4, 6, 7])
    s += svgRect(i * 80 + 4, 246, 72, 70, lightenColour(main, 0.16)) + svgRect(i * 80 + 30, 252, 20, 3, '#f2c14e');
  return s + cooker() + onTheWorktop(second) + svgEllipse(320, 390, 190, 18, mixColours(second, cream, 0.6));
};

function cooker(): string {
  const body = svgRect(400, 240, 84, 84, '#d9dcdc') + svgRect(408, 262, 68, 44, '#3b4040', 'rx="4"') + svgRect(404, 222, 76, 7, '#23282c');
  return body + svgCircle(424, 248, 3, '#3b4040') + svgCircle(442, 248, 3, '#3b4040') + svgCircle(460, 248, 3, '#3b4040');
}

function onTheWorktop(jar: string): string {
  const sink = svgPath('M300 228v-26q0-12 12-12t12 12v4', 'none', 'stroke="#aeb5b6" stroke-width="5"') + svgRect(284, 226, 74, 6, '#c9cfcf');
  const jars = svgRect(96, 200, 30, 28, jar, 'rx="4"') + svgRect(132, 192, 14, 36, cream, 'rx="4"');
  return (
    sink +
    jars +
    svgCircle(556, 216, 11, '#e2683c') +
    svgCircle(574, 218, 10, '#8ab661') +
    svgPath('M534 214q30 26 62 0-6 16-31 16t-31-16z', '#7b5e45')
  );
}
