/**
 * The Mantine theme of the dashboards: type sizes, radii, shadows and component defaults. Public pages do not load this file.
 *
 * Three defaults exist only because no <style> element may be made at run time: overlays do not lock the scroll themselves
 * (dash/mantine-tweaks.css does), no default is a responsive object, and variables come from theme.gen.css.
 */
import {
  type ActionIcon,
  type Anchor,
  type Badge,
  type Button,
  type Card,
  type Checkbox,
  type Container,
  type CSSVariablesResolver,
  createTheme,
  type Divider,
  type Drawer,
  type Input,
  type InputWrapper,
  type Loader,
  type MantineColorsTuple,
  type Menu,
  type Modal,
  type NumberInput,
  type Pagination,
  type Paper,
  type PasswordInput,
  type Popover,
  type SegmentedControl,
  type Select,
  type Skeleton,
  type Table,
  type Tabs,
  type Textarea,
  type TextInput,
  type Tooltip,
} from '@mantine/core';
import { tooltipDelayMs } from '#contract/constants.ts';
import type { AccentColour } from './accents.ts';
import { BLACK, BREAKPOINTS, colourPalette, FONT_BODY, FONT_DISPLAY, FONT_MONO, PRIMARY_SHADE, WHITE } from './tokens.ts';
import { DARK_CSS_VARIABLES, LIGHT_CSS_VARIABLES, SHARED_CSS_VARIABLES } from './variables.ts';

export { ACCENTS, type AccentColour, isAccent } from './accents.ts';
export { CHART_SERIES, colourPalette, FONT_BODY, FONT_DISPLAY, FONT_MONO, PINDO } from './tokens.ts';

const shades = (of: (n: number) => string): MantineColorsTuple => [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9)];

/**
 * The colour of the accent in data-accent. Mantine writes the colour's name into the markup, so the server would otherwise have to know the reader's
 * accent to render a button.
 */
const FOLLOWS_PAGE = 'primary';

const veil = { backgroundOpacity: 0.45, color: colourPalette.dark[8] };
const overlay = { lockScroll: false, overlayProps: veil, transitionProps: { duration: 140 } };
/* Mantine treats Drawer.Root and similar parts as components of their own, which do not use the defaults of Drawer. */
const parts = { defaultProps: { lockScroll: false, transitionProps: { duration: 140 } } };

/** The parameter of a component's `extend`. The components themselves are not imported, because this file loads with every page of the dashboards. */
type Given<C extends { readonly extend: (given: never) => unknown }> = Parameters<C['extend']>[0];

const components = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', radius: 'md', size: 36 } } satisfies Given<typeof ActionIcon>,
  Anchor: { defaultProps: { underline: 'hover', fw: 550 } } satisfies Given<typeof Anchor>,
  Badge: { defaultProps: { variant: 'light', radius: 'sm', size: 'md', tt: 'none', fw: 600 } } satisfies Given<typeof Badge>,
  Button: { defaultProps: { radius: 'md', size: 'sm', fw: 600 } } satisfies Given<typeof Button>,
  Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'md' } } satisfies Given<typeof Card>,
  Checkbox: { defaultProps: { radius: 'xs' } } satisfies Given<typeof Checkbox>,
  Container: { defaultProps: { size: 1240 } } satisfies Given<typeof Container>,
  Divider: { defaultProps: { color: 'var(--mk-line)' } } satisfies Given<typeof Divider>,
  Drawer: { defaultProps: { position: 'right', size: 420, padding: 'lg', ...overlay } } satisfies Given<typeof Drawer>,
  DrawerOverlay: { defaultProps: veil },
  DrawerRoot: parts,
  Input: { defaultProps: { radius: 'md', size: 'md' } } satisfies Given<typeof Input>,
  InputWrapper: {
    styles: {
      label: { fontSize: '0.875rem', fontWeight: 600, marginBottom: 4 },
      description: { fontSize: '0.8125rem' },
      error: { fontSize: '0.8125rem' },
    },
  } satisfies Given<typeof InputWrapper>,
  Loader: { defaultProps: { type: 'oval', size: 22 } } satisfies Given<typeof Loader>,
  Menu: { defaultProps: { shadow: 'md', radius: 'md', width: 220, position: 'bottom-end', withinPortal: true } } satisfies Given<typeof Menu>,
  Modal: { defaultProps: { centered: true, radius: 'lg', padding: 'lg', size: 460, ...overlay } } satisfies Given<typeof Modal>,
  // The heading of a dialog is not a banner of the page for screen readers.
  ModalHeader: { defaultProps: { role: 'presentation' } },
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  ModalOverlay: { defaultProps: veil },
  ModalRoot: parts,
  NumberInput: { defaultProps: { size: 'md', thousandSeparator: ',', hideControls: true, allowNegative: false } } satisfies Given<typeof NumberInput>,
  Pagination: { defaultProps: { size: 'sm', radius: 'md', siblings: 1, boundaries: 1 } } satisfies Given<typeof Pagination>,
  Paper: { defaultProps: { radius: 'lg' } } satisfies Given<typeof Paper>,
  PasswordInput: { defaultProps: { size: 'md' } } satisfies Given<typeof PasswordInput>,
  Popover: { defaultProps: { shadow: 'md', radius: 'md' } } satisfies Given<typeof Popover>,
  SegmentedControl: { defaultProps: { radius: 'md', size: 'sm' } } satisfies Given<typeof SegmentedControl>,
  Select: {
    defaultProps: { size: 'md', checkIconPosition: 'right', allowDeselect: false, comboboxProps: { shadow: 'md', radius: 'md' } },
  } satisfies Given<typeof Select>,
  Skeleton: { defaultProps: { radius: 'sm' } } satisfies Given<typeof Skeleton>,
  Spotlight: parts,
  SpotlightRoot: parts,
  Table: { defaultProps: { verticalSpacing: 10, horizontalSpacing: 'md', highlightOnHover: true } } satisfies Given<typeof Table>,
  Tabs: { defaultProps: { keepMounted: false } } satisfies Given<typeof Tabs>,
  Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } } satisfies Given<typeof Textarea>,
  TextInput: { defaultProps: { size: 'md' } } satisfies Given<typeof TextInput>,
  Tooltip: {
    defaultProps: {
      openDelay: tooltipDelayMs,
      withArrow: true,
      arrowSize: 6,
      radius: 'sm',
      fz: 'xs',
      events: { hover: true, focus: true, touch: true },
    },
  } satisfies Given<typeof Tooltip>,
};

