import type pg from 'pg';

type Column = {
  table: string;
  column: string;
  type: string;
  element: string;
  nullable: boolean;
  hasDefault: boolean;
  generated: boolean;
  always: boolean;
};

const scalars: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  citext: 'string',
  varchar: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  numeric: 'string',
  bytea: 'Buffer',
  inet: 'string',
  tsvector: 'string',
};

/** The Kysely types of a migrated database as TypeScript text; a test compares it with the checked-in file. */
export async function generateTableTypes(client: pg.ClientBase): Promise<string> {
  // Reads the system catalogue directly, because joins of the information_schema views take minutes with many tables.
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, coalesce(base.typname, t.typname) as type, coalesce(e.typname, '') as element,
           not a.attnotnull as nullable, d.oid is not null as "hasDefault", a.attgenerated <> '' as generated, a.attidentity <> '' as always
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
    left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and c.relname <> 'schema_migration'
    order by c.relname, a.attnum`);
  const words = await checkedWords(client);
  const tables = new Map<string, string[]>();
  for (const c of rows) {
    const lines = tables.get(c.table) ?? [];
    lines.push(`  ${c.column}: ${typeOf(c, words.get(`${c.table}.${c.column}`))};`);
    tables.set(c.table, lines);
  }
  const body = [...tables].map(([name, lines]) => `export type ${pascal(name)}Table = {\n${lines.join('\n')}\n};`).join('\n\n');
  const db = `export type DB = {\n${[...tables.keys()].map((name) => `  ${name}: ${pascal(name)}Table;`).join('\n')}\n};`;
  const keys = await foreignKeys(client);
  return `// Written by \`npm run gen\` from the migrated database. A test checks that it is current.\nimport type { ColumnType, GeneratedAlways } from 'kysely';\nimport type { Cents } from '#contract/money/cents.ts';\n\ntype Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;\ntype Timestamp = ColumnType<Date, Date | string, Date | string>;\ntype Json = ColumnType<unknown, string, string>;\n\n${body}\n\n${db}\n\n${keys}\n`;
}

/** The foreign keys: which column of a table refers to the id of which other table. */
async function foreignKeys(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string; parent: string }>(`
    select distinct c.relname as table, a.attname as column, p.relname as parent
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class p on p.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = p.oid and b.attnum = k.confkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 1 and b.attname = 'id'
    order by c.relname, a.attname`);
  const tables = new Map<string, string[]>();
  for (const { table, column, parent } of rows) tables.set(table, [...(tables.get(table) ?? []), `${column}: '${parent}'`]);
  const lines = [...tables].map(([table, columns]) => `  ${table}: { ${columns.join('; ')} };`);
  return `/** Foreign keys of one column: the table whose id they hold. */\nexport type ForeignKeys = {\n${lines.join('\n')}\n};`;
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

function typeOf(c: Column, words: string | undefined): string {
  // Amounts of money have their own type; values to write are parsed by contract/money.
  const cents = c.column.endsWith('_cents') && c.type === 'int8' ? 'Cents' : undefined;
  const base = words ?? cents ?? (c.element ? `${scalars[c.element] ?? 'unknown'}[]` : (scalars[c.type] ?? 'unknown'));
  const type = c.nullable ? `${base} | null` : base;
  if (c.generated || c.always) return `GeneratedAlways<${type}>`;
  return c.hasDefault ? `Generated<${type}>` : type;
}

/** `check (status in ('a', 'b'))` becomes the union 'a' | 'b', so a misspelt state does not compile. */
async function checkedWords(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; definition: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const found = new Map<string, string>();
  for (const { table, definition } of rows) {
    const match = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(definition);
    if (match?.[1] && match[2])
      found.set(
        `${table}.${match[1]}`,
        match[2]
          .split(', ')
          .map((w) => w.replace(/::text$/, ''))
          .join(' | '),
      );
  }
  return found;
}
