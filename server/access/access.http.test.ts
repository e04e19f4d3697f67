import { expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson } from '#test/people.ts';

test('access control: a role change applies from the next request, and a deactivated person is signed out immediately', async () => {
  const services = await createTestServices();
  const app = await makeApp(services, null);
  const staff = await createPerson(services, 'staff', ['staff.read']);
  const { db } = services.database;
  const { cookie, token } = await signInOverHttp(app, staff.email);
  const list = () => sendRequest(app, '/api/v2/access/staff/?page=1', { token });
  expect((await list()).status).toBe(200);
  await db
    .updateTable('staff_role')
    .set({ grants: ['teams.read', 'revenue.read'] })
    .where('company_id', '=', staff.me.companyId)
    .execute();
  expect(await list()).toMatchObject({ status: 403, json: { missing: 'staff.read' } });
  expect((await sendRequest(app, '/api/v2/access/teams/?page=1', { token })).status).toBe(200);
  // The permissions in the session, which menus and pages use, agree and never exceed the permissions of the account holder.
  expect((await sendRequest(app, '/api/auth/session', { cookie })).json.user.permissions).toEqual(['teams.read']);
  await db.updateTable('person').set({ is_active: false }).where('id', '=', staff.id).execute();
  expect((await sendRequest(app, '/api/v2/access/teams/?page=1', { token })).status).toBe(401);
  await app.close();
});
