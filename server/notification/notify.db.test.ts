import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';
import { queuedJobs, sentNotifications } from '#test/jobs.ts';
import { createPerson, inTransaction } from '#test/people.ts';
import { notifyAudience, screenPagePath } from './notify.ts';
import type { QueuedNotification } from './notify-person.ts';
import { type NotificationAudience, newAudience } from './recipients.ts';

const services = await createTestServices('bare');
const { db } = services.database;
const [owner, agent, staff, tenant] = [
  await createPerson(services, 'owner'),
  await createPerson(services, 'agent'),
  await createPerson(services, 'staff'),
  await createPerson(services, 'tenant'),
];
const companyOf = ({ me }: typeof owner) => me.companyId ?? 0;
const peopleIn = async (to: NotificationAudience) => (await to.list(db)).map((reader) => ('personId' in reader.to ? reader.to.personId : null));
let n = 0;
async function sent(to: NotificationAudience, more: Partial<Parameters<typeof notifyAudience>[4]> = {}) {
  const key = `case-${++n}`;
  const count = await inTransaction(services, owner, (ctx) => notifyAudience(ctx, 'message.test', {}, to, { key, ...more }));
  const all = (await sentNotifications(services, 'message.test')).filter((one) => one.key.startsWith(`message.test:${key}`));
  expect(all).toHaveLength(count);
  return all;
}

test('notify: reaches the account holders of owner and agency, but not their staff or an excluded person', async () => {
  await db
    .updateTable('person')
    .set({ company_id: companyOf(owner) })
    .where('id', '=', staff.id)
    .execute();
  const home = { company_id: companyOf(owner), agent_company_id: companyOf(agent) };
  expect(await peopleIn(newAudience().managers(home))).toEqual([owner.id, agent.id]);
  expect(await peopleIn(newAudience().managers(home).except(owner.id))).toEqual([agent.id]);
  expect(await peopleIn(newAudience().managers({ ...home, agent_company_id: null }))).toEqual([owner.id]);
  await db.updateTable('person').set({ is_active: false }).where('id', '=', agent.id).execute();
  expect(await peopleIn(newAudience().managers(home))).toEqual([owner.id]);
  expect(await peopleIn(newAudience().active([owner.id, agent.id]))).toEqual([owner.id]);
  await db.updateTable('person').set({ is_active: true }).where('id', '=', agent.id).execute();
});

test('notify: reaches platform staff by role, and sub admins and dealers by county', async () => {
  const [root, admin, near, far, dealer] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'admin'),
    await createPerson(services, 'subadmin'),
    await createPerson(services, 'subadmin'),
    await createPerson(services, 'dealer'),
  ];
  await db.updateTable('person').set({ region: '005' }).where('id', '=', near.id).execute();
  await db.updateTable('person').set({ region: '002' }).where('id', '=', far.id).execute();
  await db.updateTable('company').set({ region: '005' }).where('id', '=', companyOf(dealer)).execute();
  expect(await peopleIn(newAudience().superadmins())).toContain(root.id);
  expect(await peopleIn(newAudience().platform(['admin', 'subadmin'], '005'))).toEqual(expect.arrayContaining([admin.id, near.id]));
  expect(await peopleIn(newAudience().platform(['admin', 'subadmin'], '005'))).not.toContain(far.id);
  expect(await peopleIn(newAudience().platform(['subadmin']))).toEqual([]);
  expect(await peopleIn(newAudience().dealers('005', 0))).toEqual([dealer.id]);
  expect(await peopleIn(newAudience().dealers('005', companyOf(dealer)))).toEqual([]);
});

test('notify: each reader has their own key, and a repeated message is delivered once', async () => {
  const to = newAudience().people([owner.id]).person(agent.id, 'host').person(tenant.id, '');
  expect((await sent(to)).map(({ key }) => key).sort()).toEqual([
    'message.test:case-1',
    'message.test:case-1:' + owner.id,
    'message.test:case-1:host',
  ]);
  n = 0;
  expect(await sent(to)).toHaveLength(3);
});

test('notify: each reader gets the page of their own dashboard, and a phone number without an account gets none', async () => {
  const to = newAudience()
    .people([owner.id, agent.id, tenant.id])
    .readers([{ to: { phone: '+254712000001' }, mark: 'guest' }]);
  const pages = (await sent(to, { page: screenPagePath('property.list') })).map(({ page }) => page);
  expect(pages).toEqual(['/dashboard/owner/properties', '/dashboard/agent/properties', undefined, undefined]);
  expect((await sent(to, { page: '/x' })).map(({ page }) => page)).toEqual(['/x', '/x', '/x', undefined]);
});

test('notify: a link that works without sign-in is encrypted, and a reader’s own link replaces that of the message', async () => {
  const to = newAudience().readers([
    { to: { phone: '+254712000001' }, mark: 'own', link: '/own-link' },
    { to: { phone: '+254712000002' }, mark: 'any' },
  ]);
  expect((await sent(to, { link: '/open-link' })).map(({ page }) => page)).toEqual(['/own-link', '/open-link']);
  const waiting = (await queuedJobs<QueuedNotification>(services, 'notification.deliver')).filter(({ key }) => /:(own|any)$/.test(key));
  expect(waiting.map(({ sealed, page }) => [typeof sealed, page])).toEqual([
    ['string', undefined],
    ['string', undefined],
  ]);
});
