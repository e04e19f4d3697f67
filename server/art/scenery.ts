import { darkenColour, lightenColour, mixColours } from './colour.ts';
import { drawAcacia } from './plants.ts';
import type { ArtRegion } from './region.ts';
import { type DrawingScene, pickColourByDaylight } from './scene.ts';
import {
  canvasHeight,
  canvasWidth,
  groundLine,
  repeatDrawing,
  sheenGradient,
  svgCircle,
  svgEllipse,
  svgNumber,
  svgOpacity,
  svgPath,
  svgPolygon,
  svgRect,
} from './svg.ts';

export function drawHills(c: DrawingScene, y: number, height: number, fill: string): string {
  const span = canvasWidth / 4;
  const ridge = repeatDrawing(4, (i) => {
    const top = svgNumber(y - height * (0.3 + c.roll()));
    return `Q${svgNumber(span * (i + 0.5))} ${top} ${svgNumber(span * (i + 1))} ${svgNumber(y + (c.roll() - 0.5) * height * 0.4)}`;
  });
  return svgPath(`M0 ${canvasHeight}L0 ${svgNumber(y)}${ridge}L${canvasWidth} ${canvasHeight}z`, fill);
}

export function drawSkyline(c: DrawingScene): string {
  const { far, near } = c.light;
  let s = '';
  let x = -10;
  while (x < canvasWidth) {
    const w = c.int(26, 56);
    const h = c.int(34, 120);
    s += svgRect(x, groundLine - h - 8, w, h + 8, far, svgOpacity(0.75));
    if (c.roll() > 0.7) s += svgRect(x + w / 2 - 1, groundLine - h - 28, 2, 20, far, svgOpacity(0.75));
    x += w + c.int(2, 14);
  }
  const t = c.int(90, 540); // A round conference tower, the landmark of Nairobi.
  const stone = mixColours(far, near, 0.35);
  s += svgRect(t, groundLine - 176, 34, 176, stone) + svgRect(t - 7, groundLine - 182, 48, 9, mixColours(far, near, 0.5), 'rx="4"');
  return s + svgPolygon([t + 4, groundLine - 182, t + 17, groundLine - 198, t + 30, groundLine - 182], stone);
}

function sky(c: DrawingScene): string {
  const { light, id } = c;
  const fade = `<stop stop-color="${light.top}"/><stop offset=".82" stop-color="${light.low}"/>`;
  let s = `<defs><linearGradient id="${id}s" x1="0" y1="0" x2="0" y2="1">${fade}</linearGradient>${sheenGradient(id)}</defs>`;
  s += svgRect(0, 0, canvasWidth, canvasHeight, `url(#${id}s)`);
  const sx = c.int(70, 570);
  const sy = light.lit ? c.int(190, 250) : c.int(56, 120);
  s += svgCircle(sx, sy, 60, light.sun, svgOpacity(0.25)) + svgCircle(sx, sy, 32, light.sun, svgOpacity(0.9));
  return s + repeatDrawing(3, () => cloud(c));
}

function cloud(c: DrawingScene): string {
  const x = c.int(0, 600);
  const y = c.int(36, 130);
  const w = c.int(50, 110);
  const { lit } = c.light;
  return (
    svgRect(x, y, w, 9, '#fff', `rx="4.5" ${svgOpacity(lit ? 0.16 : 0.55)}`) +
    svgRect(x + w * 0.25, y - 8, w * 0.5, 9, '#fff', `rx="4.5" ${svgOpacity(lit ? 0.12 : 0.45)}`)
  );
}

const summit = [180, groundLine - 60, 330, 150, 352, 168, 372, 146, 540, groundLine - 60];
const snow = [300, 190, 330, 150, 352, 168, 372, 146, 404, 186, 372, 182, 350, 196, 330, 184];

function highland(c: DrawingScene): string {
  const { far, near, top } = c.light;
  let s = '';
  if (c.roll() > 0.4) s += svgPolygon(summit, mixColours(far, top, 0.35)) + svgPolygon(snow, '#fff', svgOpacity(0.75));
  s += drawHills(c, groundLine - 70, 60, far) + drawHills(c, groundLine - 34, 46, near);
  const tea = lightenColour(near, 0.18);
  return (
    s +
    repeatDrawing(7, (i) =>
      svgPath(
        `M0 ${groundLine - 26 + i * 7}Q320 ${groundLine - 62 + i * 8} 640 ${groundLine - 20 + i * 7}`,
        'none',
        `stroke="${tea}" stroke-width="1.6" opacity=".5"`,
      ),
    )
  );
}

