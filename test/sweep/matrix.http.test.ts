import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultGrants, isAllowed } from '#contract/access/grants.ts';
import { type CallShape, toRequest } from '#contract/kernel/call.ts';
import { makeApp } from '#server/app.ts';
import { listScopeNames } from '#server/kernel/scope.ts';
import { callTable } from '#server/modules.ts';
import { sendRequest } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { callExamples, callsAllowedAcrossCompanies, exampleRowSeeders, otherCompanyRows } from '#test/examples.ts';
import { type CompanyFixture, createCompanyFixture, type FixtureRole, fixtureRoles, restartIdentityColumns } from '#test/fixtures/companies.ts';

/**
 * Every declared call × every role × records of the other companies. Two sets of companies, staff, tenants and regions exist side by side. As each
 * person of the first set we send every call, first with its own records and then with those of the second set. No answer may contain a marked word
 * of the second set, no record of it may be answered with success, and none of its rows may change. A new call is included as soon as it is declared,
 * and a new table as soon as it refers to a person or a company.
 */
type Row = { key: string; call: CallShape };
const rows: Row[] = Object.entries(callTable)
  .flatMap(([module, calls]) => Object.entries(calls).map(([name, call]) => ({ key: `${module}.${name}`, call })))
  .filter(({ call }) => call.path.startsWith('/api/v2/'));

/** Platform staff see all companies; tests of the modules check whom they may not change. */
const everywhere: readonly FixtureRole[] = ['superadmin', 'admin'];
const bound = fixtureRoles.filter((role) => !everywhere.includes(role));
const secondFrom = 500_000;
const mark = 'zebramark';

let services: TestServices;
let app: FastifyInstance;
let other: CompanyFixture;
type OwnedRows = { column: string; ids: readonly number[] };
let watched: { table: string; where: OwnedRows[] }[];
let unseeded: string[];
const sessions = new Map<FixtureRole, { id: number; session: number }>();
const tokens = new Map<FixtureRole, string>();

beforeAll(async () => {
  // Each connection plans a statement five times or more before it keeps a plan, so fewer connections plan less.
  services = await createTestServices('bare', { DATABASE_POOL: '2' });
  app = await makeApp(services, null);
  const own = await createCompanyFixture(services, 'ownworld', '047');
  await restartIdentityColumns(services, secondFrom);
  const before = await ownedCounts();
  other = await createCompanyFixture(services, mark, '001');
  const { db } = services.database;
  await sql`insert into person_session (person_id, token, expires_at, ip_address, user_agent) select id, 'zebramark-' || id, now() + interval '1 hour', '10.9.9.9', 'zebramark agent' from person where email like 'zebramark%'`.execute(
    db,
  );
  // A verified agent is public. The people of the other set send no calls, so none of them has to be verified.
  await sql`update person set verified_status = 'pending' where email like 'zebramark%'`.execute(db);
  for (const seed of exampleRowSeeders) await seed(services, other);
  const after = await ownedCounts();
  unseeded = Object.keys(after).filter((table) => after[table] === before[table]);
  await restartIdentityColumns(services, secondFrom * 2);
  for (const role of bound) {
    const who = own.people[role];
    if (!who) throw new Error(`nobody is ${role}`);
    const session = await db
      .insertInto('person_session')
      .values({ person_id: who.id, token: `own-${who.id}`, expires_at: new Date(Date.now() + 3_600_000) })
      .returning('id')
      .executeTakeFirstOrThrow();
    sessions.set(role, { id: who.id, session: session.id });
  }
  await keep();
  watched = await ownedTables();
  await countChanges();
}, 60_000);
afterAll(async () => {
  await app.close();
});

/** Tables whose rows belong to no company or person. */
const nobodys = [
  // The kinds of accounts are fixed rules of the ledger: written by migrations, the same for every company.
  'account_kind',
  // A table of one row, the platform's rules for payouts. The database accepts no second row.
  'wallet_setting',
];
/** How many rows each table with an owner has. */
async function ownedCounts(): Promise<Record<string, number>> {
  const tables = listScopeNames().filter((name) => !name.includes(':') && !nobodys.includes(name));
  const parts = tables.map((table) => `select '${table}' as name, count(*)::int as n from ${table}`);
  const { rows: counts } = await sql<{ name: string; n: number }>`${sql.raw(parts.join(' union all '))}`.execute(services.database.db);
  return Object.fromEntries(counts.map(({ name, n }) => [name, n]));
}

