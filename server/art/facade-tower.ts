import { darkenColour, lightenColour, regionPalettes, trimPalette } from './colour.ts';
import { drawCar, drawShadow, drawSolarPanel, drawWaterTank, drawWindow } from './objects.ts';
import { drawHedge, drawTree } from './plants.ts';
import { type DrawingScene, pickColourByDaylight, pickLampColour } from './scene.ts';
import { drawGround } from './scenery.ts';
import { canvasHeight, groundLine, repeatDrawing, svgCircle, svgOpacity, svgPolygon, svgRect } from './svg.ts';

type Tower = { readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly wall: string; readonly trim: string };

const floorHeight = 19;
const balcony = 46;

/** A block of flats with a lift: balconies left and right, shops behind glass at the street. */
export function drawTower(c: DrawingScene): string {
  const wall = c.pick(regionPalettes[c.region]);
  const accent = c.pick(trimPalette);
  const floors = c.int(8, 11);
  const w = c.int(176, 226);
  const x = 320 - w / 2 + c.int(-30, 30);
  const h = floors * floorHeight;
  const t: Tower = { x, y: groundLine - 40 - h, w, h, wall, trim: accent };
  let s =
    drawGround(c, 'cabro') + drawShadow(x - 30, w + 60) + drawTree(c, 70, groundLine + 2, 0.95) + drawTree(c, 580, groundLine + 2, 1.05) + roof(t);
  s += svgRect(x, t.y, w, h, wall) + svgRect(x + w - 20, t.y, 20, h, darkenColour(wall, 0.16)) + svgRect(x - 5, t.y - 4, w + 10, 7, accent);
  s += repeatDrawing(floors, (i) => floor(c, t, t.y + i * floorHeight)) + svgRect(x, t.y, w, h, `url(#${c.id}g)`) + podium(c, t);
  s += drawHedge(c, x - 96, groundLine + 3, 58) + drawHedge(c, x + w + 38, groundLine + 3, 60);
  return s + drawCar(c.int(60, 120), canvasHeight - 22, c.pick(['#f4f4f2', '#7a2e2a', '#2f4858', '#c8ccd0']));
}

function roof({ x, y, w, wall }: Tower): string {
  const plant =
    svgRect(x + 14, y - 12, w - 28, 14, darkenColour(wall, 0.2)) + drawWaterTank(x + 30, y - 12, 0.8) + drawWaterTank(x + 54, y - 12, 0.8);
  return (
    plant + drawSolarPanel(x + w - 76, y - 12) + svgRect(x + w / 2 - 1, y - 50, 2.4, 40, '#6b7478') + svgCircle(x + w / 2, y - 51, 2.5, '#e2504a')
  );
}

function floor(c: DrawingScene, { x, w, wall }: Tower, y: number): string {
  const bay = (w - balcony * 2 - 24) / 3;
  let s = repeatDrawing(3, (k) => drawWindow(c, x + balcony + 12 + k * bay + 3, y + 5, bay - 7, 10, lightenColour(wall, 0.5)));
  for (const bx of [x + 4, x + w - balcony - 4]) {
    s += svgRect(bx, y + 3, balcony, 13, pickLampColour(c, 0.4, '#ffd98a', darkenColour(c.light.glass, 0.25)));
    s += svgRect(bx - 2, y + 11, balcony + 4, 6, pickColourByDaylight(c, '#8796a5', lightenColour(c.light.glass, 0.45)), svgOpacity(0.92));
    s += svgRect(bx - 3, y + 16.5, balcony + 6, 2.4, darkenColour(wall, 0.2));
  }
  return s;
}

function podium(c: DrawingScene, { x, w, wall, trim }: Tower): string {
  const bay = (w + 40) / 6;
  const glass = pickColourByDaylight(c, '#ffdf9c', lightenColour(c.light.glass, 0.18));
  const front = repeatDrawing(6, (k) => {
    const bx = x + k * bay;
    const gleam = svgPolygon(
      [bx - 20, groundLine - 6, bx, groundLine - 32, bx + 8, groundLine - 32, bx - 12, groundLine - 6],
      '#fff',
      svgOpacity(0.2),
    );
    return svgRect(x - 20 + k * bay, groundLine - 32, bay - 7, 30, glass) + gleam;
  });
  return (
    svgRect(x - 30, groundLine - 40, w + 60, 40, darkenColour(trim, 0.12)) +
    svgRect(x - 36, groundLine - 44, w + 72, 7, lightenColour(wall, 0.4)) +
    front
  );
}
