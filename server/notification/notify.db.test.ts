import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';
import { listJobPayloads, listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { notifyAudience, screenPagePath } from './notify.ts';
import type { QueuedNotification } from './notify-person.ts';
import { createNotificationAudience, type NotificationAudience } from './recipients.ts';

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
  const count = await runAsPerson(services, owner, (ctx) => notifyAudience(ctx, 'message.test', {}, to, { key, ...more }));
  const all = (await listSentNotifications(services, 'message.test')).filter((one) => one.key.startsWith(`message.test:${key}`));
  expect(all).toHaveLength(count);
  return all;
}

test('notification audience: includes the account holders of owner and agency, but not their staff or an excluded person', async () => {
  await db
    .updateTable('person')
    .set({ company_id: companyOf(owner) })
    .where('id', '=', staff.id)
    .execute();
  const home = { company_id: companyOf(owner), agent_company_id: companyOf(agent) };
  expect(await peopleIn(createNotificationAudience().managers(home))).toEqual([owner.id, agent.id]);
  expect(await peopleIn(createNotificationAudience().managers(home).except(owner.id))).toEqual([agent.id]);
  expect(await peopleIn(createNotificationAudience().managers({ ...home, agent_company_id: null }))).toEqual([owner.id]);
  await db.updateTable('person').set({ is_active: false }).where('id', '=', agent.id).execute();
  expect(await peopleIn(createNotificationAudience().managers(home))).toEqual([owner.id]);
  expect(await peopleIn(createNotificationAudience().active([owner.id, agent.id]))).toEqual([owner.id]);
  await db.updateTable('person').set({ is_active: true }).where('id', '=', agent.id).execute();
});

test('notification audience: includes platform staff by role, and sub admins and dealers by county', async () => {
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
  expect(await peopleIn(createNotificationAudience().superadmins())).toContain(root.id);
  expect(await peopleIn(createNotificationAudience().platform(['admin', 'subadmin'], '005'))).toEqual(expect.arrayContaining([admin.id, near.id]));
  expect(await peopleIn(createNotificationAudience().platform(['admin', 'subadmin'], '005'))).not.toContain(far.id);
  expect(await peopleIn(createNotificationAudience().platform(['subadmin']))).toEqual([]);
  expect(await peopleIn(createNotificationAudience().dealers('005', 0))).toEqual([dealer.id]);
  expect(await peopleIn(createNotificationAudience().dealers('005', companyOf(dealer)))).toEqual([]);
});

test('notification: has a separate key for each reader, and is delivered once to each reader when repeated', async () => {
  const to = createNotificationAudience().people([owner.id]).person(agent.id, 'host').person(tenant.id, '');
  expect((await sent(to)).map(({ key }) => key).sort()).toEqual([
    'message.test:case-1',
    'message.test:case-1:' + owner.id,
    'message.test:case-1:host',
  ]);
  n = 0;
  expect(await sent(to)).toHaveLength(3);
});

test('notification: links each reader to the page in their own dashboard, and has no page for a phone number without an account', async () => {
  const to = createNotificationAudience()
    .people([owner.id, agent.id, tenant.id])
    .readers([{ to: { phone: '+254712000001' }, mark: 'guest' }]);
  const pages = (await sent(to, { page: screenPagePath('property.list') })).map(({ page }) => page);
  expect(pages).toEqual(['/dashboard/owner/properties', '/dashboard/agent/properties', undefined, undefined]);
  expect((await sent(to, { page: '/x' })).map(({ page }) => page)).toEqual(['/x', '/x', '/x', undefined]);
});

test("notification: encrypts a link that works without sign-in, and a reader's own link replaces the link of the message", async () => {
  const to = createNotificationAudience().readers([
    { to: { phone: '+254712000001' }, mark: 'own', link: '/own-link' },
    { to: { phone: '+254712000002' }, mark: 'any' },
  ]);
  expect((await sent(to, { link: '/open-link' })).map(({ page }) => page)).toEqual(['/own-link', '/open-link']);
  const waiting = (await listJobPayloads<QueuedNotification>(services, 'notification.deliver')).filter(({ key }) => /:(own|any)$/.test(key));
  expect(waiting.map(({ sealed, page }) => [typeof sealed, page])).toEqual([
    ['string', undefined],
    ['string', undefined],
  ]);
});
