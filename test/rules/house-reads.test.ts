import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rooms } from '#server/rooms.ts';

/** Of the rooms of money: each reads its own tables and those of rooms it stands on. What must reach up has those above register. */
const money = ['ledger', 'invoice', 'payment', 'commission', 'wallet', 'settlement', 'featured', 'revenue'];
/** The only exemption. */
const lists: Readonly<Record<string, string>> = {
  invoice: 'its lists, papers and messages say what was put to invoices: rows of payment that are nothing without an invoice’s line',
};
const owners = new Map(
  Object.entries(rooms).flatMap(([name, { scopes = {} }]) =>
    Object.keys(scopes)
      .filter((table) => !table.includes(':'))
      .map((table) => [table, name] as const),
  ),
);
const reads = /\b(?:from|join)\s+(\w+)|(?:from\(ctx, |everything\([\w.]+, |Join\(|selectFrom\()'(\w+)/g;
const readIn = (text: string): string[] => [...text.matchAll(reads)].map(([, plain, built]) => plain ?? built ?? '');

test('a room of money reads no table of a room above it', () => {
  const order = Object.keys(rooms);
  expect(money.map((name) => order.indexOf(name))).toEqual(money.map((name) => order.indexOf(name)).toSorted((a, b) => a - b));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...money.map((name) => `server/${name}`)], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const above = files.flatMap((file) => {
    const room = file.split('/')[1] ?? '';
    const ofRooms = readIn(readFileSync(file, 'utf8')).map((table) => [table, owners.get(table) ?? ''] as const);
    return ofRooms.filter(([, owner]) => money.indexOf(owner) > money.indexOf(room)).map(([table]) => ({ room, what: `${file} reads ${table}` }));
  });
  expect([...new Set(above.filter(({ room }) => !lists[room]).map(({ what }) => what))]).toEqual([]);
  expect(Object.keys(lists).filter((room) => !above.some((one) => one.room === room))).toEqual([]);
});
