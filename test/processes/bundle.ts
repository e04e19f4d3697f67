import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = dirname(dirname(import.meta.dirname));
const made = new Map<string, Promise<string>>();

/** Files that a module opens next to itself are still found, because each module keeps the address of its source. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.(dirname|url)/ },
    handler: (code, id) =>
      code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/** A program of ours as one file, which Node starts in half the time of a thousand TypeScript files. It is built once per test process. */
export function bundleProgram(entry: string): Promise<string> {
  const known = made.get(entry) ?? bundle(entry);
  made.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  // Packages are loaded from node_modules, which is searched upwards from here.
  const parent = join(root, 'node_modules/.cache/bundles');
  mkdirSync(parent, { recursive: true });
  const outDir = mkdtempSync(join(parent, 'b'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    ...{ root, configFile: false, logLevel: 'error', plugins: [sourcePlaces] },
    build: { ssr: entry, outDir, target: 'node24', rolldownOptions: { output: { entryFileNames: 'main.js' } } },
  });
  return join(outDir, 'main.js');
}
