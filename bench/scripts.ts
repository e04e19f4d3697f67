import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { screenAddresses } from '#contract/screens.ts';

/**
 * `node bench/scripts.ts` (after `npm run build`): the gzipped JavaScript of every page of the tenant's dashboards, as the build says it is loaded,
 * next to the goal of 180 KB. `--layout owner` measures another layout; scripts that load later (drawers, charts) do not count.
 */
const { values: asked } = parseArgs({
  options: { layout: { type: 'string', multiple: true, default: ['tenant', 'tenancy'] }, goal: { type: 'string', default: '180' } },
});
type Part = { readonly module: string; readonly imports: readonly string[]; readonly parentId?: string };
const client = 'build/client';
const file = readdirSync(join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name));
if (!file) throw new Error('there is no build: npm run build');
const manifest = readFileSync(join(client, 'assets', file), 'utf8');
const { entry, routes } = JSON.parse(manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1)) as {
  entry: Part;
  routes: Record<string, Part>;
};
const sizes = new Map<string, number>();
const sizeOf = (name: string): number => {
  const known = sizes.get(name) ?? gzipSync(readFileSync(join(client, name)), { level: 9 }).length;
  sizes.set(name, known);
  return known;
};
function bytes(id: string): number {
  const files = new Set([entry.module, ...entry.imports]);
  for (let at: string | undefined = id; at; at = routes[at]?.parentId)
    for (const one of [routes[at]?.module, ...(routes[at]?.imports ?? [])]) if (one) files.add(one);
  return [...files].reduce((sum, one) => sum + sizeOf(one), 0);
}
const pages = screenAddresses
  .filter((one) => asked.layout.includes(one.layout) && routes[one.id])
  .map((one) => ({ path: one.path, kb: bytes(one.id) / 1024, frame: bytes(routes[one.id]?.parentId ?? '') / 1024 }))
  .sort((a, b) => b.kb - a.kb);
for (const { path, kb, frame } of pages)
  console.log(
    `${kb.toFixed(1).padStart(7)} KB, ${(kb - frame).toFixed(1).padStart(6)} of it the page's own  ${path}${kb > Number(asked.goal) ? '  OVER' : ''}`,
  );
console.log(`${pages.length} pages, the largest ${pages[0]?.kb.toFixed(1)} KB, goal ${asked.goal} KB`);
