import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web', 'test', 'simulator'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));

/** Values over the limit without an exception, over their exception, or with an unnecessary exception: exceptions may only shrink. */
function overLimit(found: ReadonlyMap<string, number>, limitOf: (name: string) => number, exceptions: Readonly<Record<string, number>>): string[] {
  const over = [...found].filter(([name, size]) => size > (exceptions[name] ?? limitOf(name))).map(([name, size]) => `${name}: ${size}`);
  const stale = Object.keys(exceptions).filter((name) => (found.get(name) ?? 0) <= limitOf(name));
  return [...over, ...stale.map((name) => `${name}: remove its exception`)];
}

const folderLimit = 40;
/** Folders that are too large today. Never raise a number: split the folder by subject. */
const largeFolders: Readonly<Record<string, number>> = {};

test('size limits: no flat folder has more than 40 files', () => {
  // Migrations are a chronological list and are never regrouped.
  const kept = files.filter((file) => !file.startsWith('server/db/migrations/') && !file.startsWith('simulator/'));
  const counts = new Map([...Map.groupBy(kept, dirname)].map(([folder, of]) => [folder, of.length]));
  expect(overLimit(counts, () => folderLimit, largeFolders)).toEqual([]);
});

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isFunction = ({ type, body }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && isNode(body);
const nameIn = (holder: unknown): string | null => (isNode(holder) && typeof holder.name === 'string' ? holder.name : null);
/** The name a function is declared by: its own, or that of the constant or property it is the value of. */
const nameOf = (of: Node, parent: Node | null): string | null =>
  nameIn(of.id) ??
  (parent && /^(VariableDeclarator|Property|MethodDefinition)$/.test(parent.type) ? (nameIn(parent.id) ?? nameIn(parent.key)) : null);

/** Lines of each named function without blank ones and without the named functions inside it, which count for themselves. */
function functionsOf(file: string, code: string): Map<string, number> {
  const sizes = new Map<string, number>();
  const linesOf = (node: Node) =>
    code
      .slice(node.start, node.end)
      .split('\n')
      .filter((line) => line.trim()).length;
  /** Adds up the lines of named functions below a node. */
  const walk = (value: unknown, parent: Node | null): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + walk(one, parent), 0);
    if (!isNode(value)) return 0;
    const inside = Object.values(value).reduce((sum: number, one) => sum + walk(one, value), 0);
    if (!isFunction(value)) return inside;
    const lines = linesOf(value.body as Node);
    const name = nameOf(value, parent);
    const key = `${file} ${name ?? 'unnamed'}`;
    sizes.set(key, Math.max(sizes.get(key) ?? 0, lines - inside));
    return name ? lines : inside;
  };
  walk(parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program, null);
  return sizes;
}

/** A component's markup takes more lines than logic of the same size. */
const functionLimit = (name: string): number => (name.includes('.tsx ') ? 100 : 60);
/** Functions that are too long today. Never raise a number: split the function. */
const longFunctions: Readonly<Record<string, number>> = {};

test('size limits: no function has more than 60 lines and no component more than 100', () => {
  const code = files.filter((file) => /^(contract|server|web|simulator)\/.*\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$|\.d\.ts$/.test(file));
  const texts = code.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  // The body of a function is indented, so a file without that many indented lines in a row need not be parsed.
  const long = texts.filter(({ file, text }) => new RegExp(`(?:^(?:[ \\t].*)?\\n){${functionLimit(`${file} `) - 1}}`, 'm').test(text));
  const sizes = new Map(long.flatMap(({ file, text }) => [...functionsOf(file, text)]));
  expect(sizes.size).toBeGreaterThan(300);
  expect(overLimit(sizes, functionLimit, longFunctions)).toEqual([]);
});

test('size limits: the check reports a long function, an exceeded exception and an unnecessary exception', () => {
  const long = `const outer = () => {\n${'  one();\n'.repeat(61)}};\nconst factory = () => {\n  const inner = () => {\n${'    one();\n'.repeat(61)}  };\n  return { inner };\n};\n`;
  const sizes = functionsOf('a.ts', long);
  expect([...sizes]).toEqual([
    ['a.ts outer', 63],
    ['a.ts inner', 63],
    ['a.ts factory', 3],
  ]);
  expect(overLimit(sizes, functionLimit, { 'a.ts outer': 62, 'a.ts inner': 63, 'a.ts factory': 70 })).toEqual([
    'a.ts outer: 63',
    'a.ts factory: remove its exception',
  ]);
});
