import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const moduleOf = async (file: string) => (await import(pathToFileURL(file).href)) as Record<string, object>;

/** The key of each message, read once per build, because there are hundreds of maps and ten thousand messages. */
let keysOfMessages: Promise<ReadonlyMap<unknown, string>> | undefined;
async function readKeys(): Promise<ReadonlyMap<unknown, string>> {
  const { m = {} } = await moduleOf(join(import.meta.dirname, 'words/gen/messages.js'));
  return new Map(Object.entries(m).map(([key, message]) => [message, key]));
}

/** A map of labels as an object literal of its messages. */
async function literal(file: string, name: string): Promise<string> {
  keysOfMessages ??= readKeys();
  const keys = await keysOfMessages;
  const labelMap = (await moduleOf(file))[name] ?? {};
  if (typeof labelMap === 'function') throw new Error(`${file}: ${name} is a function. A file of labels holds maps of messages only.`);
  const entries = Object.entries(labelMap).map(([value, message]) => {
    const key = keys.get(message);
    if (!key) throw new Error(`${file}: ${value} of ${name} is no message. A file of labels holds maps of messages only.`);
    return `${JSON.stringify(value)}:m.${key}`;
  });
  return `import { m } from '#words/messages.js';export const ${name}={${entries.join()}};`;
}

/**
 * `labels()` computes the names of messages, with which a page would have to carry all of them. Pages therefore get each map written out, and as
 * a module of its own: a page that shows one enumeration of a module does not carry the others.
 */
export async function labelModule(id: string): Promise<string> {
  const [file = '', name] = id.split('?');
  if (file.endsWith('/kernel/labels.ts')) throw new Error('labels() is for contract/<module>/labels.ts only: a page would carry every message.');
  if (name) return literal(file, name);
  return Object.keys(await moduleOf(file))
    .map((map) => `export { ${map} } from ${JSON.stringify(`${file}?${map}`)};`)
    .join('\n');
}

const map = /\/contract\/[a-z-]+\/labels\.ts\?\w+$/;
export const labelsOfPages: Plugin = {
  name: 'labels-of-pages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: { filter: { id: map }, handler: (id) => id },
  load: { filter: { id: /\/contract\/[a-z-]+\/labels\.ts(\?\w+)?$/ }, handler: async (id) => ({ code: await labelModule(id), moduleType: 'js' }) },
};
