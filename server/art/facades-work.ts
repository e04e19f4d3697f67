import { darkenColour, lightenColour, trimPalette } from './colour.ts';
import { drawCar, drawGlassPane, drawShadow } from './objects.ts';
import { drawHedge, drawTree } from './plants.ts';
import { type DrawingScene, pickColourByDaylight } from './scene.ts';
import { drawGround } from './scenery.ts';
import { canvasHeight, groundLine, repeatDrawing, svgOpacity, svgPath, svgPolygon, svgRect } from './svg.ts';

type Slab = { readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly floors: number };

const rise = 27;
const core = 58;

/** An office block with a curtain wall and flags in front. */
export function drawOffice(c: DrawingScene): string {
  const glass = c.pick(['#3f7f8c', '#4a7ca0', '#5f8f86', '#4d6f8f']);
  const floors = c.int(7, 9);
  const w = c.int(236, 280);
  const x = 320 - w / 2 + c.int(-20, 20);
  const h = floors * rise;
  const o: Slab = { x, y: groundLine - 44 - h, w, h, floors };
  const frame = c.pick(['#eceae4', '#d9d6ce', '#f1ece0']);
  let s = drawGround(c, 'cabro') + drawShadow(x - 20, w + 40) + drawTree(c, 74, groundLine + 2, 1) + drawTree(c, 574, groundLine + 2, 1);
  s +=
    svgRect(x + 30, o.y - 18, w * 0.4, 20, darkenColour(frame, 0.2)) +
    curtainWall(c, o, glass, frame) +
    liftCore(c, o, frame) +
    lobby(c, o, glass, frame);
  return `${s}<g>${flags()}</g>${drawHedge(c, x - 80, groundLine + 3, 60)}${drawCar(c.int(80, 130), canvasHeight - 22, '#2f3a44')}`;
}

function curtainWall(c: DrawingScene, { x, y, w, h, floors }: Slab, glass: string, frame: string): string {
  const cell = (i: number, k: number): string => svgRect(x + k * (w / 9) + 1, y + i * rise + 2, w / 9 - 2, rise - 8, cellColour(c, glass));
  let s =
    svgRect(x, y, w, h, pickColourByDaylight(c, darkenColour(glass, 0.35), glass)) +
    repeatDrawing(floors, (i) => repeatDrawing(9, (k) => cell(i, k)));
  s += repeatDrawing(10, (k) => svgRect(x + k * (w / 9) - 1.6, y - 6, 3.2, h + 6, frame)) + svgRect(x - 8, y - 8, w + 16, 8, frame);
  return s + svgPolygon([x, y + h, x + w * 0.5, y, x + w * 0.72, y, x + w * 0.22, y + h], '#fff', svgOpacity(0.12));
}

function cellColour(c: DrawingScene, glass: string): string {
  const rolled = c.roll();
  if (c.light.lit && rolled > 0.45) return '#ffdd96';
  if (rolled > 0.7) return lightenColour(glass, 0.28);
  return rolled > 0.4 ? lightenColour(glass, 0.12) : glass;
}

function liftCore(c: DrawingScene, { x, y, w, h, floors }: Slab, frame: string): string {
  const shaft = svgRect(x + w - core, y - 30, core, h + 30, frame) + svgRect(x + w - 14, y - 30, 14, h + 30, darkenColour(frame, 0.14));
  return shaft + repeatDrawing(floors, (i) => drawGlassPane(c, x + w - core + 12, y + i * rise, 18, 14, 0.5, '#ffd98a'));
}

function lobby(c: DrawingScene, { x, w }: Slab, glass: string, frame: string): string {
  const doors = repeatDrawing(6, (k) =>
    svgRect(x + 6 + k * (w / 6), groundLine - 38, w / 6 - 8, 38, pickColourByDaylight(c, '#ffe6b0', lightenColour(glass, 0.35))),
  );
  const columns = svgRect(x - 14, groundLine - 42, 6, 42, frame) + svgRect(x + w + 8, groundLine - 42, 6, 42, frame);
  return (
    svgRect(x - 18, groundLine - 50, w + 36, 9, lightenColour(frame, 0.5)) +
    svgRect(x, groundLine - 42, w, 42, darkenColour(glass, 0.3)) +
    doors +
    columns
  );
}

