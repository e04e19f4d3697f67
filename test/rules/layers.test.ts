import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { moduleOrder, kernelFolders as serverKernels } from '#server/order.ts';

/** The imports between files, read from the files themselves. */
const filesOf = (...folders: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((f) => /\.(tsx?|mjs)$/.test(f) && !/\.test\.tsx?$/.test(f) && existsSync(f));
const files = filesOf('contract', 'server', 'web');

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:#|\.)[^']+)'/g)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : normalize(join(dirname(file), from)),
  );
}
const layerOf = (file: string) => file.split('/')[0] ?? '';
const moduleOf = (file: string) => file.split('/')[1] ?? '';
/** The view files of screens, from the table of addresses. */
const screenFiles = new Set([...readFileSync('docs/generated/routes.md', 'utf8').matchAll(/\| (web\/\S+\.tsx) \|/g)].map(([, file = '']) => file));
const edges = files.flatMap((file) => importsOf(file).map((to) => ({ file, to })));

describe('import cycles', () => {
  /**
   * Commands are included, because a cycle there is only noticed when the command runs. Types count, because a reader follows their imports as well.
   */
  const all = new Map<string, Set<string>>();
  for (const file of filesOf('contract', 'server', 'web', 'bin', 'words', 'bench', 'simulator', 'test')) all.set(file, new Set(importsOf(file)));

  test('files contain no import cycle', () => expect(cycleIn(all)).toBeNull());
});

