/** Overlays for an open map, loaded with the map itself to keep them out of the page's first scripts. */
export { startAreaDrawing } from './draw-area.ts';
export { computeNearFilterRings, drawRings } from './overlay.ts';
export { MapPins } from './pins.ts';
