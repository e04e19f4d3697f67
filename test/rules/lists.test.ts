import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallShape } from '#contract/kernel/call.ts';
import { declaredLists } from '#contract/lists.ts';
import { callTable } from '#server/modules.ts';

const calls: CallShape[] = Object.values(callTable).flatMap((module) => Object.values(module));
const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> => (schema as z.ZodObject | undefined)?.shape ?? {};
const filtersOf = (call: CallShape) => shapeOf((call.query?.shape.z_filter as z.ZodOptional<z.ZodObject> | undefined)?.unwrap());
/** Calls that answer rows and their total, a page at a time. */
const lists = calls.filter((call) => {
  const answer = shapeOf(call.result);
  return call.query?.shape.page && answer.results && answer.count;
});
const byPath = new Map(lists.map((call) => [call.path as string, call]));

test('lists: every list declares its features or a reason for each missing feature', () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.map(({ path }) => path).filter((path) => !declaredLists[path])).toEqual([]);
  expect(Object.keys(declaredLists).filter((path) => !byPath.has(path))).toEqual([]);
});

test('lists: the call of a list accepts the filters and actions that the list declares', () => {
  const wrong = Object.entries(declaredLists).flatMap(([path, { tabs, days, acts }]) => {
    const call = byPath.get(path);
    if (!call) return [];
    const filters = filtersOf(call);
    const wanted = [...(typeof tabs === 'string' ? [tabs] : []), ...('none' in days ? [] : days)];
    const tabbed = typeof tabs === 'string' && path !== '/api/v2/unit/fetch_units/' && !call.query?.shape.tabs;
    return [
      ...wanted.filter((name) => !filters[name]).map((name) => `${path} takes no ${name}`),
      ...(tabbed ? [`${path} counts no tabs`] : []),
      ...('none' in acts ? [] : acts.filter((act) => !calls.some((one) => one.path === act)).map((act) => `${path}: there is no ${act}`)),
    ];
  });
  expect(wrong).toEqual([]);
});

/** The addresses of the calls that screens send for selected rows: one per row by `makeBulkAction`, or one call for all ids. */
async function offered(): Promise<{ each: Set<string>; all: Set<string> }> {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^web\/lists\/many/.test(file));
  const found = { each: new Set<string>(), all: new Set<string>() };
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const sites = [...text.matchAll(/\b(makeBulkAction|useAction|useForm)(?:<[^(\n]*>)?\(\s*(\w+Calls)\.(\w+)/g)];
    for (const [, by, group = '', name = ''] of sites) {
      const from = text.match(new RegExp(`import [^;]*\\b${group}\\b[^;]* from '#(contract/[^']+)'`))?.[1];
      if (!from) continue;
      const { [group]: its } = (await import(`../../${from}`)) as Record<string, Record<string, CallShape> | undefined>;
      const call = its?.[name];
      if (call && by === 'makeBulkAction') found.each.add(call.path);
      if (call && by !== 'makeBulkAction' && Object.keys(call.body?.shape ?? {}).some((key) => /ids$/.test(key))) found.all.add(call.path);
    }
  }
  return found;
}

test('lists: the declared bulk actions equal the bulk actions of the screens', async () => {
  const { each, all } = await offered();
  expect(each.size).toBeGreaterThan(8);
  const declared = new Set<string>(Object.values(declaredLists).flatMap(({ acts }) => ('none' in acts ? [] : acts)));
  expect([...declared].filter((path) => !each.has(path) && !all.has(path))).toEqual([]);
  expect([...each].filter((path) => !declared.has(path))).toEqual([]);
});

test('lists: rows of many companies show company and location, and can be filtered by both', () => {
  const held = Object.entries(declaredLists).filter(([, one]) => one.held);
  expect(held.length).toBeGreaterThan(2);
  const wrong = held.flatMap(([path]) => {
    const call = byPath.get(path);
    const row = shapeOf((shapeOf(call?.result).results as z.ZodArray<z.ZodObject> | undefined)?.element);
    const filters = call ? filtersOf(call) : {};
    return [...['company', 'county'].filter((name) => !row[name]), ...['company_id', 'region'].filter((name) => !filters[name])].map(
      (name) => `${path} lacks ${name}`,
    );
  });
  expect(wrong).toEqual([]);
});

test('lists: each reason for a missing feature is a sentence', () => {
  const reasons = Object.values(declaredLists).flatMap(({ tabs, days, acts }) =>
    [tabs, days, acts].flatMap((one) => (typeof one === 'object' && 'none' in one ? [one.none] : [])),
  );
  expect(reasons.filter((why) => why.split(' ').length < 4)).toEqual([]);
});
