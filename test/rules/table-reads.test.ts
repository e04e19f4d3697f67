import { describe, expect, test } from 'vitest';
import { modules } from '#server/modules.ts';
import { baseTableNames, kernelFolders, moduleOrder } from '#server/order.ts';
import { crossModuleReads, findTableReads, folderOfModule, tableOwners } from './table-reads.ts';

const order: readonly string[] = moduleOrder;
const isKernel = (folder: string) => kernelFolders.some((kernel) => kernel === folder);
const isBase = (table: string) => baseTableNames.some((base) => base === table);
const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe('table reads across modules', () => {
  const ofModules = crossModuleReads.filter(({ reader, table, owner }) => !isKernel(reader) && !isBase(table) && !isKernel(owner));

  test("only modules later in the order than a table's owner read the table", () => {
    const up = ofModules.filter(({ reader, owner }) => order.indexOf(owner) > order.indexOf(reader));
    expect(up).toEqual([]);
  });

  test("each module reads exactly the other modules' tables that are declared readable", () => {
    const read = unique(ofModules.map(({ table, owner }) => `${owner}: ${table}`));
    const readable = unique(
      Object.entries(modules).flatMap(([name, module]) => (module.readable ?? []).map((table) => `${folderOfModule(name)}: ${table}`)),
    );
    expect(read).toEqual(readable);
    expect([...tableOwners.keys()].length).toBeGreaterThan(180);
  });

  test('kernel queries read exactly the module tables that have a scope built by the kernel', () => {
    const read = crossModuleReads.filter(({ reader, owner }) => isKernel(reader) && !isKernel(owner));
    expect(unique(read.map(({ table }) => table))).toEqual([...baseTableNames]);
  });
});

describe('detection of table reads in code', () => {
  test.each([
    ["from(ctx, 'lead')"],
    ["from({ db, me }, 'lead')"],
    ["from(asUnscoped(ctx, 'why'), 'lead')"],
    ["from(ctx, 'lead:open')"],
    ["unscopedTable(\n  ctx.db,\n  'lead',\n  'why')"],
    [".leftJoin('lead as l', 'l.id', 'x.lead_id')"],
    [".selectFrom('lead as l')"],
    ['sql`/* unscoped: why */ select 1 from lead l`'],
    ['sql`select 1 from only lead`'],
    ["followsScopeOf('lead', 'lead_id', visibleTo)"],
    ["sameRow(ctx.db, 'lead', row)"],
    ["childrenOf(\n  db,\n  rows,\n  'lead',\n  'listing_id')"],
    ["parentOf(ctx.db, await one(ctx), 'lead_id', 'lead')"],
    ["systemRows(db, 'lead', 'why')"],
  ])('finds the table read by the code: %s', (text) => expect(findTableReads(text)).toEqual(['lead']));

  test('ignores table names in comments and imports', () => {
    expect(findTableReads("/** Rows from lead. */\nimport { a } from './lead.ts'; // from lead\n")).toEqual([]);
  });
});
