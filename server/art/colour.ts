import type { ArtRegion } from './region.ts';

const parts = (colour: string): readonly number[] => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));

/** Mixes two hex colours; `k` is the share of the second. */
export const mixColours = (a: string, b: string, k: number): string => {
  const second = parts(b);
  const mixed = parts(a).map((part, i) => Math.round(part * (1 - k) + (second[i] ?? 0) * k));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};
export const darkenColour = (colour: string, k: number): string => mixColours(colour, '#1d2430', k);
export const lightenColour = (colour: string, k: number): string => mixColours(colour, '#ffffff', k);

/** Colours to choose from; never empty. */
export type ColourPalette = readonly [string, ...string[]];

export const regionPalettes: Readonly<Record<ArtRegion, ColourPalette>> = {
  city: ['#f0e9dd', '#e4ddd2', '#d9e0e0', '#efe2c9', '#dcd3c6'],
  coast: ['#fdf6ea', '#f6e7d2', '#f3d9c9', '#e7efe9', '#fbeedd'],
  lake: ['#f1e7cf', '#dfe9e6', '#f3dcc0', '#e9e4d8'],
  rift: ['#f0e4ce', '#e3e6dc', '#efd9bf'],
  highland: ['#f2e6d2', '#e9dcc6', '#dfe6dd', '#f0ddc6'],
  plains: ['#f1e2c8', '#ecd8bd', '#e6e0d3'],
};
export const trimPalette: ColourPalette = ['#b5522b', '#2f6f5e', '#31607f', '#8a3f34', '#c98a2c', '#5b6b74'];
export const tilePalette: ColourPalette = ['#b4532f', '#a5482c', '#c26339', '#8f4a35'];
export const laundryPalette: ColourPalette = ['#e2683c', '#f3c24a', '#3f8f86', '#f5efe4', '#c8446e', '#4b6fa8'];

/** The light of a whole picture. `lit`: dark enough for lamps. */
export type DaylightColours = {
  readonly top: string;
  readonly low: string;
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  readonly glass: string;
  readonly lit: boolean;
};

export const morningLight: DaylightColours = {
  top: '#9fd0e6',
  low: '#f3efdc',
  sun: '#fff6d8',
  far: '#a9c3bd',
  near: '#7fa68f',
  glass: '#7fb2c4',
  lit: false,
};
export const noonLight: DaylightColours = {
  top: '#7cc0e0',
  low: '#dff0ee',
  sun: '#ffffff',
  far: '#9fc0c4',
  near: '#78a98a',
  glass: '#6aa8c2',
  lit: false,
};
const golden: DaylightColours = { top: '#f0b98a', low: '#fbe6c4', sun: '#fff1c2', far: '#d3a789', near: '#a6916a', glass: '#c79a7d', lit: false };
const dusk: DaylightColours = { top: '#47507f', low: '#f0a57c', sun: '#ffd79a', far: '#6b5f86', near: '#4b5a63', glass: '#41506f', lit: true };

export const daylightPhases = [morningLight, noonLight, golden, dusk] as const;
