import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { colorSchemeManager, getAccent, getScheme, schemeScript, setAccent, setScheme, subscribeScheme, toggleScheme } from './scheme.ts';

const store = new Map<string, string>();
const attributes = new Map<string, string>();
let dark = false;

beforeEach(() => {
  store.clear();
  attributes.clear();
  dark = false;
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', { getItem: (k: string) => store.get(k) ?? null, setItem: (k: string, v: string) => store.set(k, v) });
  vi.stubGlobal('matchMedia', () => ({ matches: dark, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('document', { documentElement: { setAttribute: (k: string, v: string) => attributes.set(k, v) } });
});
afterEach(() => vi.unstubAllGlobals());

test('colour scheme: the inline script sets the same scheme and accent as the store', () => {
  store.set('makao-color-scheme', 'dark');
  store.set('makao-accent', 'rose');
  new Function(schemeScript)();
  expect(attributes.get('data-mantine-color-scheme')).toBe('dark');
  expect(attributes.get('data-accent')).toBe('rose');
  expect([getScheme(), getAccent()]).toEqual(['dark', 'rose']);
});

test('colour scheme: follows the device if the person has not chosen a colour scheme', () => {
  dark = true;
  new Function(schemeScript)();
  expect(attributes.get('data-mantine-color-scheme')).toBe('dark');
  expect(attributes.has('data-accent')).toBe(false);
});

test('colour scheme: the inline script uses the light scheme if storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('closed');
    },
  });
  new Function(schemeScript)();
  expect(attributes.get('data-mantine-color-scheme')).toBe('light');
});

test('colour scheme: a change is passed to Mantine only once and does not cause an endless loop', () => {
  const heard: string[] = [];
  colorSchemeManager.subscribe((scheme) => {
    heard.push(scheme);
    colorSchemeManager.set(scheme);
  });
  setScheme('light');
  toggleScheme();
  expect(heard).toEqual(['light', 'dark']);
  expect(store.get('makao-color-scheme')).toBe('dark');
  colorSchemeManager.unsubscribe();
});

test('accent colour: a change is applied, and listeners are notified once', () => {
  let told = 0;
  const stop = subscribeScheme(() => told++);
  setAccent('sky');
  setAccent('sky');
  expect(told).toBe(1);
  expect(attributes.get('data-accent')).toBe('sky');
  stop();
});