/** Names between backticks in documents and in comments of the code, so that a renamed file is renamed there too. */
describe('files named in documents', () => {
  const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((f) => f && existsSync(f));
  const passages = (file: string, text: string): string[] =>
    /^docs\/generated\/|^server\/db\/demo\//.test(file)
      ? []
      : file.endsWith('.md')
        ? (text.match(/`[^`\n]+`/g) ?? [])
        : /\.(tsx?|mjs)$/.test(file)
          ? (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [])
          : [];
  /** Patterns (`*.test.ts`, `<module>/service.ts`) name no single file, and generated files are not in git. */
  const named = /(?<![\w*<>{}/.#-])(?:[\w-]+\/)*[\w.-]*\w\.(?:tsx?|mjs|md|sql)(?![\w*<-])/g;
  const missing = (text: string): string[] =>
    (text.match(named) ?? []).filter((path) => !path.startsWith('words/gen/') && !known.some((f) => f === path || f.endsWith(`/${path}`)));

  test('every named file exists', () => {
    expect(
      known.flatMap((file) =>
        passages(file, readFileSync(file, 'utf8'))
          .flatMap(missing)
          .map((path) => `${file} → ${path}`),
      ),
    ).toEqual([]);
  });

  test('the check detects a missing file', () => {
    expect(missing('`layers.test.ts`, `server/kernel/ctx.ts`, `*.db.test.ts`, `server/kernel/gone.ts` and gone.md')).toEqual([
      'server/kernel/gone.ts',
      'gone.md',
    ]);
  });
});

describe('layers', () => {
  test.each([
    ['web', 'server'],
    ['server', 'web'],
    ['contract', 'web'],
    ['contract', 'server'],
  ])('layer %s imports nothing from layer %s', (from, to) => {
    expect(edges.filter((e) => layerOf(e.file) === from && layerOf(e.to) === to)).toEqual([]);
  });

  test('the check finds the imports from contract in web', () => {
    expect(edges.some((e) => layerOf(e.file) === 'web' && layerOf(e.to) === 'contract')).toBe(true);
  });
});

/** Modules that every module of a layer may import. There is no other exemption. */
const kernels: Readonly<Record<string, readonly string[]>> = {
  contract: ['kernel', 'time', 'money'],
  server: serverKernels,
  web: ['client', 'lists', 'forms', 'layout', 'ui'],
};
/** The modules that the server's kernel modules import: the signed-in person, file storage, notifications of failed work, and the data of a page. */
const knownToKernels = ['http → identity', 'jobs → notification', 'kernel → identity', 'kernel → media', 'pages → identity', 'pages → people'];
/** Imports between modules of contract and web against the order of the server. A number may only fall. */
const upward: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  contract: {
    'approval → access': 2,
    'audit → access': 1,
    'audit → tour': 1,
    'lead → thread': 1,
    'listing → promotion': 2,
    'media → access': 1,
    'media → search': 1,
    'notification → access': 2,
    'people → access': 5,
    'reference → access': 1,
    'taxonomy → access': 1,
    'treasury → collection': 2,
    'unit → property': 1,
  },
  web: {
    'bid → thread': 1,
    'booking → agreement': 1,
    'booking → collection': 4,
    'booking → invoice': 1,
    'booking → payment': 1,
    'invitation → identity': 2,
    'invoice → collection': 13,
    'invoice → payment': 2,
    'invoice → settlement': 1,
    'lead → thread': 1,
    'listing → portal': 2,
    'listing → property': 3,
    'matching → bank-statement': 1,
    'media → property': 2,
    'media → unit': 1,
    'payment → settlement': 1,
    'people → access': 1,
    'people → agents': 2,
    'people → identity': 2,
    'promotion → bid': 1,
    'property → inspection': 1,
    'review → abuse': 2,
    'tenancy → agreement': 1,
    'tenancy → inspection': 2,
    'tenancy → invoice': 1,
    'tenancy → paper': 1,
    'treasury → collection': 9,
    'unit → listing': 8,
    'unit → property': 5,
    'unit → tenancy': 1,
    'wallet → settlement': 10,
  },
};
const isModule = (file: string) => file.split('/').length > 2 && !kernels[layerOf(file)]?.includes(moduleOf(file));

describe.each(['contract', 'server', 'web'])('the modules of %s', (layer) => {
  const between = edges.filter(
    (e) => layerOf(e.file) === layer && layerOf(e.to) === layer && moduleOf(e.file) !== moduleOf(e.to) && isModule(e.file) && isModule(e.to),
  );

  test('have an order without cycles', () => {
    const order = new Map<string, Set<string>>();
    for (const e of between) order.set(moduleOf(e.file), (order.get(moduleOf(e.file)) ?? new Set()).add(moduleOf(e.to)));
    expect(between.length).toBeGreaterThan(0);
    expect(cycleIn(order)).toBeNull();
  });

  test('import only modules listed earlier in server/order.ts', () => {
    const order: readonly string[] = moduleOrder;
    const known = between.filter((e) => order.includes(moduleOf(e.file)) && order.includes(moduleOf(e.to)));
    expect(layer === 'server' ? between.length - known.length : 0).toBe(0);
    const up = known
      .filter((e) => order.indexOf(moduleOf(e.to)) > order.indexOf(moduleOf(e.file)))
      .map((e) => `${moduleOf(e.file)} → ${moduleOf(e.to)}`)
      .sort();
    expect(Object.fromEntries(up.map((pair) => [pair, up.filter((one) => one === pair).length]))).toEqual(upward[layer] ?? {});
  });

  /**
   * The interface of a module. Server: its service. Contract: its words and schemas, not its calls and screens. Web: its components, not its screens.
   */
  test('import from another module only its public files', () => {
    const offered = (to: string) =>
      layer === 'server' ? /\/service\.ts$/.test(to) : layer === 'contract' ? !/\/(calls|screens|public|module)\.ts$/.test(to) : !screenFiles.has(to);
    expect(between.filter((e) => !offered(e.to)).map((e) => `${e.file} → ${e.to}`)).toEqual([]);
  });
});

describe('order of the server’s modules', () => {
  const folders = new Set(files.filter((file) => layerOf(file) === 'server' && file.split('/').length > 2).map(moduleOf));

  test('lists every folder once', () => {
    expect([...serverKernels, ...moduleOrder].sort()).toEqual([...folders].sort());
  });

  test('kernel modules import only the listed modules', () => {
    const known = edges.filter(
      (e) =>
        layerOf(e.file) === 'server' &&
        !isModule(e.file) &&
        moduleOf(e.file) !== 'db' &&
        e.file.split('/').length > 2 &&
        layerOf(e.to) === 'server' &&
        isModule(e.to),
    );
    expect([...new Set(known.map((e) => `${moduleOf(e.file)} → ${moduleOf(e.to)}`))].sort()).toEqual(knownToKernels);
  });
});

test('module order: the check finds a cycle', () => {
  expect(
    cycleIn(
      new Map([
        ['a', new Set(['b'])],
        ['b', new Set(['a'])],
      ]),
    ),
  ).toEqual(['a', 'b', 'a']);
});

function cycleIn(order: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const walk = (module: string, path: string[]): string[] | null => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return null;
    for (const next of order.get(module) ?? []) {
      const found = walk(next, [...path, module]);
      if (found) return found;
    }
    done.add(module);
    return null;
  };
  for (const module of order.keys()) {
    const found = walk(module, []);
    if (found) return found;
  }
  return null;
}
