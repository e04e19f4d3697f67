/**
 * The production build of the pages. It runs again when its sources have changed. The marker file is written last, so an interrupted build is
 * repeated.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { alone, hashOf, node24, readText, root, run, Stop, tool } from './lib.mjs';

const MARKER = join(root, 'build', '.hash');
const CLIENT = join(root, 'build', 'client');

function wantedHash() {
  const configs = readdirSync(root).filter((name) => /^(vite|calls|react-router|postcss)\.config\./.test(name));
  return hashOf(['web', 'contract', 'words', 'public', ...configs.sort(), 'package-lock.json'].map((name) => join(root, name)));
}

export const isBuilt = () => readText(MARKER) === wantedHash();

export async function ensureBuild() {
  if (isBuilt()) return;
  await alone('build', async () => {
    const hash = wantedHash();
    if (readText(MARKER) === hash) return;
    const started = performance.now();
    console.log('Building the pages, because their sources have changed. This takes about half a minute.');
    rmSync(MARKER, { force: true });
    // The build creates many short-lived objects. A larger young generation saves a fifth of its time in garbage collection.
    const { ok, output, errors } = await run(node24(), ['--max-semi-space-size=128', tool('react-router'), 'build'], {
      env: { NODE_ENV: 'production' },
      quiet: true,
    });
    if (!ok) throw new Stop(`${output}${errors}\nThe build failed. Read the messages above.`);
    await compressAll();
    mkdirSync(join(CLIENT, 'builds'), { recursive: true });
    writeFileSync(join(CLIENT, 'builds', 'latest.json'), `${JSON.stringify({ id: hash.slice(0, 12), at: new Date().toISOString() })}\n`);
    writeFileSync(MARKER, hash);
    console.log(`Built the pages in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  });
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Text files are compressed once during the build, so that the server only sends them. Fonts and pictures are compressed formats already.
 * Brotli's quality 9 gives files that are 0.2 % smaller than quality 8 for seven times the work, most of which is clearing memory for each file.
 */
async function compressAll() {
  const files = readdirSync(CLIENT, { recursive: true }).map((name) => join(CLIENT, name));
  const worth = files.filter((path) => /\.(js|mjs|css|svg|json|html|txt)$/.test(path) && statSync(path).size > 1024);
  await Promise.all(
    worth.map(async (path) => {
      const content = await readFile(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      const [br, gz] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}
