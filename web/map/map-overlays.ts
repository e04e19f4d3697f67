/** Overlays for an open map, loaded with the map itself to keep them out of the page's first scripts. */
export { startDrawing } from './draw-area.ts';
export { drawRings, nearFilterRing } from './overlay.ts';
export { MapPins } from './pins.ts';
