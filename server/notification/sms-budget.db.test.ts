import { beforeAll, describe, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { planNotificationDelivery } from './deliver.ts';
import type { NotificationContent } from './service.ts';

let services: TestServices;
let n = 0;
const day = new Date('2026-11-15T09:00:00Z');
const told = (more: Partial<NotificationContent> & Pick<NotificationContent, 'to'>): NotificationContent => ({
  event: 'policy.published',
  params: { title: 'House rules' },
  key: `k${++n}`,
  page: '/policy/1/x',
  ...more,
});
const states = async (key: string) => {
  const rows = await services.database.db
    .selectFrom('notification_delivery')
    .selectAll()
    .where('key', 'like', `${key}:%`)
    .orderBy('channel')
    .execute();
  return Object.fromEntries(rows.map((d) => [d.channel, d.state]));
};

beforeAll(async () => {
  services = await createTestServices('bare', { SMS_USERNAME: 'sandbox', SMS_API_KEY: 'key' });
});

describe('SMS budget of a company', () => {
  test('SMS above the daily budget are not sent, mails are, and the heads are notified once a day', async () => {
    const small = { ...services, env: { ...services.env, SMS_PER_COMPANY: 3, SMS_PER_TENANCY: 1 } };
    const owner = await createPerson(services, 'owner');
    const company = owner.me.companyId ?? 0;
    const readers = await Promise.all([1, 2, 3, 4, 5].map(() => createPerson(services, 'tenant')));
    const ways = async (who: TestPerson, of: number | undefined) => {
      await services.database.db
        .updateTable('person')
        .set({ phone: `+2547${String(10_000_000 + ++n)}` })
        .where('id', '=', who.id)
        .execute();
      const one = told({ to: { personId: who.id }, channels: ['email', 'sms'], ...(of === undefined ? {} : { company: of }) });
      await planNotificationDelivery(small, one, day);
      return states(one.key);
    };
    const sent: object[] = [];
    for (const who of readers) sent.push(await ways(who, company));
    expect(sent).toEqual([1, 2, 3, 4, 5].map((at) => ({ email: 'queued', sms: at <= 3 ? 'queued' : 'throttled' })));
    const warned = (await listSentNotifications(services, 'message.sms_budget')).filter(({ to }) => to.personId === owner.id);
    expect(warned).toMatchObject([{ params: { count: '3' } }]);
    // Another company and messages of the platform have their own budget, and none.
    const [other, last] = [await createPerson(services, 'owner'), await createPerson(services, 'tenant')];
    expect(await ways(last, other.me.companyId ?? 0)).toMatchObject({ sms: 'queued' });
    expect(await ways(last, undefined)).toMatchObject({ sms: 'queued' });
  });
});
