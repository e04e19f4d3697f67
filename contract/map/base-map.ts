/** Base map styles. Light is OpenFreeMap's plain street style, good under price pins; the other is its dark counterpart. */
export const streetStyles = { light: 'https://tiles.openfreemap.org/styles/positron', dark: 'https://tiles.openfreemap.org/styles/dark' } as const;

/** `MAP_STYLE_URL=own`: the built-in drawing, without any external request. */
export const ownMapStylePath = 'own';

/** The operator's street tiles: this file in DATA_DIR, and its URL. */
export const tilesFileName = 'kenya.pmtiles';
export const tilesPath = `/map/${tilesFileName}`;

/** Time limit for a style or its first tile; after it the built-in drawing is used. */
export const streetsTimeoutMs = 3000;
