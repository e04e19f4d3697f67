import { darkenColour } from './colour.ts';
import { type DrawingScene, pickLampColour } from './scene.ts';
import { groundLine, svgEllipse, svgGroupAt, svgNumber, svgOpacity, svgPath, svgPolygon, svgRect } from './svg.ts';

export const drawWaterTank = (x: number, y: number, k = 1): string =>
  svgGroupAt(
    x,
    y,
    k,
    '<path d="M0 0v-22q0-5 5-6h14q5 1 5 6V0z" fill="#26302f"/><path d="M2-20h20M2-13h20M2-6h20" stroke="#43504e" stroke-width="1.5"/>' +
      '<rect x="8" y="-32" width="8" height="5" rx="2" fill="#26302f"/>',
  );

export const drawSolarPanel = (x: number, y: number): string =>
  svgPolygon([x, y, x + 8, y - 16, x + 44, y - 16, x + 36, y], '#2b3f5c') + svgRect(x + 8, y - 22, 38, 7, '#dfe5e6', 'rx="3.5"');

/** A window with frame and sill, and at random a lamp or a curtain. */
export function drawWindow(c: DrawingScene, x: number, y: number, w: number, h: number, frame = '#ffffff'): string {
  const on = c.light.lit && c.roll() > 0.35;
  const glass = on ? c.pick(['#ffd98a', '#ffcf73', '#ffe3a6']) : c.light.glass;
  let s = svgRect(x - 2, y - 2, w + 4, h + 4, frame) + svgRect(x, y, w, h, glass);
  if (!on) s += svgPolygon([x, y + h * 0.62, x + w * 0.62, y, x + w, y, x, y + h], '#fff', svgOpacity(0.18));
  if (c.roll() > 0.55) {
    const curtain = `M${svgNumber(x)} ${svgNumber(y)}h${svgNumber(w * 0.3)}q${svgNumber(-w * 0.02)} ${svgNumber(h * 0.6)} ${svgNumber(-w * 0.3)} ${svgNumber(h)}z`;
    s += svgPath(curtain, on ? '#fff3d6' : '#f5efe4', svgOpacity(0.75));
  }
  return s + svgRect(x + w / 2 - 0.8, y, 1.6, h, frame) + svgRect(x - 4, y + h + 2, w + 8, 3, darkenColour(frame, 0.16));
}

/** A pane of glass without a frame. */
export const drawGlassPane = (c: DrawingScene, x: number, y: number, w: number, h: number, above: number, on: string): string =>
  svgRect(x, y, w, h, pickLampColour(c, above, on, c.light.glass));

const at = (x: number, y: number, inside: string): string => `<g transform="translate(${svgNumber(x)} ${svgNumber(y)})">${inside}</g>`;

export const drawCar = (x: number, y: number, colour: string): string =>
  at(
    x,
    y,
    `<path d="M2-8q0-8 10-9l9-11q2-3 7-3h22q5 0 8 4l9 11q12 1 13 8v4H2z" fill="${colour}"/>` +
      '<path d="M25-18l6-8h10v8zM45-18v-8h6q3 0 5 3l4 5z" fill="#dfeaf0"/>' +
      '<circle cx="19" cy="-4" r="7" fill="#23282c"/><circle cx="19" cy="-4" r="3" fill="#aab2b5"/>' +
      '<circle cx="64" cy="-4" r="7" fill="#23282c"/><circle cx="64" cy="-4" r="3" fill="#aab2b5"/>',
  );

export const drawMotorbike = (x: number, y: number): string =>
  at(
    x,
    y,
    '<circle cx="12" cy="-9" r="9" fill="none" stroke="#23282c" stroke-width="4"/>' +
      '<circle cx="58" cy="-9" r="9" fill="none" stroke="#23282c" stroke-width="4"/>' +
      '<path d="M12-9l14-14h20l12 14M46-23l6-12h-8" fill="none" stroke="#a8342c" stroke-width="4" stroke-linejoin="round"/>' +
      '<path d="M14-27h24q4 0 4 5H16z" fill="#23282c"/><path d="M28-28h14l8 6-10 4-14-2z" fill="#c8532a"/>',
  );

/** A market stall under its umbrella. */
export const drawMarketStall = (x: number, y: number): string =>
  at(
    x,
    y,
    '<path d="M-1-70h3V0h-3z" fill="#6b7478"/><path d="M-44-58Q0-104 44-58z" fill="#c8532a"/><path d="M-15-58Q0-104 15-58z" fill="#f4b73f"/>' +
      '<path d="M-30-14h60v14h-60z" fill="#7b5e45"/><circle cx="-18" cy="-18" r="5" fill="#e2683c"/>' +
      '<circle cx="-6" cy="-18" r="5" fill="#8ab661"/><circle cx="7" cy="-18" r="5" fill="#f3c24a"/><circle cx="19" cy="-18" r="5" fill="#c8446e"/>',
  );

/** The shadow of a building on the ground. */
export const drawShadow = (x: number, w: number): string => svgEllipse(x + w / 2 + 14, groundLine + 5, w * 0.58, 9, '#1d2430', svgOpacity(0.22));
