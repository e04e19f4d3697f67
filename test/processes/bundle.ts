import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = dirname(dirname(import.meta.dirname));
const parent = join(root, 'node_modules/.cache/bundles');
const made = new Map<string, Promise<string>>();

/** Files that a module opens next to itself are still found, because each module keeps the address of its source. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: {
    filter: { code: /import\.meta\.(dirname|url)|__dirname/ },
    handler: (code, id) => {
      const placed = code
        .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href));
      return /\b(const|let|var) __dirname\b/.test(code) ? placed : placed.replaceAll(/\b__dirname\b/g, () => JSON.stringify(dirname(id)));
    },
  },
};

/**
 * A program of this repository with its packages in a few files, which Node starts in a quarter of the time of two thousand. It is built once a run:
 * the workers of a run have the same parent, whose number names the folder.
 */
export function bundleProgram(entry: string): Promise<string> {
  const known = made.get(entry) ?? bundle(entry);
  made.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  const shared = join(parent, `${process.ppid}-${basename(entry, '.ts')}`);
  const program = join(shared, 'main.mjs');
  if (existsSync(program)) return program;
  mkdirSync(parent, { recursive: true });
  removeOld();
  const outDir = mkdtempSync(join(parent, `${process.ppid}-`));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [sourcePlaces],
    // A package with a compiled part stays where it is, and so does what only `npm run dev` loads.
    ssr: { noExternal: true, external: ['sharp', 'pg-native', 'vite'] },
    build: {
      ssr: entry,
      outDir,
      target: 'node24',
      // Node would read the whole of a .js file once more, to see that it is a module.
      rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  try {
    renameSync(outDir, shared);
  } catch {
    // The other worker was faster.
    rmSync(outDir, { recursive: true, force: true });
  }
  return program;
}

/** The folders of runs that have ended. */
function removeOld(): void {
  for (const name of readdirSync(parent)) if (!isRunning(Number.parseInt(name, 10))) rmSync(join(parent, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
