import { shade } from './colour.ts';
import { ell, G, H, op, path, poly, rect, times, W } from './draw.ts';
import { acacia, tree } from './plants.ts';
import { byHour, type Scene } from './scene.ts';
import { hills } from './scenery.ts';

const corners = [
  [170, G - 26],
  [470, G - 26],
  [590, H - 22],
  [50, H - 22],
] as const;

/** Land without a building: its four beacons, the boundary and a board. */
export function plot(c: Scene): string {
  const earth = c.region === 'coast' ? '#e6cfa4' : '#c1754a';
  let s = rect(0, G - 34, W, H, byHour(c, '#5f6f4c', '#9aae66')) + hills(c, G - 20, 14, byHour(c, '#5f6f4c', '#8da35c'));
  s +=
    poly(corners.flat(), byHour(c, shade('#a9b96f', 0.2), '#b5c277')) + poly([0, H - 18, W, H - 30, W, H, 0, H], byHour(c, shade(earth, 0.2), earth));
  s += times(40, () => tuft(c.int(90, 550), c.int(G - 14, H - 30)));
  for (const [x, y] of corners) s += beacon(x, y);
  s += `<path d="M170 ${G - 34}H470L590 ${H - 32}M170 ${G - 34}L50 ${H - 32}H590" fill="none" stroke="#fff" stroke-width="2"`;
  s += ' stroke-dasharray="9 7" opacity=".9"/>';
  s += acacia(c.int(210, 280), G + 4, 1.25) + tree(c, 580, G - 8, 0.9) + tree(c, 52, G - 10, 0.8);
  return s + board(396, `PLOT ${c.int(2, 96)}`);
}

const tuft = (x: number, y: number): string => path(`M${x} ${y}l2-8 2 8M${x + 4} ${y}l3-6 1 6`, 'none', 'stroke="#7d8f4b" stroke-width="1.6"');

const beacon = (x: number, y: number): string =>
  rect(x - 4, y - 18, 8, 20, '#f4efe4') + rect(x - 4, y - 18, 8, 6, '#b3202a') + ell(x + 4, y + 2, 9, 2.5, '#1d2430', op(0.25));

const board = (x: number, text: string): string =>
  rect(x + 10, G - 34, 5, 66, '#7b5e45') +
  rect(x + 83, G - 34, 5, 66, '#7b5e45') +
  rect(x, G - 62, 98, 42, '#fffaf0', 'rx="4"') +
  rect(x, G - 62, 98, 12, '#c8532a', 'rx="4"') +
  `<text x="${x + 49}" y="${G - 30}" font-family="system-ui,sans-serif" font-weight="800" font-size="16"` +
  ` text-anchor="middle" fill="#17201c">${text}</text>`;