const flags = (): string =>
  ['#17201c', '#b3202a', '#157a4a']
    .map(
      (colour, i) =>
        svgRect(500 + i * 22, groundLine - 84, 1.8, 86, '#9aa2a4') + svgPath(`M${502 + i * 22} ${groundLine - 82}q8-4 16 1v11q-8-5-16-1z`, colour),
    )
    .join('');

/** A warehouse with three gates and a lorry in front. */
export function drawGodown(c: DrawingScene): string {
  const wall = c.pick(['#c9ced0', '#d7cdb9', '#b9c6c9', '#d3c2a8']);
  const accent = c.pick(trimPalette);
  const x = 92;
  const w = 456;
  const y = groundLine - 118;
  let s =
    drawGround(c, 'road') +
    drawShadow(x, w) +
    svgRect(x, y, w, 118, wall) +
    svgPolygon([x - 14, y + 4, x + w / 2, y - 62, x + w + 14, y + 4], darkenColour(accent, 0.05));
  s += svgPolygon([x + 12, y + 4, x + w / 2, y - 50, x + w - 12, y + 4], lightenColour(wall, 0.25));
  s +=
    repeatDrawing(58, (i) => svgRect(x + i * 7.9, y + 4, 1.2, 114, darkenColour(wall, 0.14), svgOpacity(0.6))) +
    svgRect(x + w / 2 - 70, y - 28, 140, 22, accent);
  s += `<text x="${x + w / 2}" y="${y - 12}" font-family="system-ui,sans-serif" font-weight="800" font-size="14" letter-spacing="2"`;
  s += ` text-anchor="middle" fill="#fff">GODOWN ${c.int(1, 24)}</text>`;
  s += gate(c, x + 34, y, accent, false) + gate(c, x + 172, y, accent, true) + gate(c, x + 310, y, accent, false) + lorry(c, accent);
  return (
    s +
    drawTree(c, 44, groundLine + 2, 0.9) +
    svgRect(588, groundLine - 70, 3, 72, '#6b7478') +
    svgPolygon([576, groundLine - 76, 604, groundLine - 76, 598, groundLine - 66, 582, groundLine - 66], '#ffe6a8')
  );
}

function gate(c: DrawingScene, x: number, y: number, accent: string, middle: boolean): string {
  let s = svgRect(x, y + 30, 104, 88, '#fff') + svgRect(x + 5, y + 35, 94, 83, middle && c.roll() > 0.3 ? '#2b3331' : lightenColour(accent, 0.35));
  if (!middle) s += repeatDrawing(9, (k) => svgRect(x + 5, y + 42 + k * 9, 94, 1.8, accent, svgOpacity(0.55)));
  return s + svgRect(x + 30, y + 14, 44, 9, pickColourByDaylight(c, '#ffe0a0', c.light.glass));
}

const lorry = (c: DrawingScene, accent: string): string =>
  `<g transform="translate(${c.int(330, 400)} ${canvasHeight - 24})"><path d="M0-62h104v56H0z" fill="#f7f4ec"/><path d="M0-34h104v9H0z" fill="${accent}"/>` +
  '<path d="M108-46h26q6 0 9 6l9 17v17h-44z" fill="#e2a33a"/><path d="M116-40h15l8 15h-23z" fill="#dfeaf0"/>' +
  '<g fill="#23282c"><circle cx="24" cy="-3" r="10"/><circle cx="52" cy="-3" r="10"/><circle cx="132" cy="-3" r="10"/></g>' +
  '<g fill="#9aa3a6"><circle cx="24" cy="-3" r="4"/><circle cx="52" cy="-3" r="4"/><circle cx="132" cy="-3" r="4"/></g></g>';
