/** Rules of the interface that a compiler cannot check. They apply to everything under web/, so this test reads other modules too. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tooltipDelayMs } from '#contract/constants.ts';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const views = globSync('web/**/*.tsx', { cwd: root }).filter((path) => !path.includes('.test.'));
const sheets = globSync('web/**/*.module.css', { cwd: root });

const mantineNames = (source: string) =>
  [...source.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].flatMap((hit) =>
    (hit[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );

/** Components without a style file of their own, with the component whose styles they use. */
const DRAWN_BY: Record<string, string[]> = {
  Select: ['Combobox', 'Input'],
  MultiSelect: ['Combobox', 'PillsInput'],
  Autocomplete: ['Combobox', 'Input'],
  TagsInput: ['Combobox', 'PillsInput'],
  TextInput: ['Input'],
  NativeSelect: ['Input'],
  Textarea: ['Input'],
};

test('styles: the CSS of every used Mantine component is imported', () => {
  const listed = new Set([...read('web/ui/dash/mantine.css').matchAll(/styles\/(\w+)\.layer/g)].map((hit) => hit[1]));
  const styled = new Set(
    globSync('node_modules/@mantine/core/styles/*.layer.css', { cwd: root }).map((path) => path.replace(/.*\/(\w+)\.layer\.css$/, '$1')),
  );
  const wanted = new Set(views.flatMap((view) => mantineNames(read(view))).flatMap((name) => DRAWN_BY[name] ?? [name]));
  expect([...wanted].filter((name) => styled.has(name) && !listed.has(name))).toEqual([]);
});

test('styles: no component writes a <style> element at run time', () => {
  const forbidden = /\b(AppShell|SimpleGrid|Grid|Flex|ColorSchemeScript|useMantineColorScheme)\b/;
  const responsive = /=\{\{\s*(base|xs|sm|md|lg|xl)\s*:/;
  // The inline styles of a public page. The server writes them, and the content security policy allows them by their hash.
  const named = 'web/layout/page-styles.tsx';
  const guilty = views.filter((view) => {
    if (view === named) return false;
    const source = read(view).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return mantineNames(source).some((name) => forbidden.test(name)) || responsive.test(source) || /<style[\s>]|lockScroll(?!=\{false)/.test(source);
  });
  expect(guilty).toEqual([]);
});

test('tabs: a link does not have the role of a tab', () => {
  const guilty = views.filter(
    (view) => /<Tabs\.Tab\b[^>]*\b(component|renderRoot|to|href)=/.test(read(view)) || /<(A|a|Link)\b[^>]*role="tab"/.test(read(view)),
  );
  expect(guilty).toEqual([]);
});

test('tooltips: appear after the specified delay', () => {
  expect(read('web/ui/public/tooltip.module.css').match(/--mk-tip-delay, (\d+)ms/g)).toEqual(Array(2).fill(`--mk-tip-delay, ${tooltipDelayMs}ms`));
  expect(read('web/ui/theme/theme.ts')).toContain('openDelay: tooltipDelayMs');
  expect(read('web/ui/tips.ts')).toContain('setTimeout(() => show(control), tooltipDelayMs)');
});

test('public components: import no Mantine script', () => {
  const free = ['web/ui/public/*.ts*', 'web/ui/toast/*.ts*', 'web/ui/shell/{public-frame,auth-frame,tab-bar}.tsx', 'web/ui/*.ts*'];
  const files = free.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !path.includes('.test.'));
  expect(files.filter((path) => /from '@mantine|from '\.\.?\/(dash|theme\/theme)/.test(read(path)))).toEqual([]);
});

test('styles: style sheets use colour tokens, never colour values', () => {
  const guilty = sheets.filter((sheet) =>
    /#[0-9a-f]{3,8}\b|rgba?\(/i.test(
      read(sheet)
        .replace(/url\("[^"]*"\)/g, '')
        .replace(/\/\*[\s\S]*?\*\//g, ''),
    ),
  );
  expect(guilty).toEqual([]);
});

test('styles: every CSS variable in use is defined', () => {
  const known = new Set([...read('web/ui/theme/theme.gen.css').matchAll(/(--[\w-]+):/g)].map((hit) => hit[1]));
  const missing = sheets.flatMap((sheet) => {
    const css = read(sheet);
    return [...css.matchAll(/var\((--(?:mk|mantine)-[\w-]+)(,?)/g)]
      .filter((hit) => hit[2] === '' && !known.has(hit[1]))
      .map((hit) => `${sheet} ${hit[1]}`);
  });
  expect(missing).toEqual([]);
});
