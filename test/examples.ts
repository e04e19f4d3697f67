import type { policyMachine } from '#contract/policy/machine.ts';
import type { House } from '#server/kernel/house.ts';

/**
 * One good input for every call that needs more than nothing, made where it is needed. The sweep fails on a call that has
 * none, so a new call is covered the moment it exists.
 */
export type Example = (house: House) => Promise<Record<string, unknown>>;

let n = 0;
const policyText = () => ({ title: `Example ${++n}`, body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' });
const policy = async (house: House, status: keyof typeof policyMachine.states = 'draft') =>
  house.database.db
    .insertInto('policy')
    .values({ ...policyText(), kind: 'terms', slug: `example-${++n}`, status })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();

/** The sweep marks and deletes as the tenant, the first who may. */
const notification = async ({ database: { db } }: House) => {
  const tenant = await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
  const row = await db
    .insertInto('notification')
    .values({
      person_id: tenant.id,
      event: 'message.test',
      event_group: 'message',
      event_key: `example:${++n}`,
      heading: 'Example',
      message: 'Words',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const examples: Readonly<Record<string, Example>> = {
  'identity.claimFirst': async (house) => {
    const { firstSuperadmin } = await import('#server/identity/first-superadmin.ts');
    await house.database.db.updateTable('person').set({ user_type: 2 }).where('user_type', '=', 1).execute();
    const token = (await firstSuperadmin(house))?.split('/').at(-1) ?? '';
    return { token, name: 'First Person', email: `first${++n}@makao.test`, password: 'A-long-password-1' };
  },
  'identity.onboardingPolicies': async () => ({ user_type: 4 }),
  'identity.onboard': async (house) => {
    // Whoever asks is a newcomer again, since the sweep asks as everybody.
    await house.database.db.updateTable('person').set({ onboarding: true }).execute();
    return { user_type: 0, name: 'New Comer', phone: '0712345678', agreed: [] };
  },
  'home.overview': async () => ({}),
  'notification.all': async () => ({ page: 1 }),
  'notification.latest': async () => ({ page: 1 }),
  'notification.count': async () => ({}),
  'notification.test': async (house) => {
    // The sweep asks more often in a minute than anybody would.
    await house.database.db.deleteFrom('throttle').execute();
    return {};
  },
  'notification.markRead': async (house) => ({ type: 'single', id: await notification(house) }),
  'notification.remove': async (house) => ({ id: await notification(house) }),
  'notification.send': async () => ({ heading: 'Water on Saturday', message: 'The tank is cleaned from 8 to 11.', audience: 'role', user_type: 0 }),
  'notification.audience': async () => ({ audience: 'role', user_type: 0 }),
  'notification.preferences': async () => ({}),
  'notification.changePreference': async () => ({ group: 'policy', channel: 'email', on: false }),
  'notification.deliveries': async () => ({ page: 1 }),
  'reference.allCurrencies': async () => ({}),
  'reference.currencies': async () => ({ page: 1, page_size: 10 }),
  'reference.particulars': async () => ({}),
  'policy.all': async () => ({ page: 1 }),
  'policy.menu': async () => ({ page: 1 }),
  'policy.bySlug': async (house) => ({ slug: (await policy(house, 'published')).slug }),
  'policy.details': async (house) => ({ id: (await policy(house, 'published')).id }),
  'policy.versions': async (house) => ({ id: (await policy(house)).id, page: 1 }),
  'policy.consent': async (house) => ({ id: (await policy(house, 'published')).id }),
  'policy.create': async () => policyText(),
  'policy.update': async (house) => ({ id: (await policy(house)).id, title: 'Changed' }),
  'policy.move': async (house) => ({ id: (await policy(house)).id, move: 'publish' }),
  'policy.remove': async (house) => ({ id: (await policy(house)).id }),
};
