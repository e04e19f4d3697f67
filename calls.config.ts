import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The browser gets only the parts of a call that it needs to send the call: address, permissions and names of query parameters. The schemas and Zod
 * would be half of the script of a dashboard page. A form loads the schemas of its module when it is shown (`web/forms/validate.ts`). The build runs
 * the contract, so no call is declared twice.
 */
const WHOLE = '?whole';
const files = globSync('contract/*/*.ts', { cwd: import.meta.dirname })
  .map((name) => join(import.meta.dirname, name))
  .filter((file) => !/\.test\.ts$/.test(file) && (file.endsWith('calls.ts') || /\bcall\(\{/.test(readFileSync(file, 'utf8'))));
const named = new RegExp(`/(${[...new Set(files.map((file) => basename(file, '.ts')))].join('|')})\\.ts(\\?whole)?$`);

type Known = Readonly<Record<string, unknown>> & { readonly query?: { readonly shape: object } };
const isCall = (value: object): value is Known => 'method' in value && 'path' in value && 'result' in value;
const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** The parts of a call that the browser does not use. */
const serverOnlyParts = ['summary', 'params', 'query', 'body', 'result', 'fails', 'document', 'whileImpersonating', 'freshFor'];

function reduceCall(call: Known, at: string): string {
  const rest = Object.entries(call).filter(([key]) => !serverOnlyParts.includes(key));
  const names = Object.keys(call.query?.shape ?? {});
  const parts = [
    ...rest.map(([key, value]) => `${key}:${JSON.stringify(value)}`),
    ...(names.length > 0 ? [`query:{shape:${JSON.stringify(Object.fromEntries(names.map((name) => [name, 0])))}}`] : []),
    ...(call.body ? ['body:{}'] : []),
    ...(call.body && !call.upload ? [`whole:()=>whole().then((all)=>all${at})`] : []),
  ];
  return `{${parts.join()}}`;
}

/** The value as source code, with every call reduced; null if a part is neither a call nor plain data. */
function toSource(value: unknown, at: string): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? null;
  if (isCall(value)) return reduceCall(value, at);
  if (!isPlain(value)) return null;
  const parts = Object.entries(value).map(([key, one]) => [key, toSource(one, `${at}[${JSON.stringify(key)}]`)] as const);
  if (parts.some(([, source]) => source === null)) return null;
  return Array.isArray(value) ? `[${parts.map(([, source]) => source)}]` : `{${parts.map(([key, source]) => `${JSON.stringify(key)}:${source}`)}}`;
}

/** Schemas and functions in a file of calls are for the server only: the build fails for a page that imports one. */
async function buildReducedModule(file: string): Promise<string> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  const sources = exported.flatMap(([name, value]) => {
    const source = toSource(value, `.${name}`);
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
      // Only pages get reduced calls: contract files that use the schema of another module's call need the whole call.
      if (!importer?.includes('/contract/')) return null;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && files.includes(found.id) ? found.id + WHOLE : found;
    },
  },
  load: { filter: { id: files }, handler: async (id) => ({ code: await buildReducedModule(id), moduleType: 'js' }) },
};

/** Parts of a module that only the server and tests use: events, topics and machines are a quarter of the size of its screens. */
const serverOnlyModuleParts = ['machines', 'events', 'topics'];
type Node = { readonly start: number; readonly end: number };
type Part = Node & { readonly key?: { readonly name?: string } };
type Stated = {
  readonly declaration?: {
    readonly declarations?: readonly { readonly init?: { readonly arguments?: readonly { readonly properties?: readonly Part[] }[] } }[];
  };
};

/** The dashboard frame needs only the screens of each module and the labels of its groups and records. The rest is removed. */
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
      const gone = parts.filter(({ key }) => serverOnlyModuleParts.includes(key?.name ?? '')).toReversed();
      return gone.reduce((text, { start, end }) => `${text.slice(0, start)}${text.slice(end).replace(/^\s*,/, '')}`, code);
    },
  },
};
