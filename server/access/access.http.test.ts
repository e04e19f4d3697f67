import { expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse } from '#test/db.ts';
import { somebody } from '#test/world.ts';

test('a changed role counts from the next request on; a deactivated person is out at once', async () => {
  const house = await freshHouse();
  const app = await makeApp(house, null);
  const staff = await somebody(house, 'staff', ['staff.read']);
  const { db } = house.database;
  const { cookie, token } = await signedIn(app, staff.email);
  const list = () => send(app, '/api/v2/access/staff/?page=1', { token });
  expect((await list()).status).toBe(200);
  await db
    .updateTable('staff_role')
    .set({ grants: ['teams.read', 'revenue.read'] })
    .where('company_id', '=', staff.me.companyId)
    .execute();
  expect(await list()).toMatchObject({ status: 403, json: { missing: 'staff.read' } });
  expect((await send(app, '/api/v2/access/teams/?page=1', { token })).status).toBe(200);
  // The session, from which menus and pages are drawn, says the same, and never more than the account holder may.
  expect((await send(app, '/api/auth/session', { cookie })).json.user.permissions).toEqual(['teams.read']);
  await db.updateTable('person').set({ is_active: false }).where('id', '=', staff.id).execute();
  expect((await send(app, '/api/v2/access/teams/?page=1', { token })).status).toBe(401);
  await app.close();
});
