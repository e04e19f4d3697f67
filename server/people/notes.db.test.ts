import { beforeAll, expect, test } from 'vitest';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { canWriteNote } from '#contract/people/note.ts';
import { clock } from '#contract/time/clock.ts';
import { anonymiseDueAccounts } from '#server/identity/closing.ts';
import { exportPersonalData } from '#server/identity/export.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { noteHandlers } from './notes.ts';

let services: TestServices;
const who = new Map<Role, TestPerson>();
const as = (role: Role) => who.get(role) as TestPerson;
const db = () => services.database.db;
beforeAll(async () => {
  services = await createTestServices();
  for (const role of (Object.keys(userTypes) as Exclude<Role, 'anonymous'>[]).filter((r) => r !== 'tenancy')) {
    const made = await createPerson(services, role, ['tenants.read', 'owners.read']);
    await db().updateTable('person').set({ region: '047' }).where('id', '=', made.id).execute();
    who.set(role, await reloadTestPerson(services, made));
  }
});

const page = { page: 1, page_size: 10 };
const list = (by: TestPerson, user_id: number) => noteHandlers.list(createTestCtx(services, by), { user_id, ...page });
const write = (by: TestPerson, user_id: number, text: string) => runAsPerson(services, by, (ctx) => noteHandlers.add(ctx, { user_id, text }));
const remove = (by: TestPerson, id: number) => runAsPerson(services, by, (ctx) => noteHandlers.remove(ctx, { id }));
const edit = (by: TestPerson, id: number, text: string) => runAsPerson(services, by, (ctx) => noteHandlers.edit(ctx, { id, text }));
const pin = (by: TestPerson, id: number, pinned = true) => runAsPerson(services, by, (ctx) => noteHandlers.pin(ctx, { id, pinned }));
const missing = { failure: 'notFound' };

test('notes on a person: each role can write notes only as mayWriteNote permits, and a sub admin only on people in their region', async () => {
  for (const [role, by] of who) {
    await db().updateTable('person').set({ region: '047' }).where('id', '=', by.id).execute();
    for (const region of role === 'subadmin' ? ['047', '001'] : ['047']) {
      for (const [other, { id }] of who) {
        await db()
          .updateTable('person')
          .set({ region: id === by.id ? '047' : region })
          .where('id', '=', id)
          .execute();
        const may = canWriteNote({ id: by.id, role }, { id, role: other }) && region === '047';
        const outcome = await write(by, id, 'Seen').then(
          () => true,
          () => false,
        );
        expect(outcome, `${role} about ${other} of ${region}`).toBe(may);
        // The row scope agrees with the rule, also for someone who knows the id of a note.
        const { id: note } = await db()
          .insertInto('person_note')
          .values({ person_id: id, body: 'Planted' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const pinned = await pin(by, note).then(
          () => true,
          () => false,
        );
        expect(pinned, `${role} pins about ${other} of ${region}`).toBe(may);
        await db().deleteFrom('person_note').execute();
      }
    }
  }
  await db().updateTable('person').set({ region: '047' }).execute();
});

test('notes on a person: are listed newest first below the pinned note, and the audit log omits their text', async () => {
  const tenant = await createPerson(services, 'tenant');
  const admin = as('admin');
  const made = [];
  for (let n = 1; n <= 12; n++) made.push(await write(admin, tenant.id, `Zebra ${n}`));
  await pin(as('superadmin'), made[1]?.id ?? 0);
  await pin(admin, made[0]?.id ?? 0);
  const first = await list(admin, tenant.id);
  expect(first.count).toBe(12);
  expect(first.results.map((note) => note.text)).toEqual(['Zebra 1', ...Array.from({ length: 9 }, (_, at) => `Zebra ${12 - at}`)]);
  expect(first.results.filter((note) => note.pinned)).toHaveLength(1);
  expect(first.results[0]).toMatchObject({ by: expect.stringMatching(/^admin /), edited_at: null, acts: ['edit', 'delete'] });
  await pin(admin, made[0]?.id ?? 0, false);
  expect((await list(admin, tenant.id)).results.some((note) => note.pinned)).toBe(false);
  await edit(admin, made[0]?.id ?? 0, 'Zebra changed');
  await remove(admin, made[0]?.id ?? 0);
  const log = await db().selectFrom('audit_log').selectAll().where('document', '=', 'note').execute();
  expect(log.length).toBeGreaterThanOrEqual(17);
  expect(JSON.stringify(log)).not.toContain('Zebra');
});

test('notes on a person: the author can edit for 15 minutes, and only a super admin can delete the note of another person', async () => {
  const tenant = await createPerson(services, 'tenant');
  const [admin, other] = [as('admin'), await createPerson(services, 'admin')];
  const note = await write(admin, tenant.id, 'Called twice');
  expect(await edit(admin, note.id, 'Called once')).toMatchObject({ text: 'Called once', edited_at: expect.any(String) });
  await expect(edit(other, note.id, 'Mine')).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(edit(as('superadmin'), note.id, 'Mine')).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(remove(other, note.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await setClock(services, new Date(clock.ms() + 15 * 60_000).toISOString());
  await expect(edit(admin, note.id, 'Too late')).rejects.toMatchObject({ failure: 'forbidden' });
  await remove(as('superadmin'), note.id);
  await expect(remove(admin, note.id)).rejects.toMatchObject(missing);
  expect((await list(admin, tenant.id)).count).toBe(0);
});

test('notes on a person: are part of the data export and deleted with the account', async () => {
  const tenant = await createPerson(services, 'tenant');
  await write(as('admin'), tenant.id, 'Pays by the 5th');
  await write(as('admin'), as('owner').id, 'Another’s');
  const { notes_about_you: given } = await exportPersonalData(db(), tenant.id);
  expect(given).toEqual([{ text: 'Pays by the 5th', created_at: expect.any(Date), edited_at: null }]);
  await db()
    .updateTable('person')
    .set({ closing_at: new Date(clock.ms() - 1000) })
    .where('id', '=', tenant.id)
    .execute();
  expect(await anonymiseDueAccounts(db())).toBe(1);
  const left = await db()
    .selectFrom('person_note')
    .select('body')
    .where('person_id', 'in', [tenant.id, as('owner').id])
    .execute();
  expect(left.map((note) => note.body)).toEqual(['Another’s']);
});
