import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTablesByModule } from '#server/db/open-tables.ts';
import { modules } from '#server/modules.ts';

/** A module writes its own tables and uses another module's service for the rest, so that the rules for a record are in one module. */
const texts = new Map(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts') && f.split('/').length > 2 && existsSync(f))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const moduleOf = (file: string) => file.split('/')[1] ?? '';

/** The owner of each table: the module that declares its scope, or declares it as an open table. */
const owners = new Map<string, string>();
for (const [name, { scopes = {} }] of Object.entries(modules))
  for (const table of Object.keys(scopes))
    if (!table.includes(':'))
      owners.set(
        table,
        name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
      );
for (const [module, tables] of Object.entries(openTablesByModule)) for (const table of tables) owners.set(table, module);

/** The only exemptions. */
const kernels: Readonly<Record<string, string>> = {
  kernel: 'audit() writes the log and move() the state of the record it was asked to move; both are how every module writes',
  db: 'migrations and demo data fill the database as one',
};

/** The local names of what a file imports from a kernel. */
function imported(text: string, file: string, ...wanted: string[]): string[] {
  const names = new RegExp(`import (?:type )?\\{([^}]*)\\} from '#server/kernel/${file}'`).exec(text)?.[1] ?? '';
  return names.split(',').flatMap((name) => {
    const [own = '', local = own] = name.trim().split(' as ');
    return wanted.includes(own) ? [local] : [];
  });
}
const literalsIn = (text: string) =>
  [...text.matchAll(/'([\w:]+)'/g)].map(([, name = '']) => name.split(':')[0] ?? name).filter((name) => owners.has(name));
/** A table given as a literal, without its view; for a variable, every table that its type or the lists in the file allow. */
function tablesOf(argument: string, text: string): string[] {
  const name = /(\w+)\W*$/.exec(argument)?.[1] ?? '';
  const typed = new RegExp(`\\b${name}: ((?:'[\\w:]+'(?: \\| )?)+)`).exec(text)?.[1] ?? '';
  const listed = [...text.matchAll(/\[([^\]]*)\] as const/g)].map(([list]) => list).join();
  return [argument, typed, listed].map(literalsIn).find((tables) => tables.length > 0) ?? [`unknown: ${argument}`];
}

const why = String.raw`(?:'(?:[^'\\]|\\.)*'|"[^"]*"|\w+|${'`'}[^${'`'}]*${'`'})`;
const whoseRows = new RegExp(String.raw`\bunscopedTable\(\s*[\w.]+,\s*('?\w+'?),\s*${why},?\s*\)\s*\.(select|change|remove)\(`, 'g');
const builders = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*([^()]+)\)/g;
const sqlText = [
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\$\{[^}]*\}|\w+)/gi,
  /\bupdate\s+(?:only\s+)?(\$\{[^}]*\}|\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
];

function writesIn(text: string): string[] {
  const helpers = imported(text, 'scoped.ts', 'change', 'remove', 'add').join('|') || '(?!)';
  const scoped = new RegExp(String.raw`(?<![\w.])(?:${helpers})\(\s*(?:[\w.]+|\{[^{}]*\}|\w+\([^()]*\)),\s*([^,()]+)[,)]`, 'g');
  const built = [...text.matchAll(scoped), ...text.matchAll(builders), ...[...text.matchAll(whoseRows)].filter(([, , what]) => what !== 'select')];
  const asText = sqlText.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [
    ...built.flatMap(([, argument = '']) => tablesOf(argument, text)),
    ...asText.flatMap((name) => (name.startsWith('$') ? tablesOf(name, text) : owners.has(name.toLowerCase()) ? [name.toLowerCase()] : [])),
  ];
}

