import { darkenColour, laundryPalette, lightenColour, regionPalettes, trimPalette } from './colour.ts';
import { drawCar, drawGlassPane, drawMotorbike, drawShadow, drawWaterTank, drawWindow } from './objects.ts';
import { drawHedge, drawTree } from './plants.ts';
import { type DrawingScene, pickLampColour } from './scene.ts';
import { drawGround } from './scenery.ts';
import { canvasHeight, groundLine, repeatDrawing, svgNumber, svgOpacity, svgRect } from './svg.ts';

type Block = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly floors: number;
  /** The height of one floor. */
  readonly rise: number;
  readonly wall: string;
  readonly trim: string;
};

/** Three to five floors without a lift, reached along a gallery or by a staircase in the middle. */
export function drawWalkup(c: DrawingScene): string {
  const wall = c.pick(regionPalettes[c.region]);
  const accent = c.pick(trimPalette);
  const floors = c.int(3, 5);
  const w = c.int(300, 384);
  const rise = floors === 3 ? 54 : 46;
  const h = floors * rise;
  const b: Block = { x: 320 - w / 2, y: groundLine - h, w, h, floors, rise, wall, trim: accent };
  let s =
    drawGround(c, c.pick(['murram', 'cabro', 'road'])) +
    drawShadow(b.x, w) +
    drawTree(c, b.x - 44, groundLine + 2, 1.05) +
    drawTree(c, b.x + w + 40, groundLine + 2, 0.9);
  s += roof(b) + svgRect(b.x, b.y, w, h, wall) + svgRect(b.x, groundLine - 18, w, 18, darkenColour(accent, 0.06));
  return s + (c.roll() > 0.5 ? galleries(c, b) : staircase(c, b));
}

function roof({ x, y, w, trim }: Block): string {
  const aerial = `<path d="M${x + w - 58} ${y - 30}h26M${x + w - 54} ${y - 24}h18" stroke="#596166" stroke-width="2"/>`;
  const tanks = drawWaterTank(x + 26, y - 6) + drawWaterTank(x + 56, y - 6) + drawWaterTank(x + w - 86, y - 6);
  return tanks + svgRect(x + w - 46, y - 34, 2, 30, '#596166') + aerial + svgRect(x - 6, y - 8, w + 12, 10, trim);
}

const gleam = (c: DrawingScene, { x, y, w, h }: Block): string => svgRect(x, y, w, h, `url(#${c.id}g)`, svgOpacity(0.7));

/* An open corridor on each floor, with a door and a window for every home. */

function galleries(c: DrawingScene, b: Block): string {
  const s = repeatDrawing(b.floors, (i) => gallery(c, b, b.y + i * b.rise));
  return (
    s +
    gleam(c, b) +
    svgRect(b.x + 9, groundLine - 34, 26, 34, '#2b3331') +
    drawHedge(c, b.x + 70, groundLine + 3, b.w - 90) +
    drawMotorbike(c.int(440, 540), canvasHeight - 20)
  );
}

function gallery(c: DrawingScene, b: Block, y: number): string {
  const { x, w, rise, wall, trim } = b;
  const homes = Math.floor((w - 50) / 62);
  const step = (w - 50) / homes;
  let s = svgRect(x + 44, y + 4, w - 44, rise - 8, darkenColour(wall, 0.24)) + repeatDrawing(homes, (k) => door(c, b, x + 52 + k * step, y));
  s += svgRect(x + 40, y + rise - 20, w - 36, 16, lightenColour(wall, 0.3)) + svgRect(x + 40, y + rise - 20, w - 36, 3, trim);
  s += repeatDrawing(homes, (k) => svgRect(x + 46 + k * step + step * 0.62, y + rise - 15, step * 0.3, 7, darkenColour(wall, 0.2)));
  s += svgRect(x + 40, y + rise - 4, w - 36, 4, darkenColour(wall, 0.18));
  if (c.roll() > 0.4) {
    const first = x + 60 + c.int(0, 60);
    s += repeatDrawing(5, (k) => svgRect(first + k * 12, y + rise - 21, 9, c.int(10, 15), c.pick(laundryPalette)));
  }
  s += svgRect(x, y, 44, rise, trim) + svgRect(x + 10, y + 10, 24, rise - 20, darkenColour(trim, 0.4));
  return `${s}<path d="M${x + 11} ${svgNumber(y + rise - 12)}l22 ${svgNumber(-rise + 26)}" stroke="${lightenColour(trim, 0.4)}" stroke-width="3"/>`;
}

