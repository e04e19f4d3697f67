import type { Kind } from '#contract/art/url.ts';
import { drawShop } from './facade-shop.ts';
import { drawTower } from './facade-tower.ts';
import { drawVilla } from './facade-villa.ts';
import { drawWalkup } from './facade-walkup.ts';
import { drawBungalow, drawMaisonette } from './facades-houses.ts';
import { drawGodown, drawOffice } from './facades-work.ts';
import { drawPlot } from './plot.ts';
import type { Scene } from './scene.ts';

/** The drawing on the ground line for each kind of property. */
export const facadeDrawings: Readonly<Record<Kind, (c: Scene) => string>> = {
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
