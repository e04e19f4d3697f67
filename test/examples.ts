import { type KindName, kinds, userTypeOfKind } from '#contract/people/kinds.ts';
import type { policyMachine } from '#contract/policy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { rooms } from '#server/rooms.ts';
import type { House } from './db.ts';
import type { Example, Other, Plant, RoomExamples } from './example-kinds.ts';
import { plantEverywhere } from './examples/plants.ts';
import type { WorldRole } from './worlds/worlds.ts';

/** Every test/examples/examples-*.ts, in the order of the rooms: what is planted may stand on what another room planted. */
const found = import.meta.glob<{ roomExamples: RoomExamples }>('./examples/examples-*.ts', { eager: true });
const order = Object.keys(rooms);
const nameOf = (path: string) => path.replace(/^.*examples-(.*)\.ts$/, '$1');
const ofRooms = Object.entries(found)
  .sort(([a], [b]) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)))
  .map(([, module]) => module.roomExamples);

let n = 0;
const policyText = () => ({ title: `Example ${++n}`, body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' });
const policy = async (house: House, status: keyof typeof policyMachine.states = 'draft') =>
  house.database.db
    .insertInto('policy')
    .values({ ...policyText(), kind: 'terms', slug: `example-${++n}`, status })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();

/** A published policy with a draft of its next version. */
const withNext = async (house: House): Promise<number> => {
  const { id } = await policy(house, 'published');
  await house.database.db
    .insertInto('policy_version')
    .values({ policy_id: id, version: 2, title: 'Next', title_sw: '', body: '<p>Other words</p>', body_sw: '', effective_from: '2030-01-01' })
    .execute();
  return id;
};

const auditRow = async (house: House) => {
  // Whoever asks finds it among their own: the row is everybody's who looked.
  const person = await house.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirst();
  return house.database.db
    .insertInto('audit_log')
    .values({ kind: 2, document: 'policies', actor_id: person?.id ?? null, record_code: 'example' })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const person = async (house: House, kind: KindName = 'dealer', facts: object = {}) => {
  const company =
    kind === 'owner' || kind === 'agent' || kind === 'dealer'
      ? await house.database.db
          .insertInto('company')
          .values({ kind, name: `Example ${++n}` })
          .returning('id')
          .executeTakeFirstOrThrow()
      : null;
  return house.database.db
    .insertInto('person')
    .values({
      name: `Example ${++n}`,
      email: `example${++n}@makao.test`,
      user_type: userTypeOfKind(kind),
      onboarding: false,
      company_id: company?.id ?? null,
      ...facts,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
};

/** Every family has the same calls, so it has the same examples. */
const familyExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  [...(Object.keys(kinds) as KindName[]), 'user' as const].flatMap((kind): [string, Example][] => [
    [`people_${kind}.list`, async () => ({ page: 1 })],
    [`people_${kind}.csv`, async () => ({})],
    [`people_${kind}.details`, async (house) => ({ id: await seen(house, kind === 'user' ? 'dealer' : kind) })],
    [`people_${kind}.account`, async () => ({})],
    [`people_${kind}.update`, async () => ({ phone: `07123456${String(10 + (++n % 90))}` })],
    [`people_${kind}.picture`, async () => ({ [kind === 'user' ? 'profile' : kinds[kind].picture]: png })],
    [`people_${kind}.resetPicture`, async () => ({})],
  ]),
);
/** Somebody whom everybody with a company may see. */
const seen = async (house: House, kind: KindName): Promise<number> => {
  const { id } = await person(house, kind);
  const companies = await house.database.db.selectFrom('company').select('id').execute();
  await house.database.db
    .insertInto('company_connection')
    .values(companies.map((c) => ({ company_id: c.id, person_id: id })))
    .execute();
  return id;
};

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

const broadcast = async ({ database: { db } }: House) => {
  const row = await db
    .insertInto('notification_broadcast')
    .values({ heading: 'Example', message: 'Words', audience: '{}', people: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const head = async (house: House) => {
  const made = await person(house);
  await house.database.db.updateTable('person').set({ user_type: 1, company_id: null }).where('id', '=', made.id).execute();
  return made;
};

export const examples: Readonly<Record<string, Example>> = {
  ...Object.assign({}, ...ofRooms.map((room) => room.examples)),
  ...familyExamples,
  'people.updateSuperUser': async (house) => ({ user_id: (await person(house)).id, name: 'Renamed' }),
  'people.changeStatus': async (house) => ({ user_id: (await person(house)).id, state: 2, reason: 'Papers have expired' }),
  'people.askSuperadmin': async (house) => ({ user_id: (await head(house)).id, act: 'disable', reason: 'Left the house' }),
  'people.settleRequest': async (house) => {
    const { id } = await head(house);
    const asked = { person_id: id, asked_by: (await head(house)).id, act: 'disable' as const, reason: 'Left the house' };
    return { ...(await house.database.db.insertInto('superadmin_request').values(asked).returning('id').executeTakeFirstOrThrow()), agree: false };
  },
  'people.consequences': async (house) => ({ user_id: (await person(house)).id }),
  'people.changeActive': async (house) => ({ user_id: (await person(house)).id, is_active: false, reason: 'Asked by phone' }),
  'people.changeRegion': async (house) => ({ user_id: (await person(house)).id, region: '047' }),
  'people.upgrade': async (house) => {
    const { id, code } = await person(house);
    return { user_id: id, code, business_type: 1 };
  },
  'people.remove': async (house) => {
    const { id, code } = await person(house);
    return { user_id: id, user_code: code };
  },
  'people.history': async (house) => ({ user_id: (await person(house)).id, page: 1 }),
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
  'identity.impersonate': async (house) => {
    const { addPerson } = await import('#server/identity/people.ts');
    return {
      user_id: await addPerson(house.auth, house.database.db, {
        name: 'Looked At',
        email: `looked${++n}@makao.test`,
        password: 'A-long-password-1',
        userType: 0,
      }),
      reason: 'Ticket 118',
    };
  },
  'identity.stopImpersonating': async (house) => {
    // Everybody who is signed in looks as themselves, so that everybody has something to stop.
    const { sql } = await import('kysely');
    await sql`delete from person_session where impersonator_id is not null`.execute(house.database.db);
    await sql`insert into person_session (person_id, token, expires_at, impersonator_id, impersonator_session_id)
      select person_id, 'look' || id || ${++n}::text, now() + interval '5 minutes', person_id, id from person_session`.execute(house.database.db);
    return {};
  },
  'home.overview': async () => ({}),
  'home.money': async () => ({}),
  'home.waits': async () => ({}),
  'home.find': async () => ({ q: 'ma' }),
  'home.activity': async () => ({}),
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
  'broadcast.all': async () => ({ page: 1 }),
  'broadcast.details': async (house) => ({ id: await broadcast(house) }),
  'broadcast.cancel': async (house) => ({ id: await broadcast(house) }),
  'notification.preferences': async () => ({}),
  'notification.changePreference': async () => ({ group: 'policy', channel: 'email', on: false }),
  'notification.changeSettings': async () => ({ quiet: { from: 22, to: 6 }, digest: 'daily' }),
  'notification.deliveries': async () => ({ page: 1 }),
  'reference.allCurrencies': async () => ({}),
  'reference.currencies': async () => ({ page: 1, page_size: 10 }),
  'reference.particulars': async () => ({}),
  'policy.all': async () => ({ page: 1 }),
  'policy.menu': async () => ({ page: 1 }),
  'policy.bySlug': async (house) => ({ slug: (await policy(house, 'published')).slug }),
  'policy.details': async (house) => ({ id: (await policy(house, 'published')).id }),
  'policy.versions': async (house) => ({ id: (await policy(house)).id, page: 1 }),
  'policy.published': async (house) => ({ id: (await policy(house, 'published')).id, page: 1 }),
  'policy.consent': async (house) => ({ id: (await policy(house, 'published')).id, version: 1 }),
  'policy.outstanding': async () => ({}),
  'policy.consents': async () => ({ page: 1 }),
  'policy.consentsCsv': async () => ({}),
  'policy.publishNext': async (house) => ({ id: await withNext(house), summary: 'Shorter words', effective_from: addDays(clock.today(), 60) }),
  'policy.dropNext': async (house) => ({ id: await withNext(house) }),
  'policy.create': async () => policyText(),
  'policy.update': async (house) => ({ id: (await policy(house)).id, title: 'Changed' }),
  'policy.move': async (house) => ({ id: (await policy(house)).id, move: 'publish' }),
  'policy.remove': async (house) => ({ id: (await policy(house)).id }),
  'audit.logs': async () => ({ page: 1 }),
  'audit.details': async (house) => ({ id: (await auditRow(house)).id }),
  'audit.exported': async () => ({ z_filter: {} }),
};

/** Who asks in the sweep where the first role that holds the right is not one the example fits. */
export const askers: NonNullable<RoomExamples['askers']> = Object.assign({}, ...ofRooms.map((room) => room.askers));

export const plants: readonly Plant[] = [
  ...ofRooms.flatMap((room) => room.plant ?? []),
  plantEverywhere,
  async (house, { mark, people }) => {
    for (const { id, companyId, userType } of Object.values(people)) {
      const said = {
        document: 'account',
        record_id: id,
        record_code: `${mark}-code`,
        reason: `${mark} reason`,
        request_id: `${mark}-request`,
        ip: '10.9.9.9',
        agent: `${mark} agent`,
      };
      await house.database.db
        .insertInto('audit_log')
        .values({
          ...said,
          kind: 2,
          actor_id: id,
          actor_type: userType,
          company_id: companyId,
          diff: JSON.stringify([{ field: 'name', old: `${mark} old`, new: `${mark} new` }]),
        })
        .execute();
    }
  },
];

export const others: Readonly<Record<string, Other>> = {
  ...Object.assign({}, ...ofRooms.map((room) => room.others)),
  // Part of the mark only: what one searches for is logged, and is then one's own trace.
  'audit.logs': async (_house, { mark, people }) => [
    { page: 1, z_filter: { actor: mark.slice(0, 6) } },
    { page: 1, z_filter: { record: `${mark}-code` } },
    { page: 1, z_filter: { record: String(people.owner?.id) } },
    { page: 1, z_filter: { ip: '10.9.9.9' } },
  ],
  'audit.exported': async (_house, { mark }) => [{ z_filter: { actor: mark.slice(0, 6) } }],
};

/** Calls that answer about a record of the other world, on purpose: to whom (everybody unless said), and why. */
export const answeredOnPurpose: Readonly<Record<string, { readonly to?: readonly WorldRole[]; readonly why: string }>> = {
  'listing.seen': { why: 'a view of what is no longer offered is answered like any other and counts nothing' },
  'policy.details': { to: ['subadmin'], why: 'policies are the platform’s, and subadmins read its drafts' },
  'policy.published': { to: ['subadmin'], why: 'policies are the platform’s, and subadmins read its drafts' },
  'policy.versions': { to: ['subadmin'], why: 'policies are the platform’s, and subadmins read its drafts' },
};
