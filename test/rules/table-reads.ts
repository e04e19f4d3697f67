import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { openTablesOf } from '#server/db/open-tables.ts';
import { rooms } from '#server/rooms.ts';

export const folderOf = (file: string): string => file.split('/')[1] ?? '';
export const folderOfRoom = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** Whose a table is: the module that says who sees its rows, or under which it stands open. */
export const owners: ReadonlyMap<string, string> = new Map([
  ...Object.entries(rooms).flatMap(([name, { scopes = {} }]) =>
    Object.keys(scopes)
      .filter((table) => !table.includes(':'))
      .map((table) => [table, folderOfRoom(name)] as const),
  ),
  ...Object.entries(openTablesOf).flatMap(([folder, tables]) => tables.map((table) => [table, folder] as const)),
]);

const asText = /\b(?:from|join)\s+(?:only\s+|lateral\s+)?(\w+)/g;
const built =
  /(?:(?<![\w.])from\(\s*(?:[\w.]+|\{[^{}]*\}|\w+\([^()]*\)),\s*|\beverything\(\s*[\w.]+,\s*|(?:Join|selectFrom)\(\s*\[?|\b(?:hangsOn|seenWith|workedWith|asSeen|visible|mayChange)\(\s*)'(\w+)/g;
/** Queries that begin at a row loaded through its scope name the table behind it (server/kernel/scoped-row.ts). */
const behindRow = /\b(?:(?:itself|childrenOf|systemRows)\(|parentOf\([^']*'\w+',)[^']*'(\w+)/g;
const comments = /\/\*(?! all)[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/** Every table a file reads, once for each place. What a scope hangs on is read too. */
export function readsIn(text: string): string[] {
  const code = text.replace(comments, '');
  return [asText, built, behindRow]
    .flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table))
    .filter((table) => owners.has(table));
}

export type Read = { readonly file: string; readonly reader: string; readonly table: string; readonly owner: string };
/** What each file of a module or kernel reads of another's. Migrations and demo data fill the database as one. */
export const foreignReads: readonly Read[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f) && f.split('/').length > 2 && folderOf(f) !== 'db' && existsSync(f))
  .flatMap((file) => readsIn(readFileSync(file, 'utf8')).map((table) => ({ file, reader: folderOf(file), table, owner: owners.get(table) ?? '' })))
  .filter(({ reader, owner }) => reader !== owner);
