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
  'access → invitation': 1,
  'application → booking': 8,
  'bid → booking': 2,
  'bid → thread': 1,
  'booking → agreement': 2,
  'booking → invoice': 2,
  'booking → ledger': 1,
  'booking → payment': 1,
  'booking → tenancy': 4,
  'booking → thread': 1,
  'commission → payment': 1,
  'invoice → payment': 12,
  'lead → search': 1,
  'lead → thread': 3,
  'listing → lead': 2,
  'listing → search': 7,
  'listing → stay': 1,
  'listing → tenancy': 1,
  'location → featured': 1,
  'media → booking': 2,
  'media → listing': 1,
  'media → property': 1,
  'media → search': 1,
  'media → unit': 1,
  'notification → lead': 1,
  'notification → listing': 1,
  'people → invitation': 1,
  'people → payment': 1,
  'people → search': 1,
  'promotion → booking': 1,
  'rating → review': 2,
  'search → featured': 2,
  'search → property': 1,
  'stay → tenancy': 1,
  'taxonomy → unit': 2,
  'tenancy → agreement': 6,
  'tenancy → inspection': 5,
  'tenancy → invoice': 1,
  'tenancy → paper': 3,
  'tenant → agreement': 4,
  'tenant → booking': 11,
  'tenant → paper': 1,
  'tenant → tenancy': 31,
  'unit → booking': 1,
  'unit → intake': 2,
  'unit → listing': 8,
  'unit → stay': 1,
  'unit → tenancy': 3,
  'unit → tenant': 1,
  'wallet → payment': 4,
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
  ])('%s', (text) => expect(readsIn(text)).toEqual(['lead']));

  test('comments and imports read nothing', () => {
    expect(readsIn("/** Rows from lead. */\nimport { a } from './lead.ts'; // from lead\n")).toEqual([]);
  });
});
