import { describe, expect, test } from 'vitest';
import { baseTables, kernels, modules } from '#server/order.ts';
import { rooms } from '#server/rooms.ts';
import { folderOfRoom, foreignReads, owners, readsIn } from './table-reads.ts';

const order: readonly string[] = modules;
const isKernel = (folder: string) => kernels.some((kernel) => kernel === folder);
const isBase = (table: string) => baseTables.some((base) => base === table);
const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const countedBy = (names: readonly string[]) => Object.fromEntries(unique(names).map((name) => [name, names.filter((one) => one === name).length]));

/** Reads that go up, by reader and owner, in numbers of today. A number may only fall: take the line away when the last read is gone. */
const upward: Readonly<Record<string, number>> = {
  'application → booking': 8,
  'invoice → matching': 2,
  'lead → thread': 1,
  'listing → search': 2,
  'media → listing': 2,
  'search → featured': 2,
  'search → property': 1,
  'tenancy → agreement': 4,
  'tenancy → inspection': 2,
  'unit → listing': 2,
  'unit → tenancy': 1,
  'wallet → collection': 2,
  'wallet → matching': 2,
};

describe('tables of other modules', () => {
  const ofModules = foreignReads.filter(({ reader, table, owner }) => !isKernel(reader) && !isBase(table) && !isKernel(owner));

  test('are read by modules after the one that owns them', () => {
    const up = ofModules.filter(({ reader, owner }) => order.indexOf(owner) > order.indexOf(reader));
    expect(countedBy(up.map(({ reader, owner }) => `${reader} → ${owner}`))).toEqual(upward);
  });

  test('are read if their module says others may, and it says so of no other', () => {
    const read = unique(ofModules.map(({ table, owner }) => `${owner}: ${table}`));
    const readable = unique(Object.entries(rooms).flatMap(([name, room]) => (room.readable ?? []).map((table) => `${folderOfRoom(name)}: ${table}`)));
    expect(read).toEqual(readable);
    expect([...owners.keys()].length).toBeGreaterThan(180);
  });

  test('are read by the kernels if every scope is made of them', () => {
    const read = foreignReads.filter(({ reader, owner }) => isKernel(reader) && !isKernel(owner));
    expect(unique(read.map(({ table }) => table))).toEqual([...baseTables]);
  });
});

describe('the check can fail', () => {
  test.each([
    ["from(ctx, 'lead')"],
    ["from({ db, me }, 'lead')"],
    ["from(unscoped(ctx, 'why'), 'lead')"],
    ["from(ctx, 'lead:open')"],
    ["everything(\n  ctx.db,\n  'lead',\n  'why')"],
    [".leftJoin('lead as l', 'l.id', 'x.lead_id')"],
    [".selectFrom('lead as l')"],
    ['sql`/* all: why */ select 1 from lead l`'],
    ['sql`select 1 from only lead`'],
    ["hangsOn('lead', 'lead_id', visible)"],
    ["itself(ctx.db, 'lead', row)"],
    ["childrenOf(\n  db,\n  rows,\n  'lead',\n  'listing_id')"],
    ["parentOf(ctx.db, await one(ctx), 'lead_id', 'lead')"],
    ["systemRows(db, 'lead', 'why')"],
  ])('%s', (text) => expect(readsIn(text)).toEqual(['lead']));

  test('comments and imports read nothing', () => {
    expect(readsIn("/** Rows from lead. */\nimport { a } from './lead.ts'; // from lead\n")).toEqual([]);
  });
});
