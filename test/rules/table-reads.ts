import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { openTablesByModule } from '#server/db/open-tables.ts';
import { modules } from '#server/modules.ts';

export const serverFolderOf = (file: string): string => file.split('/')[1] ?? '';
export const folderOfModule = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** The owner of each table: the module that declares its scope, or declares it as an open table. */
export const tableOwners: ReadonlyMap<string, string> = new Map([
  ...Object.entries(modules).flatMap(([name, { scopes = {} }]) =>
    Object.keys(scopes)
      .filter((table) => !table.includes(':'))
      .map((table) => [table, folderOfModule(name)] as const),
  ),
  ...Object.entries(openTablesByModule).flatMap(([folder, tables]) => tables.map((table) => [table, folder] as const)),
]);

const asText = /\b(?:from|join)\s+(?:only\s+|lateral\s+)?(\w+)/g;
const built =
  /(?:(?<![\w.])from\(\s*(?:[\w.]+|\{[^{}]*\}|\w+\([^()]*\)),\s*|\bunscopedTable\(\s*[\w.]+,\s*|(?:Join|selectFrom)\(\s*\[?|\b(?:followsScopeOf|visibleWith|editableWith|asSeen|visibleTo|mayChange)\(\s*)'(\w+)/g;
/** Queries that begin at a row loaded through its scope name the table behind it (server/kernel/scoped-row.ts). */
const behindRow = /\b(?:(?:sameRow|childrenOf|systemRows)\(|parentOf\([^']*'\w+',)[^']*'(\w+)/g;
const comments = /\/\*(?! unscoped)[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/** Every table a file reads, once for each place. Tables of a scope's condition count too. */
export function findTableReads(text: string): string[] {
  const code = text.replace(comments, '');
  return [asText, built, behindRow]
    .flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table))
    .filter((table) => tableOwners.has(table));
}

export type TableRead = { readonly file: string; readonly reader: string; readonly table: string; readonly owner: string };
/**
 * The tables of other modules that each file of a module or kernel reads. Migrations and demo data are excluded, because they fill the whole
 * database.
 */
export const crossModuleReads: readonly TableRead[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f) && f.split('/').length > 2 && serverFolderOf(f) !== 'db' && existsSync(f))
  .flatMap((file) =>
    findTableReads(readFileSync(file, 'utf8')).map((table) => ({ file, reader: serverFolderOf(file), table, owner: tableOwners.get(table) ?? '' })),
  )
  .filter(({ reader, owner }) => reader !== owner);
