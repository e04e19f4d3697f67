/**
 * The colours and fonts of Makao as plain data. This file does not import Mantine, so public pages can use it without loading Mantine. Screens use
 * the CSS variables made from this data (theme.gen.css), never the values.
 */
import { teaGreenColour } from '#contract/brand.ts';

/** Ten shades, lightest first. Mantine requires this shape, which is written here so that this file does not import Mantine. */
export type ColourShades = readonly [string, string, string, string, string, string, string, string, string, string];

export const colourPalette = {
  accent: ['#f1f9f5', '#dff2e9', '#c0e4d3', '#9acfb7', '#6ab595', '#389773', '#047755', teaGreenColour, '#014530', '#003020'],
  secondary: ['#fff4f0', '#fee7df', '#ffcebc', '#f8b398', '#ea8e6a', '#d76d42', '#b85124', '#9b3e11', '#7d2e06', '#5a2208'],
  rose: ['#fff5f6', '#fee7ea', '#ffced5', '#feabb9', '#fc7996', '#e64d76', '#c52c5c', '#a71549', '#860637', '#600a27'],
  blue: ['#f3f8fe', '#e4effe', '#c9defe', '#a3c8ff', '#71aafe', '#3e89f7', '#1f6dd8', '#0957b9', '#004395', '#04306a'],
  sky: ['#eff9fe', '#dcf2fd', '#b9e4f8', '#8fd0ee', '#57b6de', '#009ac7', '#017da2', '#046584', '#004f69', '#01384b'],
  emerald: ['#f0faf4', '#def4e6', '#bee8ce', '#97d7b1', '#64bf8d', '#2ba46c', '#008753', '#016e43', '#025634', '#003e23'],
  yellow: ['#fdf8f0', '#fcf1de', '#f8e4bf', '#f1d39d', '#e7be71', '#c59634', '#946b05', '#7b5801', '#614500', '#463101'],
  orange: ['#fef5f1', '#fee9dd', '#fed2b8', '#f8b48c', '#ea9056', '#d36c1b', '#af5401', '#8f4401', '#713400', '#532300'],
  stone: ['#f8f7f6', '#f0edea', '#e1dbd6', '#ccc4bd', '#b2a79d', '#968a7f', '#7b6f64', '#655a50', '#4f463e', '#38322c'],
  slate: ['#f5f8fa', '#e9eef4', '#d4dde7', '#bac7d6', '#9aabbe', '#7a8fa4', '#607489', '#4c5e71', '#3a4959', '#29343f'],
  /* Status and neutral colours, which cannot be chosen as accents. */
  red: ['#fff5f4', '#ffe8e5', '#fecfcb', '#feaea6', '#ff7b74', '#e9504d', '#c92f33', '#aa1821', '#880a16', '#610b10'],
  green: ['#f1faf2', '#dff5e2', '#c0e9c7', '#9ad7a6', '#69c07e', '#36a558', '#05893e', '#007031', '#005724', '#003f18'],
  violet: ['#f7f6fe', '#eeebff', '#ddd6fe', '#c7bbfd', '#ad99f2', '#9178de', '#775cc0', '#6148a3', '#4c3683', '#36275d'],
  gray: ['#f9faf8', '#f3f5f2', '#e9eae6', '#dbddd9', '#c3c5bf', '#91938d', '#6b6f67', '#4e514a', '#343730', '#1d1f19'],
  dark: ['#e5e9e6', '#babfbc', '#9ca39f', '#636b66', '#383f3b', '#2a312d', '#1e2521', '#131916', '#0d120f', '#070b09'],
} as const satisfies Record<string, ColourShades>;

/** The colours of badges, notes and toasts; each has --mk-{name}-bg, -fg and -dot for both schemes. */
export const TONE_COLORS = ['accent', 'secondary', 'blue', 'sky', 'yellow', 'orange', 'slate', 'red', 'green', 'violet', 'gray'] as const;
export type ToneColor = (typeof TONE_COLORS)[number];

/** The shade of a filled button per scheme, on which white text must be readable. */
export const PRIMARY_SHADE = { light: 7, dark: 6 } as const;

export const WHITE = '#ffffff';
export const BLACK = '#17201c';
export const DARK_PAGE_COLOUR = '#131916';

export { brandColours as PINDO } from '#contract/brand.ts';

export const FONT_BODY = "'Figtree Variable', 'Figtree', 'Figtree Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
export const FONT_DISPLAY = "'Bricolage Grotesque Variable', 'Bricolage Grotesque', 'Bricolage Fallback', 'Figtree Variable', system-ui, sans-serif";
export const FONT_MONO = "ui-monospace, 'Roboto Mono', SFMono-Regular, Menlo, monospace";

/**
 * The chart colours in order. They differ in hue and lightness in both schemes, so that they can be told apart in grey print and by colour-blind
 * readers.
 */
export const CHART_SERIES = [1, 2, 3, 4, 5, 6].map((n) => `var(--mk-chart-${n})`);

/** The widths at which layouts change. The CSS modules repeat these numbers, because media queries cannot contain variables. */
export const BREAKPOINTS = { xs: '30em', sm: '40em', md: '56em', lg: '75em', xl: '90em' } as const;
/** Below this width the phone layout is shown (896 px). */
export const PHONE_QUERY = `(max-width: ${BREAKPOINTS.md})`;

type Rgb = [number, number, number];
const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
const rgb = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

/** Mixes two hex colours ahead of time, so that older phones need no color-mixColours(). */
export const mixColours = (over: string, under: string, share: number) => {
  const [o, u] = [rgb(over), rgb(under)];
  return `#${o
    .map((c, i) =>
      Math.round(c * share + (u[i] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};
