import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modules, kernels as serverKernels } from '#server/order.ts';

/** Who imports whom, read from the files themselves. */
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
const storeyOf = (file: string) => file.split('/')[0] ?? '';
const roomOf = (file: string) => file.split('/')[1] ?? '';
/** The files a screen is drawn by, from the table of addresses. */
const screenFiles = new Set([...readFileSync('docs/generated/routes.md', 'utf8').matchAll(/\| (web\/\S+\.tsx) \|/g)].map(([, file = '']) => file));
const edges = files.flatMap((file) => importsOf(file).map((to) => ({ file, to })));

describe('files', () => {
  /** Commands too: a circle there has to be run to be seen. Types count, since whoever reads follows them as well. */
  const all = new Map<string, Set<string>>();
  for (const file of filesOf('contract', 'server', 'web', 'bin', 'words', 'bench', 'simulator', 'test')) all.set(file, new Set(importsOf(file)));

  test('import each other in no circle', () => expect(cycleIn(all)).toBeNull());
});

/** Docs between backticks, comments of the code: a file that was renamed is renamed there too. */
describe('files that are named', () => {
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
  /** Patterns (`*.test.ts`, `<room>/service.ts`) name no one file, and what is generated is in no list of git. */
  const named = /(?<![\w*<>{}/.#-])(?:[\w-]+\/)*[\w.-]*\w\.(?:tsx?|mjs|md|sql)(?![\w*<-])/g;
  const missing = (text: string): string[] =>
    (text.match(named) ?? []).filter((path) => !path.startsWith('words/gen/') && !known.some((f) => f === path || f.endsWith(`/${path}`)));

  test('exist', () => {
    expect(
      known.flatMap((file) =>
        passages(file, readFileSync(file, 'utf8'))
          .flatMap(missing)
          .map((path) => `${file} → ${path}`),
      ),
    ).toEqual([]);
  });

  test('the check can fail', () => {
    expect(missing('`house.test.ts`, `server/kernel/ctx.ts`, `*.db.test.ts`, `server/kernel/gone.ts` and gone.md')).toEqual([
      'server/kernel/gone.ts',
      'gone.md',
    ]);
  });
});

describe('the storeys', () => {
  test.each([
    ['web', 'server'],
    ['server', 'web'],
    ['contract', 'web'],
    ['contract', 'server'],
  ])('%s reaches nothing of %s', (from, to) => {
    expect(edges.filter((e) => storeyOf(e.file) === from && storeyOf(e.to) === to)).toEqual([]);
  });

  test('the check can fail: web does reach contract', () => {
    expect(edges.some((e) => storeyOf(e.file) === 'web' && storeyOf(e.to) === 'contract')).toBe(true);
  });
});

/** What every room of a storey may stand on. There is no other exemption. */
const kernels: Readonly<Record<string, readonly string[]>> = {
  contract: ['kernel', 'time', 'money'],
  server: serverKernels,
  web: ['client', 'lists', 'forms', 'layout', 'ui'],
};
/** What the kernels of the server know of modules: who is signed in, where files are kept, whom to notify of failed work, what a page needs. */
const knownToKernels = ['http → identity', 'jobs → notification', 'kernel → identity', 'kernel → media', 'pages → identity', 'pages → people'];
/** Imports between modules of contract and web that go up in the order of the server. A number may only fall. */
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
const isRoom = (file: string) => file.split('/').length > 2 && !kernels[storeyOf(file)]?.includes(roomOf(file));

describe.each(['contract', 'server', 'web'])('the rooms of %s', (storey) => {
  const between = edges.filter(
    (e) => storeyOf(e.file) === storey && storeyOf(e.to) === storey && roomOf(e.file) !== roomOf(e.to) && isRoom(e.file) && isRoom(e.to),
  );

  test('stand in an order without a cycle', () => {
    const order = new Map<string, Set<string>>();
    for (const e of between) order.set(roomOf(e.file), (order.get(roomOf(e.file)) ?? new Set()).add(roomOf(e.to)));
    expect(between.length).toBeGreaterThan(0);
    expect(cycleIn(order)).toBeNull();
  });

  test('import those before them in server/order.ts', () => {
    const order: readonly string[] = modules;
    const known = between.filter((e) => order.includes(roomOf(e.file)) && order.includes(roomOf(e.to)));
    expect(storey === 'server' ? between.length - known.length : 0).toBe(0);
    const up = known
      .filter((e) => order.indexOf(roomOf(e.to)) > order.indexOf(roomOf(e.file)))
      .map((e) => `${roomOf(e.file)} → ${roomOf(e.to)}`)
      .sort();
    expect(Object.fromEntries(up.map((pair) => [pair, up.filter((one) => one === pair).length]))).toEqual(upward[storey] ?? {});
  });

  /** Server: what a room does for others is its service. Contract: its words and shapes, not its calls and screens. Web: its parts, not its screens. */
  test('use of another room what it offers', () => {
    const offered = (to: string) =>
      storey === 'server' ? /\/service\.ts$/.test(to) : storey === 'contract' ? !/\/(calls|screens|public|room)\.ts$/.test(to) : !screenFiles.has(to);
    expect(between.filter((e) => !offered(e.to)).map((e) => `${e.file} → ${e.to}`)).toEqual([]);
  });
});

describe('the order of the server', () => {
  const folders = new Set(files.filter((file) => storeyOf(file) === 'server' && file.split('/').length > 2).map(roomOf));

  test('has every folder once', () => {
    expect([...serverKernels, ...modules].sort()).toEqual([...folders].sort());
  });

  test('has kernels that know few modules', () => {
    const known = edges.filter(
      (e) =>
        storeyOf(e.file) === 'server' &&
        !isRoom(e.file) &&
        roomOf(e.file) !== 'db' &&
        e.file.split('/').length > 2 &&
        storeyOf(e.to) === 'server' &&
        isRoom(e.to),
    );
    expect([...new Set(known.map((e) => `${roomOf(e.file)} → ${roomOf(e.to)}`))].sort()).toEqual(knownToKernels);
  });
});

test('a cycle would be found', () => {
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
  const walk = (room: string, path: string[]): string[] | null => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const next of order.get(room) ?? []) {
      const found = walk(next, [...path, room]);
      if (found) return found;
    }
    done.add(room);
    return null;
  };
  for (const room of order.keys()) {
    const found = walk(room, []);
    if (found) return found;
  }
  return null;
}
