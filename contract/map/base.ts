/** What lies under the pins. The street style is OpenFreeMap's quiet one, for prices to stand on; the other is its pair for the dark scheme. */
export const streetStyles = { light: 'https://tiles.openfreemap.org/styles/positron', dark: 'https://tiles.openfreemap.org/styles/dark' } as const;

/** `MAP_STYLE_URL=own`: our drawing, and nobody else is asked. */
export const ownDrawing = 'own';

/** The operator's streets: this file in DATA_DIR, and where it is served. */
export const tilesFile = 'kenya.pmtiles';
export const tilesPath = `/map/${tilesFile}`;

/** A style, or the first of its tiles, that has not answered by then is given up for our drawing. */
export const streetsAnswerMs = 3000;