/** Without an accent the theme follows html[data-accent]; with one it is fixed (the generator, previews). */
export const makeTheme = (accent?: AccentColour) =>
  createTheme({
    primaryColor: accent ?? FOLLOWS_PAGE,
    primaryShade: PRIMARY_SHADE,
    autoContrast: false,
    colors: {
      ...Object.fromEntries(Object.entries(colourPalette).map(([name, scale]) => [name, shades((n) => scale[n] ?? '')])),
      [FOLLOWS_PAGE]: shades((n) => `var(--mantine-primary-color-${n})`),
    },
    white: WHITE,
    black: BLACK,
    fontFamily: FONT_BODY,
    fontFamilyMonospace: FONT_MONO,
    fontSmoothing: true,
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    defaultRadius: 'md',
    /* 12 captions and table details, 13 dense tables and labels, 15 body, 17 lead, 20 card figures. */
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.35' },
    headings: {
      fontFamily: FONT_DISPLAY,
      fontWeight: '650',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: 'clamp(1.625rem, 1.35rem + 1.2vw, 2.25rem)', lineHeight: '1.12' },
        h2: { fontSize: 'clamp(1.3125rem, 1.2rem + 0.55vw, 1.625rem)', lineHeight: '1.2' },
        h3: { fontSize: '1.1875rem', lineHeight: '1.28' },
        h4: { fontSize: '1rem', lineHeight: '1.35' },
        h5: { fontSize: '0.875rem', lineHeight: '1.4' },
        h6: { fontSize: '0.75rem', lineHeight: '1.4' },
      },
    },
    spacing: { '2xs': '0.25rem', xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem', '2xl': '3rem', '3xl': '4.5rem' },
    radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
    shadows: {
      xs: '0 1px 2px rgba(23,32,28,.06)',
      sm: '0 1px 2px rgba(23,32,28,.05), 0 2px 6px rgba(23,32,28,.05)',
      md: '0 2px 4px rgba(23,32,28,.04), 0 8px 20px rgba(23,32,28,.08)',
      lg: '0 4px 8px rgba(23,32,28,.05), 0 18px 40px rgba(23,32,28,.12)',
      xl: '0 8px 16px rgba(23,32,28,.06), 0 32px 64px rgba(23,32,28,.18)',
    },
    breakpoints: BREAKPOINTS,
    other: { display: FONT_DISPLAY },
    components,
  });

export const theme = makeTheme();

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: SHARED_CSS_VARIABLES,
  light: LIGHT_CSS_VARIABLES,
  dark: DARK_CSS_VARIABLES,
});
