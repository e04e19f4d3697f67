import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { screenAddresses } from '#contract/screens.ts';

/** The scripts that each page loads before it responds, by the manifest of the build; no browser is needed to add up their sizes. */
type Part = { readonly module: string; readonly imports: readonly string[]; readonly parentId?: string };
const client = 'build/client';
const assets = readdirSync(join(client, 'assets'));
const manifest = readFileSync(join(client, 'assets', assets.find((name) => /^manifest-.*\.js$/.test(name)) ?? ''), 'utf8');
const { entry, routes } = JSON.parse(manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1)) as {
  entry: Part;
  routes: Record<string, Part>;
};

function scriptsOf(id: string): Set<string> {
  const files = new Set([entry.module, ...entry.imports]);
  for (let at: string | undefined = id; at; at = routes[at]?.parentId)
    for (const file of [routes[at]?.module, ...(routes[at]?.imports ?? [])]) if (file) files.add(file);
  return files;
}
const text = (file: string) => readFileSync(join(client, file), 'utf8');
const bytes = (id: string) => [...scriptsOf(id)].reduce((sum, file) => sum + gzipSync(text(file), { level: 9 }).length, 0);

/** Sign-in pages and pages of mailed links contain forms that are checked by the call's own schema; all others are only read. */
const pages = screenAddresses.filter(
  (a) => a.layout === 'invoice' || (a.layout === 'default' && !a.path.startsWith('/auth/') && !a.path.startsWith('/dev/')),
);

describe('script size of a public page', () => {
  test.each(pages.map((a) => [a.path, a.id]))('%s loads at most 150 KB of script', (_, id) => expect(bytes(id) / 1024).toBeLessThanOrEqual(150));

  test.each(pages.map((a) => [a.path, a.id]))('%s contains no dashboard addresses', (_, id) => {
    const all = [...scriptsOf(id)].map(text).join('\n');
    for (const known of ['properties/create_property', 'hr/roles_and_permissions', 'policies/:id', 'properties/leads'])
      expect(all.includes(known), known).toBe(false);
  });

  test('the check finds dashboard addresses in the script of a dashboard', () => {
    expect([...scriptsOf('owner.home.dashboard')].map(text).join('\n')).toContain('hr/roles_and_permissions');
  });
});

/**
 * The goal is 180 KB; these limits hold the current sizes (`node bench/scripts.ts` prints each). Two pages contain a table with filters, and pickers.
 */
const dashboards = screenAddresses.filter((a) => (a.layout === 'tenant' || a.layout === 'tenancy') && routes[a.id]);
const larger: Readonly<Record<string, number>> = { 'tenant.bid.sales': 296, 'tenant.people.accounts': 290 };

describe('script size of a tenant page', () => {
  test.each(dashboards.map((a) => [a.path, a.id]))('%s loads no more script than its recorded limit', (_, id) =>
    expect(bytes(id) / 1024).toBeLessThanOrEqual(larger[id] ?? 266),
  );

  test.each(dashboards.map((a) => [a.path, a.id]))('%s loads no validation schemas of API calls', (_, id) => {
    expect([...scriptsOf(id)].map(text).join('\n').includes('ZodObject')).toBe(false);
  });

  test('the check finds validation schemas in the script of another page', () => {
    expect(assets.some((name) => name.endsWith('.js') && text(`assets/${name}`).includes('ZodObject'))).toBe(true);
  });
});

test('styles: every file declares the order of the CSS layers, because pages load the files in any order', () => {
  const files = assets.filter((name) => name.endsWith('.css')).map((name) => text(`assets/${name}`));
  const layered = files.filter((file) => file.includes('@layer mantine'));
  expect(layered.length).toBeGreaterThan(1);
  for (const file of layered) expect(file.indexOf('@layer base'), file.slice(0, 80)).toBeLessThan(file.indexOf('@layer mantine'));
  for (const file of layered) expect(file).toContain('@layer base');
});
