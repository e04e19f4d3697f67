import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getUserTypeOfKind, type PersonKindName, personKinds } from '#contract/people/kinds.ts';
import type { policyMachine } from '#contract/policy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { modules } from '#server/modules.ts';
import type { TestServices } from './db.ts';
import type { CallExampleBuilder, ExampleRowSeeder, ModuleExamples, OtherCompanyRows } from './example-kinds.ts';
import { seedOtherCompanyRows } from './examples/seeds.ts';
import type { FixtureRole } from './fixtures/companies.ts';
import { makeSuperadminsEstablished } from './people.ts';

/** Every test/examples/examples-*.ts, in the order of the modules: a row of the fixture may refer to a row of another module. */
const order = Object.keys(modules);
const nameOf = (path: string) => path.replace(/^.*examples-(.*)\.ts$/, '$1');
const found = readdirSync(join(import.meta.dirname, 'examples'))
  .filter((file) => file.startsWith('examples-'))
  .sort((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
const ofModules = await Promise.all(
  found.map(async (file) => ((await import(`./examples/${file}`)) as { moduleExamples: ModuleExamples }).moduleExamples),
);

let n = 0;
const policyText = () => ({ title: `Example ${++n}`, body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' });
const policy = async (services: TestServices, status: keyof typeof policyMachine.states = 'draft') =>
  services.database.db
    .insertInto('policy')
    .values({ ...policyText(), kind: 'terms', slug: `example-${++n}`, status })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();

/** A published policy with a draft of its next version. */
const withNext = async (services: TestServices): Promise<number> => {
  const { id } = await policy(services, 'published');
  await services.database.db
    .insertInto('policy_version')
    .values({ policy_id: id, version: 2, title: 'Next', title_sw: '', body: '<p>Other words</p>', body_sw: '', effective_from: '2030-01-01' })
    .execute();
  return id;
};

const auditRow = async (services: TestServices) => {
  // The row belongs to every person in turn, so that each caller finds it among their own.
  const person = await services.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirst();
  return services.database.db
    .insertInto('audit_log')
    .values({ kind: 2, document: 'policies', actor_id: person?.id ?? null, record_code: 'example' })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const person = async (services: TestServices, kind: PersonKindName = 'dealer', facts: object = {}) => {
  const company =
    kind === 'owner' || kind === 'agent' || kind === 'dealer'
      ? await services.database.db
          .insertInto('company')
          .values({ kind, name: `Example ${++n}` })
          .returning('id')
          .executeTakeFirstOrThrow()
      : null;
  return services.database.db
    .insertInto('person')
    .values({
      name: `Example ${++n}`,
      email: `example${++n}@makao.test`,
      user_type: getUserTypeOfKind(kind),
      onboarding: false,
      company_id: company?.id ?? null,
      ...facts,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
};

/** Every family has the same calls, so it has the same examples. */
const familyExamples: Readonly<Record<string, CallExampleBuilder>> = Object.fromEntries(
  [...(Object.keys(personKinds) as PersonKindName[]), 'user' as const].flatMap((kind): [string, CallExampleBuilder][] => [
    [`people_${kind}.list`, async () => ({ page: 1 })],
    [`people_${kind}.csv`, async () => ({})],
    [`people_${kind}.details`, async (services) => ({ id: await seen(services, kind === 'user' ? 'dealer' : kind) })],
    [`people_${kind}.account`, async () => ({})],
    [`people_${kind}.update`, async () => ({ phone: `07123456${String(10 + (++n % 90))}` })],
    [`people_${kind}.picture`, async () => ({ [kind === 'user' ? 'profile' : personKinds[kind].picture]: png })],
    [`people_${kind}.resetPicture`, async () => ({})],
  ]),
);
/** A person whom everyone with a company may see. */
const seen = async (services: TestServices, kind: PersonKindName): Promise<number> => {
  const { id } = await person(services, kind);
  const companies = await services.database.db.selectFrom('company').select('id').execute();
  await services.database.db
    .insertInto('company_connection')
    .values(companies.map((c) => ({ company_id: c.id, person_id: id })))
    .execute();
  return id;
};

/** The sweep marks and deletes as the tenant, the first role with the permission. */
const notification = async ({ database: { db } }: TestServices) => {
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

const broadcast = async ({ database: { db } }: TestServices) => {
  const row = await db
    .insertInto('notification_broadcast')
    .values({ heading: 'Example', message: 'Words', audience: '{}', people: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const head = async (services: TestServices) => {
  const made = await person(services);
  await services.database.db.updateTable('person').set({ user_type: 1, company_id: null }).where('id', '=', made.id).execute();
  return made;
};

export const callExamples: Readonly<Record<string, CallExampleBuilder>> = {
  ...Object.assign({}, ...ofModules.map((module) => module.examples)),
  ...familyExamples,
  'people.updateSuperUser': async (services) => ({ user_id: (await person(services)).id, name: 'Renamed' }),
  'people.changeStatus': async (services) => ({ user_id: (await person(services)).id, state: 2, reason: 'Papers have expired' }),
  'people.askSuperadmin': async (services) => {
    const { id } = await head(services);
    await makeSuperadminsEstablished(services);
    return { user_id: id, act: 'disable', reason: 'Left the house' };
  },
  'people.settleRequest': async (services) => {
    const { id } = await head(services);
    const asked = { person_id: id, asked_by: (await head(services)).id, act: 'disable' as const, reason: 'Left the house' };
    return { ...(await services.database.db.insertInto('superadmin_request').values(asked).returning('id').executeTakeFirstOrThrow()), agree: false };
  },
  'people.consequences': async (services) => ({ user_id: (await person(services)).id }),
  'people.changeActive': async (services) => ({ user_id: (await person(services)).id, is_active: false, reason: 'Asked by phone' }),
  'people.changeRegion': async (services) => ({ user_id: (await person(services)).id, region: '047' }),
  'people.upgrade': async (services) => {
    const { id, code } = await person(services);
    return { user_id: id, code, business_type: 1 };
  },
  'people.remove': async (services) => {
    const { id, code } = await person(services);
    return { user_id: id, user_code: code };
  },
  'people.history': async (services) => ({ user_id: (await person(services)).id, page: 1 }),
  'identity.claimFirst': async (services) => {
    const { createFirstSuperadmin: firstSuperadmin } = await import('#server/identity/first-superadmin.ts');
    await services.database.db.updateTable('person').set({ user_type: 2 }).where('user_type', '=', 1).execute();
    const token = (await firstSuperadmin(services))?.split('/').at(-1) ?? '';
    return { token, name: 'First Person', email: `first${++n}@makao.test`, password: 'A-long-password-1' };
  },
  'identity.onboardingPolicies': async () => ({ user_type: 4 }),
  'identity.onboard': async (services) => {
    // Each caller becomes a new person again, because the sweep calls as every role.
    await services.database.db.updateTable('person').set({ onboarding: true }).execute();
    return { user_type: 0, name: 'New Comer', phone: '0712345678', agreed: [] };
  },
  'identity.impersonate': async (services) => {
    const { addPerson } = await import('#server/identity/people.ts');
    return {
      user_id: await addPerson(services.auth, services.database.db, {
        name: 'Looked At',
        email: `looked${++n}@makao.test`,
        password: 'A-long-password-1',
        userType: 0,
      }),
      reason: 'Ticket 118',
    };
  },
  'identity.stopImpersonating': async (services) => {
    // Every signed-in person views as themselves, so that each of them has a session to end.
    const { sql } = await import('kysely');
    await sql`delete from person_session where impersonator_id is not null`.execute(services.database.db);
    await sql`insert into person_session (person_id, token, expires_at, impersonator_id, impersonator_session_id)
      select person_id, 'look' || id || ${++n}::text, now() + interval '5 minutes', person_id, id from person_session`.execute(services.database.db);
    return {};
  },
  'home.overview': async () => ({}),
  'home.moneyFigures': async () => ({}),
  'home.listPendingTasks': async () => ({}),
  'home.find': async () => ({ q: 'ma' }),
  'home.activity': async () => ({}),
  'notification.list': async () => ({ page: 1 }),
  'notification.latest': async () => ({ page: 1 }),
  'notification.count': async () => ({}),
  'notification.sendTest': async (services) => {
    // The sweep sends more requests per minute than a person.
    await services.database.db.deleteFrom('throttle').execute();
    return {};
  },
  'notification.markRead': async (services) => ({ type: 'single', id: await notification(services) }),
  'notification.remove': async (services) => ({ id: await notification(services) }),
  'notification.send': async () => ({ heading: 'Water on Saturday', message: 'The tank is cleaned from 8 to 11.', audience: 'role', user_type: 0 }),
  'notification.previewAudience': async () => ({ audience: 'role', user_type: 0 }),
  'broadcast.list': async () => ({ page: 1 }),
  'broadcast.details': async (services) => ({ id: await broadcast(services) }),
  'broadcast.cancel': async (services) => ({ id: await broadcast(services) }),
  'notification.preferences': async () => ({}),
  'notification.changePreference': async () => ({ group: 'policy', channel: 'email', on: false }),
  'notification.changeSettings': async () => ({ quiet: { from: 22, to: 6 }, digest: 'daily' }),
  'notification.deliveries': async () => ({ page: 1 }),
  'reference.allCurrencies': async () => ({}),
  'reference.currencies': async () => ({ page: 1, page_size: 10 }),
  'reference.particulars': async () => ({}),
  'policy.list': async () => ({ page: 1 }),
  'policy.listForMenu': async () => ({ page: 1 }),
  'policy.bySlug': async (services) => ({ slug: (await policy(services, 'published')).slug }),
  'policy.details': async (services) => ({ id: (await policy(services, 'published')).id }),
  'policy.listVersions': async (services) => ({ id: (await policy(services)).id, page: 1 }),
  'policy.listPublishedVersions': async (services) => ({ id: (await policy(services, 'published')).id, page: 1 }),
  'policy.consent': async (services) => ({ id: (await policy(services, 'published')).id, version: 1 }),
  'policy.listOutstanding': async () => ({}),
  'policy.listConsents': async () => ({ page: 1 }),
  'policy.consentsCsv': async () => ({}),
  'policy.publishNext': async (services) => ({ id: await withNext(services), summary: 'Shorter words', effective_from: addDays(clock.today(), 60) }),
  'policy.dropNext': async (services) => ({ id: await withNext(services) }),
  'policy.create': async () => policyText(),
  'policy.update': async (services) => ({ id: (await policy(services)).id, title: 'Changed' }),
  'policy.move': async (services) => ({ id: (await policy(services)).id, move: 'publish' }),
  'policy.remove': async (services) => ({ id: (await policy(services)).id }),
  'audit.list': async () => ({ page: 1 }),
  'audit.details': async (services) => ({ id: (await auditRow(services)).id }),
  'audit.exportCsv': async () => ({ z_filter: {} }),
};

/** The caller in the sweep, where the example does not fit the first role with the permission. */
export const exampleCallers: NonNullable<ModuleExamples['askers']> = Object.assign({}, ...ofModules.map((module) => module.askers));

export const exampleRowSeeders: readonly ExampleRowSeeder[] = [
  ...ofModules.flatMap((module) => module.seed ?? []),
  seedOtherCompanyRows,
  async (services, { mark, people }) => {
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
      await services.database.db
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

export const otherCompanyRows: Readonly<Record<string, OtherCompanyRows>> = {
  ...Object.assign({}, ...ofModules.map((module) => module.others)),
  // Only a part of the mark, because search terms are logged and would become a log entry of the caller.
  'audit.list': async (_house, { mark, people }) => [
    { page: 1, z_filter: { actor: mark.slice(0, 6) } },
    { page: 1, z_filter: { record: `${mark}-code` } },
    { page: 1, z_filter: { record: String(people.owner?.id) } },
    { page: 1, z_filter: { ip: '10.9.9.9' } },
  ],
  'audit.exportCsv': async (_house, { mark }) => [{ z_filter: { actor: mark.slice(0, 6) } }],
};

/** Calls that intentionally answer about a record of the other company: to which roles (all by default), and why. */
export const callsAllowedAcrossCompanies: Readonly<Record<string, { readonly to?: readonly FixtureRole[]; readonly why: string }>> = {
  'listing.recordView': { why: 'a view of what is no longer offered is answered like any other and counts nothing' },
  'policy.details': { to: ['subadmin'], why: 'policies are the platform’s, and subadmins read its drafts' },
  'policy.listPublishedVersions': { to: ['subadmin'], why: 'policies are the platform’s, and subadmins read its drafts' },
  'policy.listVersions': { to: ['subadmin'], why: 'policies are the platform’s, and subadmins read its drafts' },
};
