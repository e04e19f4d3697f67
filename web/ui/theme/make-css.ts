/**
 * Writes theme.gen.css: every variable MantineProvider would inject, those of this theme, and one block per accent. With the file linked, no
 * page needs an inline <style> element, so the content-security policy can forbid them. Run: node web/ui/theme/make-css.ts
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { ACCENTS, DEFAULT_ACCENT } from './accents.ts';
import { cssVariablesResolver, makeTheme } from './theme.ts';
import { BREAKPOINTS, colourPalette, TONE_COLORS } from './tokens.ts';

type Variables = Record<string, string>;

const FILE = fileURLToPath(new URL('./theme.gen.css', import.meta.url));
const PRIMARY_PARTS = ['filled', 'filled-hover', 'light', 'light-hover', 'light-color'];

const theme = mergeMantineTheme(DEFAULT_THEME, makeTheme(DEFAULT_ACCENT));
const known = new Set([...Object.keys(colourPalette), 'white', 'black']);
const mantineHues = new Set(Object.keys(DEFAULT_THEME.colors));

/** Mantine's own hues (teal, grape …) that are not in our palette are left out, because they would double the file and invite use. */
const ours = ([name]: [string, string]) => {
  const hue = /^--mantine-color-([a-z]+)-/.exec(name)?.[1];
  return hue === undefined || !mantineHues.has(hue) || known.has(hue);
};

/** `primary` is an alias of the page's accent, so its derived parts are the accent's parts in both schemes. */
const primaryAlias = (): Variables =>
  Object.fromEntries([
    ...colourPalette.accent.map((_, n) => [`--mantine-color-primary-${n}`, `var(--mantine-primary-color-${n})`]),
    ...PRIMARY_PARTS.map((part) => [`--mantine-color-primary-${part}`, `var(--mantine-primary-color-${part})`]),
    ['--mantine-color-primary-text', 'var(--mk-strong)'],
    ['--mantine-color-primary-outline', 'var(--mk-strong)'],
    ['--mantine-color-primary-outline-hover', 'var(--mk-tint)'],
  ]);

/**
 * Mantine computes two more shades per colour and scheme. Its soft variants use our nearly equal shades instead, so that badges match and sixty
 * values leave the file.
 */
const houseShades = (scheme: 'light' | 'dark'): Variables =>
  Object.fromEntries([
    ...Object.keys(colourPalette).map((name) => [
      `--mantine-color-${name}-outline-hover`,
      `var(--mantine-color-${name}-${scheme === 'light' ? '0' : 'light'})`,
    ]),
    ...(scheme === 'light' ? [] : TONE_COLORS.map((name) => [`--mantine-color-${name}-light`, `var(--mk-${name}-bg)`])),
  ]);

const isAlias = (name: string) => name.startsWith('--mantine-color-primary-');

const merged = () => {
  const base = defaultCssVariablesResolver(theme);
  const own = cssVariablesResolver(theme);
  const clean = (variables: Variables) => Object.fromEntries(Object.entries(variables).filter((entry) => ours(entry) && !isAlias(entry[0])));
  return {
    shared: { ...clean({ ...base.variables, ...own.variables }), ...primaryAlias() },
    light: clean({ ...base.light, ...own.light, ...houseShades('light') }),
    dark: clean({ ...base.dark, ...own.dark, ...houseShades('dark') }),
  };
};

const tighten = (value: string) =>
  value
    .replace(/,\s+/g, ',')
    .replace(/#([\da-f])\1([\da-f])\2([\da-f])\3\b/g, '#$1$2$3')
    .replace(/calc\(([\d.]+rem) \* var\(--mantine-scale\)\)/g, '$1');
const block = (selector: string, variables: Variables) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${tighten(value)}`)
    .join(';')}}\n`;

const accentBlock = (accent: string) =>
  block(`:root[data-accent='${accent}']`, {
    ...Object.fromEntries(colourPalette.accent.map((_, n) => [`--mantine-primary-color-${n}`, `var(--mantine-color-${accent}-${n})`])),
    ...Object.fromEntries(PRIMARY_PARTS.map((part) => [`--mantine-primary-color-${part}`, `var(--mantine-color-${accent}-${part})`])),
  });

/** The rules that withGlobalClasses would inject, so that hiddenFrom and visibleFrom work. */
const visibility = () =>
  Object.entries(BREAKPOINTS)
    .map(([name, width]) => {
      const below = `${Number.parseFloat(width) - 0.00625}em`;
      return (
        `@media (max-width:${below}){.mantine-visible-from-${name}{display:none!important}}` +
        `@media (min-width:${width}){.mantine-hidden-from-${name}{display:none!important}}\n`
      );
    })
    .join('');

export const makeCss = () => {
  const { shared, light, dark } = merged();
  return [
    '/* Made by make-css.ts from tokens.ts, variables.ts and theme.ts. Do not edit. */\n',
    block(':root', shared),
    block(':root', light),
    block(':root[data-mantine-color-scheme=dark]', dark),
    ...ACCENTS.filter((accent) => accent !== DEFAULT_ACCENT).map(accentBlock),
    visibility(),
  ].join('');
};

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, makeCss());
