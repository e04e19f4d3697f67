import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modules } from '#server/modules.ts';
import { moduleOrder } from '#server/order.ts';
import { folderOfModule, serverFolderOf } from './table-reads.ts';

const text = readFileSync('server/kernel/lookups.ts', 'utf8');
const lookupsType = /^export type ModuleLookups = \{[\s\S]*?^\};/m.exec(text)?.[0] ?? '';
const declared = [...lookupsType.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name = '']) => name).sort();
const answered = Object.entries(modules).flatMap(([name, { lookups = {} }]) =>
  Object.keys(lookups).map((one) => ({ one, module: folderOfModule(name) })),
);
const asked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file.split('/').length > 2 && existsSync(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\w.])getLookup\('(\w+)'\)/g)].map(([, one = '']) => ({ one, module: serverFolderOf(file) })),
  );
const place = (module: string) => moduleOrder.findIndex((one) => one === module);

test('lookups: each lookup is answered by one module', () => {
  expect(declared.length).toBeGreaterThan(50);
  expect(answered.map(({ one }) => one).sort()).toEqual(declared);
});

test('lookups: only modules ordered before the answering module use its lookup, and later modules use its service', () => {
  const useful = declared.filter((name) => {
    const answer = answered.find(({ one }) => one === name);
    return asked.some(({ one, module }) => one === name && answer !== undefined && place(module) < place(answer.module));
  });
  expect(useful).toEqual(declared);
});
