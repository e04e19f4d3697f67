import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const idName = /^id$|_id$|[a-z]Id$/;
const idsName = /^ids$|_ids$|[a-z]Ids$|^ids?(?:Of|By)/;
/** The last name of `a.b.c`, `a?.b`, `a` or `(a)`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property);
  return /^(ChainExpression|ParenthesizedExpression|AwaitExpression|TSAsExpression)$/.test(node.type) ? nameOf(node.expression ?? node.argument) : '';
}
const bare = (node: unknown): unknown =>
  isNode(node) && /^(ChainExpression|ParenthesizedExpression|AwaitExpression)$/.test(node.type) ? bare(node.expression ?? node.argument) : node;
/** Whether an expression is an id: by its name, as an element of a list of ids, from a lookup by id, or as a choice of several ids. */
function isId(of: unknown): boolean {
  const node = bare(of);
  if (!isNode(node)) return false;
  if (idName.test(nameOf(node))) return true;
  if (node.type === 'MemberExpression') return node.computed === true && idsName.test(nameOf(node.object));
  if (node.type === 'LogicalExpression') return isId(node.left) || isId(node.right);
  if (node.type !== 'CallExpression') return false;
  const called = bare(node.callee);
  return idsName.test(nameOf(called)) || (isNode(called) && called.type === 'MemberExpression' && idsName.test(nameOf(called.object)));
}
/** Zero and minus one are ids of no row. */
const isNoId = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'Literal' && node.value === 0) || (node.type === 'UnaryExpression' && isNode(node.argument) && node.argument.value === 1));

const isChoice = ({ type, operator }: Node): boolean => type === 'LogicalExpression' && operator !== '&&';

/**
 * Places where an id has a default: `id ?? 0`, `id || 0`, `id ?? -1`, `{ id = 0 }`, or where a value is passed as an id: `{ unit_id: made ?? 0 }`.
 */
function defaulted(file: string, code: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    const byName = value.type === 'AssignmentPattern' || isChoice(value);
    const named = /^(Property|VariableDeclarator)$/.test(value.type) && idName.test(nameOf(value.key ?? value.id));
    const of = named ? bare(value.value ?? value.init) : value;
    if ((byName && isNoId(value.right) && isId(value.left)) || (named && isNode(of) && isChoice(of) && isNoId(of.right)))
      found.push(`${file}:${code.slice(0, value.start).split('\n').length}`);
    for (const [key, part] of Object.entries(value)) if (key !== 'parent') walk(part);
  };
  walk(parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program);
  return [...new Set(found)];
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web', 'simulator'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$|\.d\.ts$/.test(file) && existsSync(file));

test('ids: no id has a number as its default value', () => {
  const near = /(?:[iI]ds?\b|\bid[A-Z])[^;]{0,120}(?:\?\?|\|\||=) -?[01]\b/;
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) => near.test(text));
  expect(texts.flatMap(({ file, text }) => defaulted(file, text))).toEqual([]);
});

test('ids: the check finds each kind of default value and reports no other code', () => {
  const of = (code: string) => defaulted('a.ts', code).length;
  const wrong = [
    'me.userId ?? 0',
    'row.id || 0',
    'made?.id ?? -1',
    'ids[at] ?? 0',
    'idOf.get(key) ?? 0',
    '(a.holder_id ?? b.company_id) ?? 0',
    'a.id ?? b.id ?? 0',
  ];
  expect(
    [
      ...wrong,
      'const { id = 0 } = row',
      'f({ unit_id: there.get(name) ?? 0 })',
      'const ownerId = found || 0',
      'const f = (company_id = 0) => company_id',
    ].filter((code) => of(code) === 0),
  ).toEqual([]);
  const right = [
    'row.cents ?? 0',
    'me.userId ?? null',
    'tally.get(row.id) ?? 0',
    'parts[line.id] ?? 0',
    'v.unit?.id ?? unchosen',
    'ids.length ?? 0',
    'paid ?? 0',
  ];
  expect(right.filter((code) => of(code) > 0)).toEqual([]);
});
