import { describe, expect, test } from 'vitest';
import type { Db } from '#server/kernel/ctx.ts';
import { screenPagePath } from './notify.ts';
import { createNotificationAudience, type NotificationAudience } from './recipients.ts';

/** These steps need no database. */
const list = (to: NotificationAudience) => to.list({} as Db);
const ids = async (to: NotificationAudience) => (await list(to)).map((reader) => ('personId' in reader.to ? reader.to.personId : reader.to));

describe('notification audience', () => {
  test('uses the first of two entries for the same reader', async () => {
    const texted = await list(
      createNotificationAudience()
        .people([7], { channels: ['app'] })
        .people([7, 8]),
    );
    expect(texted).toEqual([
      { to: { personId: 7 }, mark: '7', channels: ['app'] },
      { to: { personId: 8 }, mark: '8' },
    ]);
  });

  test('omits excluded accounts, also if added later, but includes addresses without an account', async () => {
    const guest = { to: { phone: '+254712000001' }, mark: 'guest-1' };
    expect(
      await ids(
        createNotificationAudience()
          .people([1, 2])
          .except(2, null, 3)
          .and(createNotificationAudience().people([3]))
          .readers([guest]),
      ),
    ).toEqual([1, guest.to]);
  });

  test('uses its fallback only if there are no other readers', async () => {
    const fallback = createNotificationAudience().people([9]);
    expect(await ids(createNotificationAudience().people([1]).otherwise(fallback))).toEqual([1]);
    expect(await ids(createNotificationAudience().people([1]).except(1).otherwise(fallback))).toEqual([9]);
    expect(await ids(createNotificationAudience().people([9]).except(9).otherwise(fallback))).toEqual([]);
  });

  test('reaches tenants by account if they have one, otherwise by address, and gives a page link to accounts only', async () => {
    const payers = [
      { tenant_id: 1, person_id: 11, phone: '+254712000001', email: null },
      { tenant_id: 2, person_id: null, phone: '+254712000002', email: null },
      { tenant_id: 3, person_id: null, phone: null, email: null },
    ];
    expect(await list(createNotificationAudience().tenants(payers, { page: '/home', link: '/invoice' }))).toEqual([
      { to: { personId: 11 }, mark: 't1', link: '/invoice', page: '/home' },
      { to: { phone: '+254712000002', email: undefined }, mark: 't2', link: '/invoice' },
    ]);
  });

  test('is not changed by deriving a new audience, and ignores a missing id', async () => {
    const one = createNotificationAudience().people([1]);
    one.people([2]);
    expect(await ids(one)).toEqual([1]);
    expect(await ids(createNotificationAudience().person(null).heads(null).active([]))).toEqual([]);
    expect(await list(createNotificationAudience().person(4, ''))).toEqual([{ to: { personId: 4 }, mark: '' }]);
  });
});

describe('notification page for a reader', () => {
  test("is the first listed screen that the reader's dashboard has", () => {
    const page = screenPagePath(['payment.detail', 'payment.financeOne'], { id: 5, code: 'P5' });
    expect(page('owner')).toBe('/dashboard/owner/transactions/5/P5');
    expect(page('superadmin')).toBe('/dashboard/superadmin/finance/payments/5/P5');
    expect(page('tenant')).toBeUndefined();
    expect(screenPagePath('lead.list', {}, 'lead=3')('agent')).toBe('/dashboard/agent/properties/leads?lead=3');
  });
});
