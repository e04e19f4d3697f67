/** The ten accents a person may choose. Every shade 7 carries white text at 6:1 or better, every shade 8 reads on 0-1 at 7:1. */
export const ACCENTS = ['accent', 'secondary', 'rose', 'blue', 'sky', 'emerald', 'yellow', 'orange', 'stone', 'slate'] as const;
export type AccentColour = (typeof ACCENTS)[number];
export const DEFAULT_ACCENT: AccentColour = 'accent';
export const isAccent = (value: unknown): value is AccentColour => ACCENTS.some((accent) => accent === value);