function rift(c: DrawingScene): string {
  const { far, near, top } = c.light;
  return (
    drawHills(c, groundLine - 96, 74, mixColours(far, top, 0.3)) + drawHills(c, groundLine - 58, 56, far) + drawHills(c, groundLine - 24, 34, near)
  );
}

function plains(c: DrawingScene): string {
  const grass = svgRect(0, groundLine - 22, canvasWidth, 40, mixColours(c.light.near, '#c9a25e', 0.35));
  return (
    drawHills(c, groundLine - 40, 40, c.light.far) +
    grass +
    drawAcacia(c.int(30, 110), groundLine - 4, 0.6) +
    drawAcacia(c.int(520, 610), groundLine - 4, 0.7)
  );
}

function water(c: DrawingScene, colour: string): string {
  let s =
    svgRect(0, groundLine - 58, canvasWidth, 60, pickColourByDaylight(c, '#5b6a91', colour)) +
    svgRect(0, groundLine - 58, canvasWidth, 5, '#fff', svgOpacity(0.35));
  s += repeatDrawing(6, () => svgRect(c.int(0, 600), groundLine - c.int(16, 48), c.int(20, 60), 2, '#fff', svgOpacity(0.35)));
  const x = c.int(30, 120);
  const y = groundLine - 44;
  s += svgPath(`M${x} ${y}q20 10 44 0l-6 9h-32z`, '#5b3a28');
  return s + svgPath(`M${x + 16} ${y}L${x + 20} ${y - 44}Q${x + 46} ${y - 20} ${x + 40} ${y - 4}z`, '#fff6e6');
}

const behind: Readonly<Record<ArtRegion, (c: DrawingScene) => string>> = {
  city: drawSkyline,
  highland,
  rift,
  plains,
  coast: (c) => water(c, '#58b5b8'),
  lake: (c) => drawHills(c, groundLine - 66, 30, c.light.far) + water(c, '#7fb3bd'),
};

/** Sky, sun, clouds and the landscape of the region. */
export const drawBackground = (c: DrawingScene): string => sky(c) + behind[c.region](c);

const soil = { cabro: '#c9b9a6', murram: '#c1754a', lawn: '#86aa66', road: '#8b8f90' } as const;
export type SoilKind = keyof typeof soil;

const texture: Readonly<Record<SoilKind, (c: DrawingScene, base: string) => string>> = {
  cabro: (_c, base) =>
    repeatDrawing(
      5,
      (i) =>
        `<path d="M${-40 + i * 8} ${groundLine + 14 + i * 15}H${canvasWidth}" stroke="${darkenColour(base, 0.1)}" stroke-width="1.4" stroke-dasharray="16 5"/>`,
    ),
  road: () =>
    `${svgRect(0, groundLine + 12, canvasWidth, 5, '#d8d3c8')}<path d="M0 ${groundLine + 50}H${canvasWidth}" stroke="#f2d98a" stroke-width="3.5" stroke-dasharray="34 22"/>`,
  murram: (c, base) =>
    repeatDrawing(16, () => svgEllipse(c.int(0, canvasWidth), c.int(groundLine + 12, canvasHeight), c.int(3, 12), 1.6, lightenColour(base, 0.14))),
  lawn: (c, base) => {
    const blades = repeatDrawing(26, () =>
      svgPath(`M${c.int(0, canvasWidth)} ${c.int(groundLine + 10, canvasHeight - 4)}l2-7 2 7z`, darkenColour(base, 0.16), svgOpacity(0.7)),
    );
    return (
      blades +
      svgPolygon(
        [290, groundLine, 350, groundLine, 410, canvasHeight, 230, canvasHeight],
        pickColourByDaylight(c, darkenColour('#d4c5b0', 0.2), '#d4c5b0'),
      )
    );
  },
};

export function drawGround(c: DrawingScene, kind: SoilKind): string {
  if (c.inStreet) return '';
  const base = pickColourByDaylight(c, darkenColour(soil[kind], 0.22), soil[kind]);
  return (
    svgRect(0, groundLine, canvasWidth, canvasHeight - groundLine, base) +
    svgRect(0, groundLine, canvasWidth, 7, darkenColour(base, 0.14), svgOpacity(0.55)) +
    texture[kind](c, base)
  );
}
