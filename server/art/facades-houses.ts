import { darkenColour, lightenColour, regionPalettes, tilePalette } from './colour.ts';
import { drawCar, drawShadow, drawSolarPanel, drawWaterTank, drawWindow } from './objects.ts';
import { drawHedge, drawTree } from './plants.ts';
import { type DrawingScene, pickColourByDaylight } from './scene.ts';
import { drawGround } from './scenery.ts';
import { canvasHeight, groundLine, svgCircle, svgOpacity, svgPath, svgPolygon, svgRect } from './svg.ts';

/** A two-storey house with a porch and a carport. */
export function drawMaisonette(c: DrawingScene): string {
  const wall = c.pick(regionPalettes[c.region]);
  const roof = c.pick(tilePalette);
  const x = 168;
  const w = 300;
  const y = groundLine - 168;
  let s = drawGround(c, 'lawn') + drawShadow(x, w) + drawTree(c, 92, groundLine + 2, 1.25) + drawTree(c, 560, groundLine + 2, 1.1);
  s +=
    maisonetteRoofs(x, y, wall, roof) +
    svgCircle(x + 84, y + 8, 11, '#fff') +
    svgCircle(x + 84, y + 8, 8, pickColourByDaylight(c, '#ffd98a', c.light.glass));
  s +=
    drawWindow(c, x + 20, y + 52, 48, 34) +
    drawWindow(c, x + 98, y + 52, 48, 34) +
    drawWindow(c, x + 196, y + 46, 34, 32) +
    drawWindow(c, x + 246, y + 46, 34, 32);
  s +=
    svgRect(x - 4, y + 98, 176, 6, lightenColour(wall, 0.5)) +
    drawWindow(c, x + 18, y + 114, 62, 38) +
    porch(x, y, roof) +
    carport(c, x, y, wall, roof);
  s += drawHedge(c, x - 30, groundLine + 3, 54) + drawHedge(c, x + 52, groundLine + 3, 40);
  return c.inStreet ? s : s + drawHedge(c, 20, canvasHeight - 22, 150) + drawHedge(c, 480, canvasHeight - 22, 150);
}

function maisonetteRoofs(x: number, y: number, wall: string, roof: string): string {
  let s =
    svgRect(x + 150, y + 20, 150, 148, darkenColour(wall, 0.06)) +
    svgPolygon([x + 132, y + 26, x + 176, y - 34, x + 292, y - 34, x + 320, y + 26], darkenColour(roof, 0.1));
  for (let i = 1; i < 5; i++) {
    s += `<path d="M${x + 132 + i * 9} ${y + 26 - i * 12}H${x + 320 - i * 6}" stroke="${darkenColour(roof, 0.28)}" stroke-width="1.6" opacity=".6"/>`;
  }
  s += drawSolarPanel(x + 216, y - 8) + svgRect(x, y + 34, 168, 134, wall) + svgPolygon([x - 18, y + 40, x + 84, y - 44, x + 186, y + 40], roof);
  s += svgPolygon([x + 10, y + 34, x + 84, y - 26, x + 158, y + 34], wall);
  return s + svgPolygon([x - 18, y + 40, x + 84, y - 44, x + 186, y + 40, x + 172, y + 40, x + 84, y - 32, x - 4, y + 40], darkenColour(roof, 0.18));
}

function porch(x: number, y: number, roof: string): string {
  const posts = svgRect(x + 98, y + 112, 7, 56, '#fff') + svgRect(x + 155, y + 112, 7, 56, '#fff');
  const door = svgPath(`M${x + 114} ${groundLine}v-38q0-15 16-15t16 15v38z`, '#6a3d22') + svgCircle(x + 140, groundLine - 24, 2.4, '#f2c14e');
  return svgPolygon([x + 92, y + 112, x + 130, y + 88, x + 168, y + 112], roof) + posts + door;
}

function carport(c: DrawingScene, x: number, y: number, wall: string, roof: string): string {
  const posts = svgRect(x + 190, y + 104, 7, 64, '#fff') + svgRect(x + 297, y + 104, 7, 64, '#fff');
  const parked = drawCar(x + 208, groundLine - 1, c.pick(['#2f4858', '#f1f1ee', '#8a2f2b', '#9aa3a6']));
  return svgRect(x + 188, y + 96, 116, 8, darkenColour(roof, 0.12)) + svgRect(x + 194, y + 104, 104, 64, darkenColour(wall, 0.42)) + posts + parked;
}

/** A one-storey house under a wide roof, with a veranda. */
export function drawBungalow(c: DrawingScene): string {
  const wall = c.pick(regionPalettes[c.region]);
  const roof = c.pick([...tilePalette, '#3f6a5f', '#7a8288']);
  const x = 130;
  const w = 380;
  const y = groundLine - 96;
  let s =
    drawGround(c, c.region === 'plains' ? 'murram' : 'lawn') +
    drawShadow(x, w) +
    drawTree(c, 66, groundLine + 2, 1.35) +
    drawTree(c, 588, groundLine + 2, 1.2);
  s += svgRect(x, y, w, 96, wall) + hippedRoof(x, y, w, wall, roof) + veranda(c, x, y, wall);
  s += drawWindow(c, x + 24, y + 26, 50, 36) + drawWindow(c, x + 306, y + 26, 50, 36) + svgRect(x + 88, groundLine - 5, 204, 7, '#d8cbb8');
  return s + drawHedge(c, x + 2, groundLine + 3, 82) + drawHedge(c, x + 296, groundLine + 3, 82) + drawWaterTank(x + w + 34, groundLine + 2, 1.3);
}

function hippedRoof(x: number, y: number, w: number, wall: string, roof: string): string {
  let s = svgPolygon([x - 30, y + 6, x + 46, y - 72, x + w - 46, y - 72, x + w + 30, y + 6], roof);
  for (let i = 1; i < 7; i++) {
    s += `<path d="M${x - 30 + i * 11} ${y + 6 - i * 11.2}H${x + w + 30 - i * 11}" stroke="${darkenColour(roof, 0.24)}" stroke-width="1.6" opacity=".5"/>`;
  }
  s += svgPolygon([x - 30, y + 6, x + 46, y - 72, x + 60, y - 72, x - 10, y + 6], '#fff', svgOpacity(0.12));
  s += svgRect(x + w - 120, y - 92, 24, 40, darkenColour(wall, 0.2)) + svgRect(x + w - 124, y - 96, 32, 6, darkenColour(roof, 0.2));
  return s + svgRect(x - 30, y + 4, w + 60, 6, darkenColour(roof, 0.3));
}

function veranda(c: DrawingScene, x: number, y: number, wall: string): string {
  let s = svgRect(x + 96, y + 10, 188, 86, darkenColour(wall, 0.22)) + svgRect(x + 168, y + 22, 44, 74, '#6a3d22');
  s += svgRect(x + 174, y + 28, 14, 30, '#8a5633') + svgRect(x + 192, y + 28, 14, 30, '#8a5633') + svgCircle(x + 206, y + 62, 2.4, '#f2c14e');
  s += drawWindow(c, x + 112, y + 26, 42, 36) + drawWindow(c, x + 228, y + 26, 42, 36);
  for (const post of [92, 150, 222, 280]) s += svgRect(x + post, y + 10, 8, 86, '#fff') + svgRect(x + post - 2, groundLine - 10, 12, 10, '#ddd4c6');
  return s;
}
