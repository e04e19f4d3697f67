import { darkenColour } from './colour.ts';
import { drawAcacia, drawTree } from './plants.ts';
import { type DrawingScene, pickColourByDaylight } from './scene.ts';
import { drawHills } from './scenery.ts';
import { canvasHeight, canvasWidth, groundLine, repeatDrawing, svgEllipse, svgOpacity, svgPath, svgPolygon, svgRect } from './svg.ts';

const corners = [
  [170, groundLine - 26],
  [470, groundLine - 26],
  [590, canvasHeight - 22],
  [50, canvasHeight - 22],
] as const;

/** A vacant plot: four beacons, the boundary and a board. */
export function drawPlot(c: DrawingScene): string {
  const earth = c.region === 'coast' ? '#e6cfa4' : '#c1754a';
  let s =
    svgRect(0, groundLine - 34, canvasWidth, canvasHeight, pickColourByDaylight(c, '#5f6f4c', '#9aae66')) +
    drawHills(c, groundLine - 20, 14, pickColourByDaylight(c, '#5f6f4c', '#8da35c'));
  s +=
    svgPolygon(corners.flat(), pickColourByDaylight(c, darkenColour('#a9b96f', 0.2), '#b5c277')) +
    svgPolygon(
      [0, canvasHeight - 18, canvasWidth, canvasHeight - 30, canvasWidth, canvasHeight, 0, canvasHeight],
      pickColourByDaylight(c, darkenColour(earth, 0.2), earth),
    );
  s += repeatDrawing(40, () => tuft(c.int(90, 550), c.int(groundLine - 14, canvasHeight - 30)));
  for (const [x, y] of corners) s += beacon(x, y);
  s += `<path d="M170 ${groundLine - 34}H470L590 ${canvasHeight - 32}M170 ${groundLine - 34}L50 ${canvasHeight - 32}H590" fill="none" stroke="#fff" stroke-width="2"`;
  s += ' stroke-dasharray="9 7" opacity=".9"/>';
  s += drawAcacia(c.int(210, 280), groundLine + 4, 1.25) + drawTree(c, 580, groundLine - 8, 0.9) + drawTree(c, 52, groundLine - 10, 0.8);
  return s + board(396, `PLOT ${c.int(2, 96)}`);
}

const tuft = (x: number, y: number): string => svgPath(`M${x} ${y}l2-8 2 8M${x + 4} ${y}l3-6 1 6`, 'none', 'stroke="#7d8f4b" stroke-width="1.6"');

const beacon = (x: number, y: number): string =>
  svgRect(x - 4, y - 18, 8, 20, '#f4efe4') + svgRect(x - 4, y - 18, 8, 6, '#b3202a') + svgEllipse(x + 4, y + 2, 9, 2.5, '#1d2430', svgOpacity(0.25));

const board = (x: number, text: string): string =>
  svgRect(x + 10, groundLine - 34, 5, 66, '#7b5e45') +
  svgRect(x + 83, groundLine - 34, 5, 66, '#7b5e45') +
  svgRect(x, groundLine - 62, 98, 42, '#fffaf0', 'rx="4"') +
  svgRect(x, groundLine - 62, 98, 12, '#c8532a', 'rx="4"') +
  `<text x="${x + 49}" y="${groundLine - 30}" font-family="system-ui,sans-serif" font-weight="800" font-size="16"` +
  ` text-anchor="middle" fill="#17201c">${text}</text>`;
