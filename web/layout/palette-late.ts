/** Between the key and the palette: the list of everything the palette needs stands here, not in every page's script. */
export const loadPalette = () => import('./palette.tsx');
