/** Base map styles. Light is OpenFreeMap's plain street style, good under price pins; the other is its dark counterpart. */
export const baseMapStyles = { light: 'https://tiles.openfreemap.org/styles/positron', dark: 'https://tiles.openfreemap.org/styles/dark' } as const;

/** `MAP_STYLE_URL=own`: the built-in drawing, without any external request. */
export const builtInMapStyleName = 'own';

/** The operator's street tiles: this file in DATA_DIR, and its URL. */
export const mapTilesFileName = 'kenya.pmtiles';
export const mapTilesPath = `/map/${mapTilesFileName}`;

/** Time limit for a style or its first tile; after it the built-in drawing is used. */
export const mapStyleTimeoutMs = 3000;
