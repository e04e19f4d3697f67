import { expect, test } from 'vitest';
import { freshHouse } from '#test/db.ts';
import { promised, told } from '#test/jobs.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { notify, screenPage } from './notify.ts';
import { type Audience, audience } from './recipients.ts';
import type { Waiting } from './tell.ts';

const house = await freshHouse('bare');
const { db } = house.database;
const [owner, agent, staff, tenant] = [
  await somebody(house, 'owner'),
  await somebody(house, 'agent'),
  await somebody(house, 'staff'),
  await somebody(house, 'tenant'),
];
const companyOf = ({ me }: typeof owner) => me.companyId ?? 0;
const peopleIn = async (to: Audience) => (await to.list(db)).map((reader) => ('personId' in reader.to ? reader.to.personId : null));
let n = 0;
async function sent(to: Audience, more: Partial<Parameters<typeof notify>[4]> = {}) {
  const key = `case-${++n}`;
  const count = await inTransaction(house, owner, (ctx) => notify(ctx, 'message.test', {}, to, { key, ...more }));
  const all = (await told(house, 'message.test')).filter((one) => one.key.startsWith(`message.test:${key}`));
  expect(all).toHaveLength(count);
  return all;
}

test('notify: the heads of the holder and of the agency, without staff and without the person who acts', async () => {
  await db
    .updateTable('person')
    .set({ company_id: companyOf(owner) })
    .where('id', '=', staff.id)
    .execute();
  const home = { company_id: companyOf(owner), agent_company_id: companyOf(agent) };
  expect(await peopleIn(audience().managers(home))).toEqual([owner.id, agent.id]);
  expect(await peopleIn(audience().managers(home).except(owner.id))).toEqual([agent.id]);
  expect(await peopleIn(audience().managers({ ...home, agent_company_id: null }))).toEqual([owner.id]);
  await db.updateTable('person').set({ is_active: false }).where('id', '=', agent.id).execute();
  expect(await peopleIn(audience().managers(home))).toEqual([owner.id]);
  expect(await peopleIn(audience().active([owner.id, agent.id]))).toEqual([owner.id]);
  await db.updateTable('person').set({ is_active: true }).where('id', '=', agent.id).execute();
});

test('notify: the platform by role, subadmins and dealers by their county', async () => {
  const [root, admin, near, far, dealer] = [
    await somebody(house, 'superadmin'),
    await somebody(house, 'admin'),
    await somebody(house, 'subadmin'),
    await somebody(house, 'subadmin'),
    await somebody(house, 'dealer'),
  ];
  await db.updateTable('person').set({ region: '005' }).where('id', '=', near.id).execute();
  await db.updateTable('person').set({ region: '002' }).where('id', '=', far.id).execute();
  await db.updateTable('company').set({ region: '005' }).where('id', '=', companyOf(dealer)).execute();
  expect(await peopleIn(audience().superadmins())).toContain(root.id);
  expect(await peopleIn(audience().platform(['admin', 'subadmin'], '005'))).toEqual(expect.arrayContaining([admin.id, near.id]));
  expect(await peopleIn(audience().platform(['admin', 'subadmin'], '005'))).not.toContain(far.id);
  expect(await peopleIn(audience().platform(['subadmin']))).toEqual([]);
  expect(await peopleIn(audience().dealers('005', 0))).toEqual([dealer.id]);
  expect(await peopleIn(audience().dealers('005', companyOf(dealer)))).toEqual([]);
});

test('notify: one key per reader, and the same message twice reaches nobody twice', async () => {
  const to = audience().people([owner.id]).person(agent.id, 'host').person(tenant.id, '');
  expect((await sent(to)).map(({ key }) => key).sort()).toEqual([
    'message.test:case-1',
    'message.test:case-1:' + owner.id,
    'message.test:case-1:host',
  ]);
  n = 0;
  expect(await sent(to)).toHaveLength(3);
});

test('notify: each reader gets the page of their own dashboard; an address gets none', async () => {
  const to = audience()
    .people([owner.id, agent.id, tenant.id])
    .readers([{ to: { phone: '+254712000001' }, mark: 'guest' }]);
  const pages = (await sent(to, { page: screenPage('property.list') })).map(({ page }) => page);
  expect(pages).toEqual(['/dashboard/owner/properties', '/dashboard/agent/properties', undefined, undefined]);
  expect((await sent(to, { page: '/x' })).map(({ page }) => page)).toEqual(['/x', '/x', '/x', undefined]);
});

test('notify: a link that opens without signing in is sealed, and a reader’s own replaces that of the message', async () => {
  const to = audience().readers([
    { to: { phone: '+254712000001' }, mark: 'own', link: '/own-link' },
    { to: { phone: '+254712000002' }, mark: 'any' },
  ]);
  expect((await sent(to, { link: '/open-link' })).map(({ page }) => page)).toEqual(['/own-link', '/open-link']);
  const waiting = (await promised<Waiting>(house, 'notification.deliver')).filter(({ key }) => /:(own|any)$/.test(key));
  expect(waiting.map(({ sealed, page }) => [typeof sealed, page])).toEqual([
    ['string', undefined],
    ['string', undefined],
  ]);
});