test('company isolation: the test data of another company has a row in every owned table', () => expect(unseeded).toEqual([]));

/** Calls may disable, delete or rename their caller; all people are restored before the next call. */
const restored = ['company', 'staff_role', 'person', 'person_session'] as const;
/**
 * The statements that restore people. They are prepared once, because reading the columns takes longer than restoring, and they write only where a
 * value differs.
 */
const putBack: string[] = [];
async function keep(): Promise<void> {
  const { db } = services.database;
  for (const table of restored) {
    const kept = sql.ref(`kept_${table}`);
    await sql`create table ${kept} as select * from ${sql.ref(table)}`.execute(db);
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'id'`.execute(db);
    const names = sql.join(columns.map((c) => sql.ref(c.name)));
    const [now, then] = ['t', 'k'].map((of) => sql.join(columns.map((c) => sql.ref(`${of}.${c.name}`))));
    const statements = [
      sql`insert into ${sql.ref(table)} (id, ${names}) overriding system value select id, ${names} from ${kept} on conflict (id) do nothing`,
      sql`update ${sql.ref(table)} t set ${sql.join(columns.map((c) => sql`${sql.ref(c.name)} = k.${sql.ref(c.name)}`))} from ${kept} k
        where k.id = t.id and (${now}) is distinct from (${then})`,
    ];
    putBack.push(...statements.map((one) => one.compile(db).sql));
  }
}
async function restore(): Promise<void> {
  const { db, pool } = services.database;
  for (const [at, text] of putBack.entries()) await pool.query({ name: `restore ${at}`, text });
  // A delete of few rows is cheaper than a truncate, after which every connection plans again.
  await sql`delete from throttle`.execute(db);
  // A token lives for minutes only, which is less than the whole matrix takes on a busy machine.
  for (const [role, { id, session }] of sessions) tokens.set(role, await services.tokens.make(session, id));
}
beforeEach(restore);

/** Tables with a column that refers to a person or a company, and a condition for rows of the other set. */
async function ownedTables(): Promise<typeof watched> {
  const { rows: keys } = await sql<{ table: string; column: string; target: string }>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('person'::regclass, 'company'::regclass) and array_length(c.conkey, 1) = 1`.execute(
    services.database.db,
  );
  const people = Object.values(other.people).map((p) => p.id);
  const byTable = new Map<string, OwnedRows[]>([
    ['person', [{ column: 'id', ids: people }]],
    ['company', [{ column: 'id', ids: other.companies }]],
  ]);
  for (const { table, column, target } of keys)
    byTable.set(table, [...(byTable.get(table) ?? []), { column: `"${column}"`, ids: target === 'person' ? people : other.companies }]);
  return [...byTable].map(([table, where]) => ({ table, where }));
}

/**
 * Every change to a row of the other set is counted by triggers. Reading all its rows before and after each call took a quarter of PostgreSQL's time.
 */
async function countChanges(): Promise<void> {
  const { db } = services.database;
  await sql`create table foreign_change (name text not null)`.execute(db);
  await sql`create function note_foreign_change() returns trigger language plpgsql as $$
    begin insert into foreign_change values (tg_table_name); return null; end $$`.execute(db);
  for (const { table, where } of watched) {
    const of = (row: string) => where.map(({ column, ids }) => `${row}.${column} in (${ids})`).join(' or ');
    const changed = `(${of('old')} or ${of('new')}) and old::text is distinct from new::text`;
    for (const [event, when] of [
      ['insert', of('new')],
      ['delete', of('old')],
      ['update', changed],
    ] as const)
      await sql
        .raw(`create trigger zz_foreign_${event} after ${event} on ${table} for each row when (${when}) execute function note_foreign_change()`)
        .execute(db);
    await sql
      .raw(`create trigger zz_foreign_truncate after truncate on ${table} for each statement execute function note_foreign_change()`)
      .execute(db);
  }
}
/** How many changes each table had so far. */
async function foreignChanges(): Promise<Record<string, number>> {
  const { rows: counts } = await sql<{ name: string; n: number }>`select name, count(*)::int as n from foreign_change group by name`.execute(
    services.database.db,
  );
  return Object.fromEntries(counts.map(({ name, n }) => [name, n]));
}

const ask = (call: CallShape, given: Record<string, unknown>, token: string | null) => {
  const { url, body } = toRequest(call, given);
  return sendRequest(app, url, { method: call.method, token, ...(body ? { body } : {}) });
};
/** An answer may repeat the input, and nothing else of the other set. */
const leaks = (text: string, given: unknown): string | null => {
  const at = text.indexOf(mark);
  if (at < 0) return null;
  const asked = JSON.stringify(given);
  const around = text.slice(at, at + 80);
  return asked.includes(/^[\w@.-]+/.exec(around)?.[0] ?? mark) ? null : around;
};

const isId = (name: string) => name === 'id' || /_ids?$/.test(name);
/** The same valid input with one id at a time replaced by an id of the other set. */
function foreign(call: CallShape, good: Record<string, unknown>): Record<string, unknown>[] {
  const names = [call.params, call.query, call.body].flatMap((part) => Object.keys(part?.shape ?? {})).filter(isId);
  const ids = [0, 1, 4, 6, 8].map((n) => secondFrom + n);
  return names.flatMap((name) => ids.map((id) => ({ ...good, [name]: Array.isArray(good[name]) ? [id] : id })));
}

test.each(rows)('company isolation: the call $key shows and changes no row of the other company', async ({ key, call }) => {
  const make = callExamples[key];
  if (!make) throw new Error(`test/examples.ts has no example for ${key}`);
  const good = await make(services);
  const before = await foreignChanges();
  const found: string[] = [];
  const asked = foreign(call, good);
  const named = (await otherCompanyRows[key]?.(services, other)) ?? [];
  await Promise.all(
    [...bound, null].map(async (role) => {
      const token = role ? (tokens.get(role) ?? null) : null;
      const note = (what: string) => found.push(`${role ?? 'nobody'}: ${what}`);
      const look = async (given: Record<string, unknown>, mustFail: boolean) => {
        const answer = await ask(call, given, token);
        const leak = leaks(answer.text, given);
        if (leak) note(`${JSON.stringify(given)} was answered with “${leak}”`);
        if (answer.status >= 500) note(`${JSON.stringify(given)} broke it: ${answer.text.slice(0, 200)}`);
        if (mustFail && answer.status < 400) note(`${JSON.stringify(given)} was answered with success`);
      };
      // A caller without the permission is rejected before anything is read; one attempt is enough to see that.
      const mayAsk = role === 'staff' || (role !== null && isAllowed(call.needs, { role, grants: defaultGrants[role] })) || call.needs === 'anyone';
      const open = callsAllowedAcrossCompanies[key];
      const answered = open !== undefined && (open.to === undefined || (role !== null && open.to.includes(role)));
      for (const given of mayAsk ? [...asked, ...named] : asked.slice(0, 1)) await look(given, asked.includes(given) && !answered);
      await look(good, false);
    }),
  );
  expect(found).toEqual([]);
  expect(await foreignChanges()).toEqual(before);
});

test('company isolation: the check detects rows of another company when Makao staff may read these rows', async () => {
  const { db } = services.database;
  const admin = await db.selectFrom('person').select('id').where('email', '=', 'ownworld-admin@makao.test').executeTakeFirstOrThrow();
  const session = await db
    .insertInto('person_session')
    .values({ person_id: admin.id, token: 'own-admin', expires_at: new Date(Date.now() + 3_600_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await services.tokens.make(session.id, admin.id);
  const call = callTable.audit?.list as CallShape;
  expect(leaks((await ask(call, { page: 1, z_filter: { ip: '10.9.9.9' } }, token)).text, {})).toContain(mark);
  const before = await foreignChanges();
  await db
    .updateTable('person')
    .set({ name: `${mark} renamed` })
    .where('id', '=', other.people.tenant?.id ?? 0)
    .execute();
  expect(await foreignChanges()).not.toEqual(before);
  expect(watched.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['person', 'company', 'staff_role', 'person_session', 'person_credential']),
  );
});
