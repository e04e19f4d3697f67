/** What is laid over a map that stands: fetched with the map itself, so that none of it is in the page's first scripts. */
export { startDrawing } from './draw.ts';
export { nearRing, showRings } from './overlay.ts';
export { Pins } from './pins.ts';
