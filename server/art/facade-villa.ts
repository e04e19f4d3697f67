import { darkenColour, lightenColour, regionPalettes } from './colour.ts';
import { drawShadow } from './objects.ts';
import { drawHedge, drawPalm, drawTree } from './plants.ts';
import { type DrawingScene, pickColourByDaylight } from './scene.ts';
import { drawGround } from './scenery.ts';
import { canvasHeight, groundLine, repeatDrawing, svgOpacity, svgPath, svgPolygon, svgRect } from './svg.ts';

const x = 118;
const y = groundLine - 164;

/** Flat roofs, much glass, a stone wall and a pool. */
export function drawVilla(c: DrawingScene): string {
  const wall = lightenColour(c.pick(regionPalettes[c.region]), 0.35);
  const stone = c.pick(['#b39a7d', '#8f7a66', '#a88c6c']);
  let s = drawGround(c, 'lawn') + drawShadow(x, 420) + drawTree(c, 76, groundLine + 2, 1.2) + drawTree(c, 590, groundLine + 2, 1.45);
  s += upperFloor(c, wall) + chimneyWall(c, stone) + lowerFloor(c, wall) + entrance(wall);
  if (!c.inStreet) s += pool(c);
  return s + drawHedge(c, x - 20, groundLine + 3, 30) + drawPalm(c, x + 470, groundLine + 24, 0.8);
}

function upperFloor(c: DrawingScene, wall: string): string {
  let s =
    svgRect(x + 120, y, 250, 76, wall) +
    svgRect(x + 96, y - 10, 300, 12, darkenColour(wall, 0.06)) +
    svgRect(x + 96, y + 2, 300, 5, '#1d2430', svgOpacity(0.18));
  s += svgRect(x + 136, y + 16, 130, 52, pickColourByDaylight(c, '#ffd98a', c.light.glass));
  s += svgPolygon([x + 136, y + 68, x + 190, y + 16, x + 226, y + 16, x + 172, y + 68], '#fff', svgOpacity(0.2));
  for (let i = 1; i < 4; i++) s += svgRect(x + 136 + i * 32.5, y + 16, 2, 52, '#2b3331');
  return s;
}

function chimneyWall(c: DrawingScene, stone: string): string {
  const block = (i: number): string => {
    const bx = x + 290 + (i % 3) * 20 + c.int(0, 3);
    return svgRect(bx, y + Math.floor(i / 3) * 20 + 2, c.int(11, 17), 8, c.pick([lightenColour(stone, 0.15), darkenColour(stone, 0.1)]), 'rx="1"');
  };
  return svgRect(x + 290, y, 60, 164, stone) + repeatDrawing(22, block);
}

function lowerFloor(c: DrawingScene, wall: string): string {
  let s =
    svgRect(x + 130, y + 70, 150, 7, lightenColour(c.light.glass, 0.5), svgOpacity(0.8)) + svgRect(x, y + 76, 430, 88, lightenColour(wall, 0.2));
  s += svgRect(x - 22, y + 68, 300, 12, darkenColour(wall, 0.04)) + svgRect(x - 22, y + 80, 300, 6, '#1d2430', svgOpacity(0.2));
  s += svgRect(x + 14, y + 94, 210, 66, pickColourByDaylight(c, '#ffdf9c', lightenColour(c.light.glass, 0.08)));
  s += svgPolygon([x + 30, y + 160, x + 90, y + 94, x + 130, y + 94, x + 70, y + 160], '#fff', svgOpacity(0.2));
  for (let i = 1; i < 5; i++) s += svgRect(x + 14 + i * 42, y + 94, 2.4, 66, '#2b3331');
  return s;
}

function entrance(wall: string): string {
  const door = svgRect(x + 244, y + 92, 34, 72, '#6a3d22') + svgRect(x + 270, y + 120, 2.4, 18, '#e8c26a');
  const garage = svgRect(x + 300, y + 96, 118, 68, darkenColour(wall, 0.3)) + svgRect(x + 306, y + 102, 106, 62, '#3b4643');
  return door + garage + repeatDrawing(5, (i) => svgRect(x + 306, y + 112 + i * 11, 106, 1.6, '#525e5a'));
}

function pool(c: DrawingScene): string {
  const waves = `M110 ${canvasHeight - 32}h60M200 ${canvasHeight - 24}h70M96 ${canvasHeight - 20}h40`;
  return (
    svgPath(`M40 ${canvasHeight - 14}q20-40 110-40h170q50 0 30 40z`, '#e8dcc6') +
    svgPath(`M62 ${canvasHeight - 14}q18-30 96-30h150q36 0 22 30z`, pickColourByDaylight(c, '#4c7ea0', '#54b8c4')) +
    svgPath(waves, 'none', 'stroke="#fff" stroke-width="2.4" opacity=".5" stroke-linecap="round"')
  );
}