function door(c: DrawingScene, { rise, trim }: Block, x: number, y: number): string {
  const leaf = svgRect(x, y + 10, 15, rise - 14, c.pick([trim, darkenColour(trim, 0.25), '#6a3d22']));
  return leaf + svgRect(x + 21, y + 13, 22, 15, '#fff') + drawGlassPane(c, x + 23, y + 15, 18, 11, 0.4, '#ffd98a');
}

/* A staircase in the middle, two homes with a balcony on every floor. */

const stairs = 54;

function staircase(c: DrawingScene, b: Block): string {
  const { x, w, wall } = b;
  const sx = x + w / 2 - stairs / 2;
  let s = repeatDrawing(b.floors, (i) => landing(c, b, sx, b.y + i * b.rise)) + gleam(c, b);
  s += svgRect(sx + 12, groundLine - 38, stairs - 24, 38, '#2b3331') + svgRect(sx + 4, groundLine - 44, stairs - 8, 6, lightenColour(wall, 0.4));
  s += drawHedge(c, x + 6, groundLine + 3, 80) + drawHedge(c, x + w - 86, groundLine + 3, 80);
  return s + (c.roll() > 0.4 ? drawMotorbike(c.int(60, 150), canvasHeight - 20) : drawCar(c.int(440, 520), canvasHeight - 22, '#e9e6df'));
}

function landing(c: DrawingScene, b: Block, sx: number, y: number): string {
  const { x, w, rise, wall, trim } = b;
  const half = (w - stairs) / 2;
  let s = svgRect(x, y + rise - 4, w, 4, darkenColour(wall, 0.14));
  s += drawWindow(c, x + 14, y + 12, 32, 22, lightenColour(wall, 0.6)) + balcony(c, b, x + (half - 82), y);
  s += drawWindow(c, sx + stairs + (half - 46), y + 12, 32, 22, lightenColour(wall, 0.6)) + balcony(c, b, sx + stairs + 12, y);
  s += svgRect(sx, y, stairs, rise, lightenColour(trim, 0.12));
  return s + repeatDrawing(4, (i) => repeatDrawing(3, (k) => svgRect(sx + 8 + i * 10, y + 9 + k * 10, 6, 6, darkenColour(trim, 0.42), 'rx="1"')));
}

function balcony(c: DrawingScene, { rise, wall, trim }: Block, x: number, y: number): string {
  const w = 70;
  let s = svgRect(x, y + 7, w, rise - 11, darkenColour(wall, 0.34));
  s +=
    svgRect(x + 7, y + 11, 20, rise - 16, pickLampColour(c, 0.4, '#ffd27a', darkenColour(c.light.glass, 0.12))) +
    drawGlassPane(c, x + 32, y + 11, 30, 19, 0.5, '#ffe0a0');
  if (c.roll() > 0.5) s += washing(c, x, y, w);
  s += svgRect(x - 3, y + rise - 20, w + 6, 3, trim) + repeatDrawing(10, (k) => svgRect(x - 2 + k * 8, y + rise - 18, 1.8, 15, trim));
  return s + svgRect(x - 4, y + rise - 5, w + 8, 5, lightenColour(wall, 0.35));
}

function washing(c: DrawingScene, x: number, y: number, w: number): string {
  let s = svgRect(x, y + 13, w, 1, '#555');
  for (let at = x + 6; at < x + w - 12; at += c.int(10, 15)) s += svgRect(at, y + 14, 8, c.int(9, 14), c.pick(laundryPalette));
  return s;
}
