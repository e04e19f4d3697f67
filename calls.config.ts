import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Browsers are sent of a call what sending it takes: address, needs, names of what travels in the query. The schemas, and Zod with them,
 * are half of what a page of the dashboards would weigh; a form fetches those of its module when it is shown (`web/forms/validate.ts`).
 * The contract is run here, so nothing has to be written twice.
 */
const WHOLE = '?whole';
const files = globSync('contract/*/*.ts', { cwd: import.meta.dirname })
  .map((name) => join(import.meta.dirname, name))
  .filter((file) => !/\.test\.ts$/.test(file) && (file.endsWith('calls.ts') || /\bcall\(\{/.test(readFileSync(file, 'utf8'))));
const named = new RegExp(`/(${[...new Set(files.map((file) => basename(file, '.ts')))].join('|')})\\.ts(\\?whole)?$`);

type Known = Readonly<Record<string, unknown>> & { readonly query?: { readonly shape: object } };
const isCall = (value: object): value is Known => 'method' in value && 'path' in value && 'result' in value;
const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** What nobody in a browser asks a call for. */
const left = ['summary', 'params', 'query', 'body', 'result', 'fails', 'document', 'whileImpersonating', 'freshFor'];

function light(call: Known, at: string): string {
  const rest = Object.entries(call).filter(([key]) => !left.includes(key));
  const names = Object.keys(call.query?.shape ?? {});
  const parts = [
    ...rest.map(([key, value]) => `${key}:${JSON.stringify(value)}`),
    ...(names.length > 0 ? [`query:{shape:${JSON.stringify(Object.fromEntries(names.map((name) => [name, 0])))}}`] : []),
    ...(call.body ? ['body:{}'] : []),
    ...(call.body && !call.upload ? [`whole:()=>whole().then((all)=>all${at})`] : []),
  ];
  return `{${parts.join()}}`;
}

/** The value as source, with every call in it made light; null where something in it is neither a call nor data. */
function written(value: unknown, at: string): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? null;
  if (isCall(value)) return light(value, at);
  if (!isPlain(value)) return null;
  const parts = Object.entries(value).map(([key, one]) => [key, written(one, `${at}[${JSON.stringify(key)}]`)] as const);
  if (parts.some(([, source]) => source === null)) return null;
  return Array.isArray(value) ? `[${parts.map(([, source]) => source)}]` : `{${parts.map(([key, source]) => `${JSON.stringify(key)}:${source}`)}}`;
}

/** A schema or function that stands in a file of calls is the server's: a page that asks for it is told so by the build. */
async function lightModule(file: string): Promise<string> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  const sources = exported.flatMap(([name, value]) => {
    const source = written(value, `.${name}`);
    return source === null ? [] : [`export const ${name}=${source};`];
  });
  return [`const whole=()=>import(${JSON.stringify(file + WHOLE)});`, ...sources].join('\n');
}

export const callsOfPages: Plugin = {
  name: 'calls-of-pages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: named },
    async handler(id, importer) {
      if (id.endsWith(WHOLE)) return id;
      // Only pages get the light ones: what in the contract builds on a schema of another module's call wants it whole.
      if (!importer?.includes('/contract/')) return null;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && files.includes(found.id) ? found.id + WHOLE : found;
    },
  },
  load: { filter: { id: files }, handler: async (id) => ({ code: await lightModule(id), moduleType: 'js' }) },
};

/** What of a module only the server and the tests ask for: events, topics and machines are a quarter of what its screens weigh. */
const servers = ['machines', 'events', 'topics'];
type Node = { readonly start: number; readonly end: number };
type Part = Node & { readonly key?: { readonly name?: string } };
type Stated = {
  readonly declaration?: {
    readonly declarations?: readonly { readonly init?: { readonly arguments?: readonly { readonly properties?: readonly Part[] }[] } }[];
  };
};

/** The frame of the dashboards knows every module by its screens, and pages by what their groups and records are called; the rest stays here. */
export const modulesOfPages: Plugin = {
  name: 'modules-of-pages',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\/[a-z-]+\/module\.ts$/ },
    handler(code) {
      const stated = this.parse(code).body as readonly Stated[];
      const parts = stated.flatMap(
        ({ declaration }) => declaration?.declarations?.flatMap(({ init }) => init?.arguments?.[0]?.properties ?? []) ?? [],
      );
      const gone = parts.filter(({ key }) => servers.includes(key?.name ?? '')).toReversed();
      return gone.reduce((text, { start, end }) => `${text.slice(0, start)}${text.slice(end).replace(/^\s*,/, '')}`, code);
    },
  },
};
