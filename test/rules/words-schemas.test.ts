import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { profileSchemas } from '#contract/identity/profile.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { parseWithProblems } from '#contract/kernel/problems.ts';
import { HomeArtQuery } from '#server/art/routes.ts';
import { callTable } from '#server/modules.ts';
import { type Locale, setLocaleSource } from '../../words/locale.ts';

let locale: Locale = 'en';
setLocaleSource(() => locale);
afterAll(() => setLocaleSource(() => 'en'));
const inBoth = <T>(say: () => T): readonly [T, T] => {
  locale = 'sw';
  const sw = say();
  locale = 'en';
  return [say(), sw];
};

type Said = (issue: object) => unknown;
/** Every rule of a schema with a text of its own. */
function ownWords(node: unknown, seen = new Set<unknown>()): Said[] {
  if (typeof node !== 'object' || node === null || seen.has(node)) return [];
  seen.add(node);
  const def = (node as Partial<z.ZodType>)._zod?.def as ({ readonly error?: Said } & object) | undefined;
  const parts = def ?? (Object.getPrototypeOf(node) === Object.prototype || Array.isArray(node) ? node : {});
  return [...(def?.error ? [def.error] : []), ...Object.values(parts).flatMap((part) => ownWords(part, seen))];
}

test('schema errors: exist in English and Kiswahili', () => {
  const seen = new Set<unknown>();
  const calls: CallShape[] = Object.values(callTable).flatMap((module) => Object.values(module));
  const inputs = [...calls.flatMap(({ params, query, body }) => [params, query, body]), ...Object.values(profileSchemas), HomeArtQuery];
  const found = inputs.flatMap((schema) => ownWords(schema, seen)).map((says) => inBoth(() => says({ code: 'custom', input: 0 })));
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter(([en, sw]) => en === sw)).toEqual([]);
});

test('schema errors: the check finds a literal error text at any depth of a schema', () => {
  const deep = z.object({ list: z.array(z.union([z.string().regex(/a/, 'typed in'), z.number().refine(() => true, 'too')])).optional() });
  expect(ownWords(deep).map((says) => says({}))).toEqual(['typed in', 'too']);
});

const every = z.strictObject({
  missing: z.string(),
  text: z.string(),
  number: z.coerce.number(),
  whole: z.number().int(),
  flag: z.boolean(),
  list: z.array(z.string()),
  group: z.object({}),
  pair: z.tuple([z.string()]),
  kind: z.enum(['a', 'b']),
  one: z.literal(1),
  mail: z.email(),
  link: z.url(),
  key: z.uuid(),
  moment: z.iso.datetime(),
  day: z.iso.date(),
  pattern: z.string().regex(/^x$/),
  start: z.string().startsWith('x'),
  empty: z.string().min(1),
  short: z.string().min(2),
  long: z.string().max(1),
  exact: z.string().length(3),
  few: z.array(z.string()).min(2),
  many: z.array(z.string()).max(1),
  low: z.number().min(5),
  high: z.number().max(5),
  above: z.number().gt(5),
  below: z.number().lt(5),
  step: z.number().multipleOf(0.5),
  either: z.union([z.string(), z.boolean()]),
  by: z.discriminatedUnion('by', [z.object({ by: z.literal('x') })]),
  record: z.record(z.string().max(1), z.number()),
  yes: z.stringbool(),
  own: z.string().refine(() => false),
});
const given = {
  text: 1,
  number: 'x',
  whole: 1.5,
  flag: 'x',
  list: 'x',
  group: 'x',
  pair: 'x',
  kind: 'c',
  one: 2,
  mail: 'x',
  link: 'x',
  key: 'x',
  moment: 'x',
  day: 'x',
  pattern: 'y',
  start: 'y',
  empty: '',
  short: 'x',
  long: 'xx',
  exact: 'x',
  few: ['x'],
  many: ['x', 'x'],
  low: 1,
  high: 9,
  above: 5,
  below: 5,
  step: 0.3,
  either: 1,
  by: { by: 'y' },
  record: { xx: 1 },
  yes: 'perhaps',
  own: 'x',
  surprise: 1,
};

test('schema errors: no default English error text of Zod is shown', () => {
  const problems = () => {
    const read = parseWithProblems(every, given);
    return 'problems' in read ? read.problems : {};
  };
  const [english, kiswahili] = inBoth(problems);
  for (const name of [...Object.keys(every.shape), 'surprise']) expect(Object.keys(english).join(), name).toContain(name);
  for (const [name, said] of Object.entries(english)) {
    expect(said, name).not.toMatch(/expected|received|Invalid|Too (big|small)/);
    expect(kiswahili[name], name).not.toBe(said);
  }
  expect(english).toMatchObject({
    kind: 'Choose one of: a, b.',
    long: 'Use at most 1 character.',
    high: 'Enter 5 or less.',
    empty: 'This field must not be empty. Enter a value.',
  });
});
