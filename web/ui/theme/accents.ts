/**
 * The ten accent colours that a person can choose. White text has a contrast of at least 6:1 on every shade 7, and every shade 8 has at least 7:1 on
 * shades 0 and 1.
 */
export const ACCENTS = ['accent', 'secondary', 'rose', 'blue', 'sky', 'emerald', 'yellow', 'orange', 'stone', 'slate'] as const;
export type AccentColour = (typeof ACCENTS)[number];
export const DEFAULT_ACCENT: AccentColour = 'accent';
export const isAccent = (value: unknown): value is AccentColour => ACCENTS.some((accent) => accent === value);