describe('table writes of a module', () => {
  test('change only the module’s own tables', () => {
    const foreign = [...texts].flatMap(([file, text]) =>
      moduleOf(file) in kernels
        ? []
        : writesIn(text)
            .filter((table) => owners.get(table) !== moduleOf(file))
            .map((table) => `${file} writes ${table} of ${owners.get(table)}`),
    );
    expect(foreign).toEqual([]);
  });

  /** Only move() writes a status, so a file that names a machine writes its table. */
  test('change the status only of the module’s own records', () => {
    const foreign = [...texts].flatMap(([file, text]) => {
      const [name] = imported(text, 'move.ts', 'move');
      if (!name || moduleOf(file) in kernels) return [];
      return [...text.matchAll(new RegExp(String.raw`(?<![\w.])${name}\(\s*[\w.]+,\s*(\w+),`, 'g'))]
        .map(([, machine = '']) => new RegExp(String.raw`import \{[^}]*\b${machine}\b[^}]*\} from '#contract/([\w-]+)/`).exec(text)?.[1] ?? machine)
        .filter((module) => module !== moduleOf(file))
        .map((module) => `${file} moves what is ${module}'s`);
    });
    expect(foreign).toEqual([]);
  });

  test('every unscoped write names its table and rows in one expression', () => {
    const loose = [...texts].filter(
      ([file, text]) => !(moduleOf(file) in kernels) && (text.match(/\bunscopedTable\(/g)?.length ?? 0) !== [...text.matchAll(whoseRows)].length,
    );
    expect(loose.map(([file]) => file)).toEqual([]);
  });
});

/** Changes of one row that have no effect if a scope hides the row or it was deleted in the meantime, while the audit log records them anyway. */
function silentIn(text: string): string[] {
  const helpers = imported(text, 'scoped.ts', 'change', 'remove').map((name) => String.raw`(?<![\w.])${name}\(`);
  const statement = new RegExp(
    String.raw`(?:${[...helpers, String.raw`\.(?:updateTable|deleteFrom)\(`].join('|')})[^;]*?\.execute(?:TakeFirst(?:OrThrow)?)?\(\)`,
    'g',
  );
  return [...text.matchAll(statement)]
    .map(([said]) => said)
    .filter(
      (said) => /\.where\('(?:\w+\.)?id', '=', /.test(said) && (said.match(/\.where\w*\(/g)?.length ?? 0) === 1 && !said.includes('.returning'),
    );
}

test('table writes: a change of one row ends with `$call(oneRow)` or returns the row, so that a missing row is an error', () => {
  const silent = [...texts].flatMap(([file, text]) =>
    moduleOf(file) === 'db' ? [] : silentIn(text).map((said) => `${file}: ${said.replaceAll(/\s+/g, ' ')}`),
  );
  expect(silent).toEqual([]);
});

describe('detection of table writes in code', () => {
  const head = "import { add, change, everything, remove } from '#server/kernel/scoped.ts';\n";
  test.each([
    ["change(ctx, 'person:staff', 'staff.edit').set({})", 'person'],
    ["remove({ db, me }, 'team_property').where()", 'team_property'],
    ["add({ db: tx }, 'unit').values({})", 'unit'],
    ["add(asUnscoped(ctx, 'why'), 'unit').values({})", 'unit'],
    ["unscopedTable(ctx.db, 'lead', \"nobody's\")\n  .change('l')", 'lead'],
    ["const these = ['lead', 'vacancy'] as const; unscopedTable(tx, table, 'why').remove()", 'lead'],
    ["db.insertInto('taxon').values({})", 'taxon'],
    ['sql`/* unscoped: x */ update only property p set a = 1`', 'property'],
    ['sql`with a as (delete from listing_view returning 1) select 1`', 'listing_view'],
    ['sql`insert into\n  mandate_property (a) select 1`', 'mandate_property'],
    ["import { remove as erase } from '#server/kernel/scoped.ts'; erase(ctx, 'lead')", 'lead'],
    [["(table: 'taxon' | 'unit') => sql`update $", '{sql.table(table)} set a = 1`'].join(''), 'unit'],
    ['change(ctx, table).set({})', 'unknown: table'],
  ])('finds the table write in the code: %s', (text, table) => {
    expect(writesIn(text.startsWith('import') ? text : head + text)).toContain(table);
  });

  test.each([
    "change(ctx, 'lead').set({ note }).where('id', '=', id).execute()",
    "change(ctx, 'lead')\n  .set({ note })\n  .where('lead.id', '=', id)\n  .executeTakeFirstOrThrow()",
    "import { remove as erase } from '#server/kernel/scoped.ts'; erase(ctx, 'lead').where('id', '=', id).execute()",
    "ctx.db.updateTable('taxon').set({ bit: null }).where('id', '=', id).execute()",
  ])('reports a write that ignores a missing row: %s', (text) => {
    expect(silentIn(text.startsWith('import') ? text : head + text)).toHaveLength(1);
  });
  test.each([
    "change(ctx, 'lead').set({ note }).where('id', '=', id).$call(oneRow); remove(ctx, 'lead').where('person_id', '=', id).execute()",
    "change(ctx, 'lead').set({ note }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()",
    "change(ctx, 'lead').set({ note }).where('id', 'in', ids).execute()",
  ])('accepts a write that reports a missing row: %s', (text) => {
    expect(silentIn(head + text)).toEqual([]);
  });

  test('does not count a read as a write', () => {
    expect(writesIn(`${head}unscopedTable(db, 'lead', 'why').select(); known.add(a, 'lead'); sql\`select 1 from lead for update of lead\``)).toEqual(
      [],
    );
  });
});
