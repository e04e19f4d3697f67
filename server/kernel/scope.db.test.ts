import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { openTables } from '#server/db/open-tables.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { anonymousCaller, asClock, asUnscoped } from './ctx.ts';
import { getTableName, listScopeNames, mayChange, type ScopeName, visibleTo } from './scope.ts';
import { add, change, from, oneRow, remove, unscopedTable } from './scoped.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

describe('scopes of tables', () => {
  test('every owned table has a scope', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      services.database.db,
    );
    const bare = rows.map((row) => row.name).filter((name) => name !== 'schema_migration' && !listScopeNames().includes(name));
    expect(bare.sort()).toEqual([...openTables].sort());
  });

  test('each scope is valid SQL for every caller, with the table’s name and with an alias', async () => {
    const people = [anonymousCaller];
    for (const role of Object.keys(userTypes) as (keyof typeof userTypes)[])
      if (role !== 'tenancy') people.push((await createPerson(services, role)).me);
    // Callers for whom the rules use other branches.
    for (const me of [...people]) people.push({ ...me, region: '047', county: '047', limits: { teamIds: [1], propertyIds: [1] } });
    for (const name of listScopeNames() as ScopeName[]) {
      const table = sql.table(getTableName(name));
      const asked = people.flatMap((me) => [
        sql`(select count(*) from ${table} where ${visibleTo(name, me)})`,
        sql`(select count(*) from ${table} other where ${visibleTo(name, me, 'other')} and ${mayChange(name, me, 'property.edit', 'other')})`,
      ]);
      await expect(sql`select ${sql.join(asked)}`.execute(services.database.db), name).resolves.toBeDefined();
    }
  });
});

describe('scopes: queries of owned tables', () => {
  test('jobs and unscoped contexts can change rows of any company, but other companies and signed-out visitors cannot', async () => {
    const owner = await createPerson(services, 'owner');
    const { db } = services.database;
    const lead = { company_id: owner.me.companyId ?? 0, name: 'Asker', phone: '+254712345678' };
    const { id } = await add({ db }, 'lead').values(lead).returning('id').executeTakeFirstOrThrow();
    const note = (ctx: Parameters<typeof change>[0], text: string) =>
      change(ctx, 'lead').set({ note: text }).where('id', '=', id).returning('note').executeTakeFirstOrThrow();
    expect(await note(asClock(db), 'by the clock')).toEqual({ note: 'by the clock' });
    expect(await note(asUnscoped(createTestCtx(services, null), 'a key grants access'), 'by a key')).toEqual({ note: 'by a key' });
    await expect(note(createTestCtx(services, null), 'by nobody')).rejects.toThrow();
    await expect(note(createTestCtx(services, await createPerson(services, 'owner')), 'by another')).rejects.toThrow();
    expect(await from(createTestCtx(services, owner), 'lead', 'l').select('l.note').execute()).toEqual([{ note: 'by a key' }]);
    await remove(createTestCtx(services, await createPerson(services, 'owner')), 'lead').execute();
    expect(await unscopedTable(db, 'lead', 'a test').select().select('id').execute()).toEqual([{ id }]);
    expect(() => unscopedTable(db, 'lead', '')).toThrow();
  });

  test('updating or deleting a row that is out of scope fails as not found', async () => {
    const owner = await createPerson(services, 'owner');
    const stranger = createTestCtx(services, await createPerson(services, 'owner'));
    const lead = { company_id: owner.me.companyId ?? 0, name: 'Asker', phone: '+254712345678' };
    const { id } = await add(services.database, 'lead').values(lead).returning('id').executeTakeFirstOrThrow();
    const note = (ctx: Parameters<typeof change>[0]) => change(ctx, 'lead').set({ note: 'seen' }).where('id', '=', id).$call(oneRow);
    const away = (ctx: Parameters<typeof change>[0]) => remove(ctx, 'lead').where('id', '=', id).$call(oneRow);
    for (const act of [note, away]) await expect(act(stranger)).rejects.toMatchObject({ failure: 'notFound' });
    await note(createTestCtx(services, owner));
    expect(await from(createTestCtx(services, owner), 'lead').select('note').execute()).toEqual([{ note: 'seen' }]);
    await away(createTestCtx(services, owner));
    await expect(away(createTestCtx(services, owner))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('a query of a table without a scope does not compile', () => {
    const { db } = services.database as { db: Parameters<typeof unscopedTable>[0] };
    const never = () => {
      // @ts-expect-error an owned table is read through from()
      db.selectFrom('lead');
      // @ts-expect-error and changed through change()
      db.updateTable('lead');
      // @ts-expect-error nor is it joined to an open one
      db.selectFrom('throttle').innerJoin('lead', 'lead.id', 'throttle.key');
      // @ts-expect-error nor reached in a transaction
      db.transaction().execute((tx) => tx.deleteFrom('lead').execute());
      // @ts-expect-error nor in a `with`
      db.with('all', (q) => q.selectFrom('lead').selectAll()).selectFrom('all');
    };
    expect(never).toBeTypeOf('function');
  });
});
