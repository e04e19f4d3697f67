import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { openTables } from '#server/db/open-tables.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { atClock, nobody, unscoped } from './ctx.ts';
import { mayChange, type ScopeName, scopeNames, tableOf, visible } from './scope.ts';
import { add, change, everything, from, oneRow, remove } from './scoped.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

describe('every scope', () => {
  test('every table has one but for the open ones', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      house.database.db,
    );
    const bare = rows.map((row) => row.name).filter((name) => name !== 'schema_migration' && !scopeNames().includes(name));
    expect(bare.sort()).toEqual([...openTables].sort());
  });

  test('is SQL that runs, whoever asks, under the table’s own name and another', async () => {
    const people = [nobody];
    for (const role of Object.keys(userTypes) as (keyof typeof userTypes)[]) if (role !== 'tenancy') people.push((await somebody(house, role)).me);
    // Facts that choose other branches of the rules.
    for (const me of [...people]) people.push({ ...me, region: '047', county: '047', limits: { teamIds: [1], propertyIds: [1] } });
    for (const name of scopeNames() as ScopeName[]) {
      const table = sql.table(tableOf(name));
      const asked = people.flatMap((me) => [
        sql`(select count(*) from ${table} where ${visible(name, me)})`,
        sql`(select count(*) from ${table} other where ${visible(name, me, 'other')} and ${mayChange(name, me, 'property.edit', 'other')})`,
      ]);
      await expect(sql`select ${sql.join(asked)}`.execute(house.database.db), name).resolves.toBeDefined();
    }
  });
});

describe('queries of owned tables', () => {
  test('the clock changes what it means to change: an unscoped context says so, a stranger’s changes nothing', async () => {
    const owner = await somebody(house, 'owner');
    const { db } = house.database;
    const lead = { company_id: owner.me.companyId ?? 0, name: 'Asker', phone: '+254712345678' };
    const { id } = await add({ db }, 'lead').values(lead).returning('id').executeTakeFirstOrThrow();
    const note = (ctx: Parameters<typeof change>[0], text: string) =>
      change(ctx, 'lead').set({ note: text }).where('id', '=', id).returning('note').executeTakeFirstOrThrow();
    expect(await note(atClock(db), 'by the clock')).toEqual({ note: 'by the clock' });
    expect(await note(unscoped(ctxOf(house, null), 'a key gives the right'), 'by a key')).toEqual({ note: 'by a key' });
    await expect(note(ctxOf(house, null), 'by nobody')).rejects.toThrow();
    await expect(note(ctxOf(house, await somebody(house, 'owner')), 'by another')).rejects.toThrow();
    expect(await from(ctxOf(house, owner), 'lead', 'l').select('l.note').execute()).toEqual([{ note: 'by a key' }]);
    await remove(ctxOf(house, await somebody(house, 'owner')), 'lead').execute();
    expect(await everything(db, 'lead', 'a test').select().select('id').execute()).toEqual([{ id }]);
    expect(() => everything(db, 'lead', '')).toThrow();
  });

  test('a change or removal of one row out of scope is not found; within it, it is done', async () => {
    const owner = await somebody(house, 'owner');
    const stranger = ctxOf(house, await somebody(house, 'owner'));
    const lead = { company_id: owner.me.companyId ?? 0, name: 'Asker', phone: '+254712345678' };
    const { id } = await add(house.database, 'lead').values(lead).returning('id').executeTakeFirstOrThrow();
    const note = (ctx: Parameters<typeof change>[0]) => change(ctx, 'lead').set({ note: 'seen' }).where('id', '=', id).$call(oneRow);
    const away = (ctx: Parameters<typeof change>[0]) => remove(ctx, 'lead').where('id', '=', id).$call(oneRow);
    for (const act of [note, away]) await expect(act(stranger)).rejects.toMatchObject({ failure: 'notFound' });
    await note(ctxOf(house, owner));
    expect(await from(ctxOf(house, owner), 'lead').select('note').execute()).toEqual([{ note: 'seen' }]);
    await away(ctxOf(house, owner));
    await expect(away(ctxOf(house, owner))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('what has no scope does not compile', () => {
    const { db } = house.database as { db: Parameters<typeof everything>[0] };
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
