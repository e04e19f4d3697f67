/** Semantic variables derived from the palette. CSS modules use them, so that light, dark and every accent need no further rules. */
import { BLACK, colourPalette, DARK_PAGE_COLOUR, mixColours, PINDO, TONE_COLORS } from './tokens.ts';

type Variables = Record<string, string>;

const tones = (scheme: 'light' | 'dark'): Variables =>
  Object.fromEntries(
    TONE_COLORS.flatMap((name) => {
      const shade = (n: number) => `var(--mantine-color-${name}-${n})`;
      const parts =
        scheme === 'light' ? [shade(1), shade(8), shade(6)] : [mixColours(colourPalette[name][6], DARK_PAGE_COLOUR, 0.24), shade(2), shade(4)];
      return ['bg', 'fg', 'dot'].map((part, i) => [`--mk-${name}-${part}`, parts[i] ?? '']);
    }),
  );

/** The variables with the same value in both schemes. The module that defines the delay of tooltips sets --mk-tip-delay (see Tooltip). */
export const SHARED_CSS_VARIABLES: Variables = {
  '--mk-mpesa': '#157a2c',
  '--mk-mpesa-hover': '#0f6423',
  '--mk-pindo-mango': PINDO.mango,
  '--mk-pindo-murram': PINDO.murram,
  '--mk-num': "'tnum' 1, 'lnum' 1",
  '--mk-on-deep': '#e9efe9',
  '--mk-on-deep-2': '#d5e0d8',
  '--mk-on-deep-3': '#c3d1c8',
  '--mk-alarm': colourPalette.red[7],
  /* The sky behind the picture of the sign-in street, where it is always evening. */
  '--mk-dusk': 'linear-gradient(180deg,#333c69 0%,#6d5f86 48%,#f0a57c 88%)',
  '--mk-fade': '140ms',
};

export const LIGHT_CSS_VARIABLES: Variables = {
  '--mk-page': '#ffffff',
  '--mk-canvas': '#f7f8f5',
  '--mk-surface': '#ffffff',
  '--mk-sunken': '#f1f3ef',
  '--mk-line': '#e4e6e1',
  '--mk-line-strong': '#cfd2cb',
  '--mk-field': 'var(--mantine-color-gray-4)',
  '--mk-ink': BLACK,
  '--mk-ink-2': '#4e514a',
  '--mk-ink-3': '#646860',
  '--mk-tint': 'var(--mantine-primary-color-0)',
  '--mk-tint-2': 'var(--mantine-primary-color-1)',
  '--mk-on-tint': 'var(--mantine-primary-color-8)',
  '--mk-strong': 'var(--mantine-primary-color-7)',
  '--mk-deep': 'var(--mantine-primary-color-9)',
  '--mk-sky-1': '#e3eff0',
  '--mk-hero-sky': 'linear-gradient(180deg,#cfe6ee 0%,#eef3ea 72%)',
  '--mk-hero-sun': '#fff6d8',
  '--mk-hero-halo': 'rgba(255,246,216,.5)',
  '--mk-chart-1': 'var(--mantine-primary-color-7)',
  '--mk-chart-2': '#d9a441',
  '--mk-chart-3': '#c8532a',
  '--mk-chart-4': '#009ac7',
  '--mk-chart-5': '#9178de',
  '--mk-chart-6': '#91938d',
  ...tones('light'),
  '--mantine-color-dimmed': 'var(--mk-ink-3)',
  '--mantine-color-body': 'var(--mk-page)',
  '--mantine-color-default-border': '#d9dcd5',
  '--mantine-color-anchor': 'var(--mk-strong)',
  '--mantine-color-error': '#b3202a',
  '--mantine-color-success': 'var(--mantine-color-green-7)',
  '--mantine-color-placeholder': '#72766e',
};

export const DARK_CSS_VARIABLES: Variables = {
  '--mk-page': DARK_PAGE_COLOUR,
  '--mk-canvas': '#0f1411',
  '--mk-surface': '#1a201d',
  '--mk-sunken': '#141a17',
  '--mk-line': '#2b322e',
  '--mk-line-strong': '#3d4641',
  '--mk-field': 'var(--mantine-color-dark-4)',
  '--mk-ink': '#e9edea',
  '--mk-ink-2': '#bcc3bf',
  '--mk-ink-3': '#9ca39f',
  '--mk-tint': 'color-mix(in srgb, var(--mantine-primary-color-6) 16%, #131916)',
  '--mk-tint-2': 'color-mix(in srgb, var(--mantine-primary-color-6) 28%, #131916)',
  '--mk-on-tint': 'var(--mantine-primary-color-2)',
  '--mk-strong': 'var(--mantine-primary-color-4)',
  '--mk-deep': '#0b100d',
  '--mk-sky-1': '#16211d',
  '--mk-hero-sky': 'linear-gradient(180deg,#1d2440 0%,#3a3550 72%,#6b4c58 100%)',
  '--mk-hero-sun': '#d9cfa9',
  '--mk-hero-halo': 'rgba(217,207,169,.08)',
  '--mk-chart-1': 'var(--mantine-primary-color-4)',
  '--mk-chart-2': '#e7be71',
  '--mk-chart-3': '#ea8e6a',
  '--mk-chart-4': '#57b6de',
  '--mk-chart-5': '#ad99f2',
  '--mk-chart-6': '#9ca39f',
  ...tones('dark'),
  '--mantine-color-dimmed': 'var(--mk-ink-3)',
  '--mantine-color-body': 'var(--mk-page)',
  '--mantine-color-text': 'var(--mk-ink)',
  '--mantine-color-default': 'var(--mk-surface)',
  '--mantine-color-default-hover': '#222a26',
  '--mantine-color-default-border': '#343c38',
  '--mantine-color-disabled': '#29302c',
  '--mantine-color-disabled-color': '#868e89',
  '--mantine-color-anchor': 'var(--mk-strong)',
  '--mantine-color-error': '#ff8a84',
  '--mantine-color-success': 'var(--mantine-color-green-4)',
  '--mantine-color-placeholder': '#868e89',
};
