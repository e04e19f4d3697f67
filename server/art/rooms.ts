import type { DrawingView } from '#contract/art/url.ts';
import { darkenColour, lightenColour, trimPalette } from './colour.ts';
import { drawBedroom, drawKitchen, drawLivingRoom, type FurnitureColours } from './furniture.ts';
import { drawTree } from './plants.ts';
import type { DrawingScene } from './scene.ts';
import { drawBackground, drawGround } from './scenery.ts';
import { canvasHeight, canvasWidth, groundLine, repeatDrawing, svgOpacity, svgRect } from './svg.ts';

export type RoomView = Exclude<DrawingView, 'facade' | 'plan'>;

const floorLine = 300;
const furnished: Readonly<Record<RoomView, (c: DrawingScene, taste: FurnitureColours) => string>> = {
  living: drawLivingRoom,
  bedroom: drawBedroom,
  kitchen: drawKitchen,
};

/** A furnished room with the garden behind its window. */
export function drawRoom(c: DrawingScene, which: RoomView): string {
  const wall = c.pick(['#f4ecdf', '#e9ece4', '#f3e3d3', '#e6e6e2', '#f6efe0']);
  const taste: FurnitureColours = { main: c.pick(trimPalette), second: c.pick(['#f4b73f', '#c8532a', '#3f8f86', '#d6478a']) };
  const floor = c.roll() > 0.5 ? '#c39a6b' : '#ddd6ca';
  const outside = which === 'kitchen' ? outlook(c, 236, 74, 168, 92) : outlook(c, 350, 62, 214, 170);
  return shell(wall, floor) + outside + furnished[which](c, taste) + svgRect(0, 0, canvasWidth, canvasHeight, `url(#${c.id}g)`, svgOpacity(0.35));
}

function shell(wall: string, floor: string): string {
  let s =
    svgRect(0, 0, canvasWidth, canvasHeight, wall) +
    svgRect(0, 0, canvasWidth, 26, lightenColour(wall, 0.5)) +
    svgRect(0, floorLine, canvasWidth, canvasHeight - floorLine, floor);
  s += svgRect(0, floorLine - 9, canvasWidth, 9, '#fff');
  s += repeatDrawing(
    6,
    (i) => `<path d="M0 ${floorLine + 8 + i * i * 4.2}H${canvasWidth}" stroke="${darkenColour(floor, 0.12)}" stroke-width="1.3"/>`,
  );
  for (let i = -10; i < 10; i++) {
    s += `<path d="M${320 + i * 46} ${floorLine}L${320 + i * 96} ${canvasHeight}" stroke="${darkenColour(floor, 0.1)}" stroke-width="1.2"/>`;
  }
  return s;
}

/** The window with its view. */
function outlook(c: DrawingScene, x: number, y: number, w: number, h: number): string {
  const clip = `${c.id}v`;
  const garden = `${drawBackground(c)}${drawGround(c, 'lawn')}${drawTree(c, 200, groundLine + 4, 1)}`;
  let s = `<clipPath id="${clip}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>`;
  s += `<g clip-path="url(#${clip})"><g transform="translate(${x - 20} ${y - 120 + (h - 150)}) scale(.7)">${garden}</g></g>`;
  s += svgRect(x - 5, y - 5, w + 10, 6, '#fff') + svgRect(x - 5, y, 6, h, '#fff') + svgRect(x + w - 1, y, 6, h, '#fff');
  return s + svgRect(x - 9, y + h, w + 18, 7, '#fff') + svgRect(x + w / 2 - 2, y, 4, h, '#fff');
}
