import { type KindName, kinds, userTypeOfKind } from '#contract/people/kinds.ts';
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
    [`people_${kind}.update`, async () => ({ name: `Renamed ${++n}` })],
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

export const examples: Readonly<Record<string, Example>> = {
  ...familyExamples,
  'people.updateSuperUser': async (house) => ({ user_id: (await person(house)).id, name: 'Renamed' }),
  'people.changeStatus': async (house) => ({ user_id: (await person(house)).id, state: 2, reason: 'Papers have expired' }),
  'people.changeActive': async (house) => ({ user_id: (await person(house)).id, is_active: false }),
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
  'home.overview': async () => ({}),
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
