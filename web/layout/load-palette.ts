/** A module between the key and the palette, so that the list of the palette's imports is not in every page's script. */
export const loadCommandPalette = () => import('./palette.tsx');
