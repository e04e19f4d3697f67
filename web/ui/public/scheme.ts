/**
 * The colour scheme (light, dark or the device's) and the accent: stored in local storage, applied by two attributes on <html>. Mantine gets
 * `colorSchemeManager`, so a toggle on a public page and one in a dashboard are the same toggle.
 */
import { useSyncExternalStore } from 'react';
import { type AccentColour, DEFAULT_ACCENT, isAccent } from '../theme/accents.ts';
import { ACCENT_ATTRIBUTE, ACCENT_KEY, SCHEME_ATTRIBUTE, SCHEME_KEY } from './scheme-script.ts';

export { ACCENT_ATTRIBUTE, ACCENT_KEY, SCHEME_ATTRIBUTE, SCHEME_KEY, schemeScript } from './scheme-script.ts';

export type ColourScheme = 'light' | 'dark' | 'auto';
const isScheme = (value: unknown): value is ColourScheme => value === 'light' || value === 'dark' || value === 'auto';

const listeners = new Set<() => void>();
/** The choice in this tab if storage is blocked (private windows, blocked cookies). */
const held = new Map<string, string>();

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? held.get(key) ?? null;
  } catch {
    return held.get(key) ?? null;
  }
};
const write = (key: string, value: string) => {
  held.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice is kept in memory (see above) and lasts as long as the tab.
  }
};

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

export const getScheme = (): ColourScheme => {
  const kept = read(SCHEME_KEY);
  return isScheme(kept) ? kept : 'auto';
};
export const resolveScheme = (scheme: ColourScheme): 'light' | 'dark' => {
  if (scheme !== 'auto') return scheme;
  return darkQuery().matches ? 'dark' : 'light';
};
export const getAccent = (): AccentColour => {
  const kept = read(ACCENT_KEY);
  return isAccent(kept) ? kept : DEFAULT_ACCENT;
};

const apply = () => {
  const root = document.documentElement;
  root.setAttribute(SCHEME_ATTRIBUTE, resolveScheme(getScheme()));
  const accent = read(ACCENT_KEY);
  if (isAccent(accent)) root.setAttribute(ACCENT_ATTRIBUTE, accent);
};
const changed = () => {
  apply();
  for (const listener of listeners) listener();
};

/** Setting the current scheme has no effect, so that Mantine and this store can notify each other without an endless loop. */
export const setScheme = (scheme: ColourScheme) => {
  if (scheme === getScheme() && read(SCHEME_KEY) !== null) return;
  write(SCHEME_KEY, scheme);
  changed();
};
export const setAccent = (accent: AccentColour) => {
  if (accent === read(ACCENT_KEY)) return;
  write(ACCENT_KEY, accent);
  changed();
};
export const toggleScheme = () => setScheme(resolveScheme(getScheme()) === 'dark' ? 'light' : 'dark');

const onStorage = (event: StorageEvent) => {
  if (event.key === SCHEME_KEY || event.key === ACCENT_KEY || event.key === null) changed();
};

export const subscribeScheme = (listener: () => void) => {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage);
    darkQuery().addEventListener('change', changed);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', onStorage);
    darkQuery().removeEventListener('change', changed);
  };
};

export const useScheme = () => ({
  scheme: useSyncExternalStore<ColourScheme>(subscribeScheme, getScheme, () => 'auto'),
  /** The scheme that is currently displayed; 'light' while the server renders. */
  shown: useSyncExternalStore<'light' | 'dark'>(
    subscribeScheme,
    () => resolveScheme(getScheme()),
    () => 'light',
  ),
  accent: useSyncExternalStore<AccentColour>(subscribeScheme, getAccent, () => DEFAULT_ACCENT),
});

/** The shape that MantineProvider requires, written here so that its type is not imported. */
export const colorSchemeManager = (() => {
  let stop = () => {};
  return {
    get: (fallback: ColourScheme): ColourScheme => (typeof window === 'undefined' ? fallback : getScheme()),
    set: setScheme,
    subscribe: (onUpdate: (scheme: ColourScheme) => void) => {
      stop = subscribeScheme(() => onUpdate(getScheme()));
    },
    unsubscribe: () => stop(),
    clear: () => setScheme('auto'),
  };
})();
