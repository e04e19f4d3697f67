import type { DrawingKind } from '#contract/art/url.ts';
import { drawShop } from './facade-shop.ts';
import { drawTower } from './facade-tower.ts';
import { drawVilla } from './facade-villa.ts';
import { drawWalkup } from './facade-walkup.ts';
import { drawBungalow, drawMaisonette } from './facades-houses.ts';
import { drawGodown, drawOffice } from './facades-work.ts';
import { drawPlot } from './plot.ts';
import type { DrawingScene } from './scene.ts';

/** The drawing on the ground line for each kind of property. */
export const facadeDrawings: Readonly<Record<DrawingKind, (c: DrawingScene) => string>> = {
  tower: drawTower,
  walkup: drawWalkup,
  maisonette: drawMaisonette,
  bungalow: drawBungalow,
  villa: drawVilla,
  shop: drawShop,
  office: drawOffice,
  godown: drawGodown,
  plot: drawPlot,
};
