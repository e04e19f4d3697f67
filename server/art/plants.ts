import { lightenColour } from './colour.ts';
import type { DrawingScene } from './scene.ts';
import { svgCircle, svgGroupAt, svgNumber, svgRect } from './svg.ts';

export const drawAcacia = (x: number, y: number, k = 1): string =>
  svgGroupAt(
    x,
    y,
    k,
    '<path d="M-3 0C-2-30-8-44-22-62M-1-26C6-44 16-50 26-62" fill="none" stroke="#5a4632" stroke-width="5" stroke-linecap="round"/>' +
      '<path d="M-62-60Q-40-88 0-84 44-90 64-60 30-50 0-54-36-50-62-60z" fill="#6b8a4a"/>' +
      '<path d="M-50-66Q-30-84 2-80 30-84 46-70 20-66 0-68-28-62-50-66z" fill="#86a35c"/>',
  );

const fronds = [-160, -130, -95, -60, -25, 8, 172];

export function drawPalm(c: DrawingScene, x: number, y: number, k = 1): string {
  const green = c.pick(['#4f8a56', '#5d965a']);
  const crown = fronds.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const ex = Math.cos(angle) * 44;
    const ey = Math.sin(angle) * 30;
    const tip = `${svgNumber(6 + ex)} ${svgNumber(-92 + ey + 12)}`;
    const d = `M6-96Q${svgNumber(6 + ex * 0.5)} ${svgNumber(-96 + ey - 8)} ${tip} ${svgNumber(6 + ex * 0.4)} ${svgNumber(-96 + ey + 6)} 6-96z`;
    return `<path d="${d}" fill="${degrees < -90 ? green : lightenColour(green, 0.12)}"/>`;
  });
  const trunk = '<path d="M-4 0Q-2-60 4-96h5Q6-56 5 0z" fill="#7b5e45"/>';
  return svgGroupAt(x, y, k, `${trunk}${crown.join('')}<circle cx="5" cy="-92" r="5" fill="#6b4a30"/>`);
}

function broadleaf(c: DrawingScene, x: number, y: number, k: number): string {
  const green = c.pick(['#5d8f57', '#6f9c58', '#4e7f5b', '#9a86c9']); // The last one: a jacaranda in October.
  return svgGroupAt(
    x,
    y,
    k,
    '<path d="M-4 0L-2-40-14-56 1-48 12-60 4-38 5 0z" fill="#5f4936"/>' +
      `<circle cx="-16" cy="-66" r="22" fill="${green}"/><circle cx="14" cy="-70" r="26" fill="${lightenColour(green, 0.1)}"/>` +
      `<circle cx="-2" cy="-84" r="22" fill="${lightenColour(green, 0.2)}"/><circle cx="22" cy="-80" r="9" fill="${lightenColour(green, 0.32)}" opacity=".7"/>`,
  );
}

/** The typical tree of the region. */
export function drawTree(c: DrawingScene, x: number, y: number, k = 1): string {
  if (c.region === 'coast') return drawPalm(c, x, y, k);
  return c.region === 'plains' ? drawAcacia(x, y, k) : broadleaf(c, x, y, k);
}

export function drawHedge(c: DrawingScene, x: number, y: number, w: number): string {
  const green = c.pick(['#4e7f5b', '#5f8f4f']);
  const flower = c.roll() > 0.5 ? c.pick(['#d6478a', '#e2683c', '#e9a83a']) : null;
  let s = '';
  for (let i = 0; i < w; i += 13) {
    s += svgCircle(x + i + 6, y - 6, 9 + c.roll() * 3, i % 2 ? green : lightenColour(green, 0.1));
    if (flower && c.roll() > 0.45) s += svgCircle(x + i + c.roll() * 10, y - 9 + c.roll() * 6, 2.2, flower);
  }
  return s + svgRect(x, y - 5, w, 6, green);
}
