// Compiles words/en/*.json and words/sw/*.json into words/gen/. Run: node words/compile.mjs (Node 24, no arguments, no network).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mergeTexts, readCatalogue, wordsDirectory } from './catalogue.ts';
import { buildDeclarationFile } from './declare.ts';
import { frame, modules } from './emit.mjs';

const gen = join(wordsDirectory, 'gen');

/** Writes only changed files and removes files that are no longer generated, so that a watching dev server reloads only for real changes. */
function write(output) {
  mkdirSync(gen, { recursive: true });
  for (const entry of readdirSync(gen, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && output[path.slice(gen.length + 1)] === undefined) rmSync(path);
  }
  for (const [name, content] of Object.entries(output)) {
    const path = join(gen, name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
  }
}

const { catalogue, troubles } = readCatalogue();
if (troubles.length > 0) {
  process.stderr.write(`The words do not compile:\n${troubles.map((trouble) => `  ${trouble}\n`).join('')}`);
  process.exitCode = 1;
} else {
  const texts = { en: mergeTexts(catalogue, 'en'), sw: mergeTexts(catalogue, 'sw') };
  write({ ...frame, 'all.d.ts': buildDeclarationFile(texts.en), ...(await modules(texts)) });
  process.stdout.write(`words: ${Object.keys(texts.en).length} messages in ${catalogue.length} modules\n`);
}
