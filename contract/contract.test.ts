import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callTable } from '#server/modules.ts';
import { permissionActions, permissionDocuments } from './access/documents.ts';
import { defaultGrants, isAllowed } from './access/grants.ts';
import { findScreenRedirectPath, toSafePath } from './access/guard.ts';
import { buildApplicationPath, buildBidPath, findUserTypeForPath } from './booking/application-path.ts';
import { type CallShape, isWriteCall, toRequest } from './kernel/call.ts';
import { findMachineProblems, machine } from './kernel/machine.ts';
import { getDashboardLayout, getHomePath, getPageLayoutFromPath, type Role, roleDisplayNames, toUserType, userTypes } from './kernel/roles.ts';
import { statusMachines } from './machines.ts';
import { messages, messageWording } from './messages.ts';
import { getScreen, linkTo, screenAddresses } from './screens.ts';

const spec = new URL('../../shared/spec/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, spec), 'utf8'));
const shape = (path: string) => path.replace(/[:{](\w+)}?/g, '{}');
const calls: [string, CallShape][] = Object.entries(callTable).flatMap(([module, all]) =>
  Object.entries(all).map(([name, call]): [string, CallShape] => [`${module}.${name}`, call]),
);

// The specification is stored outside of the project. If it is missing, there is nothing to compare the screens and calls with.
describe.runIf(existsSync(spec))('specification of screens and calls', () => {
  test('every screen has one of the 455 specified addresses in its layout, unless declared as an addition of Makao', () => {
    const rows = read('routes.json') as { path: string; layout: string }[];
    const known = new Map(rows.map((r) => [shape(r.path), r.layout]));
    expect(rows).toHaveLength(455);
    for (const a of screenAddresses.filter(({ screen: { ours }, layout }) => ours !== true && !ours?.includes(layout)))
      expect([a.path, known.get(shape(a.path))]).toEqual([a.path, a.layout]);
    expect(new Set(screenAddresses.map((a) => a.path)).size).toBe(screenAddresses.length);
  });

  test('every specified call is declared with the specified name and parameters', () => {
    const ours = new Map(calls.map(([, c]) => [`${c.method} ${c.path.replace(/:(\w+)/g, '{$1}')}`, c]));
    // These addresses are served without a declared call: a file, a socket and a map.
    const byHand = ['/builds/latest.json', '/ws/notification/{userId}', '/api/support/links'];
    const rows = (read('api.json') as { method: string; path: string; required?: string[] }[]).filter((r) => !byHand.includes(r.path));
    expect(rows.length).toBeGreaterThan(75);
    for (const row of rows) {
      const call = ours.get(`${row.method} ${row.path}`);
      expect(call, `${row.method} ${row.path}`).toBeDefined();
      for (const name of row.required ?? []) expect(call?.query?.shape[name]?.safeParse(undefined).success, `${row.path} ${name}`).toBe(false);
    }
  });
});

test('permissions: exist for 55 documents with four actions each', () => {
  expect([permissionDocuments.length, permissionActions.length]).toEqual([55, 4]);
  expect(new Set(permissionDocuments).size).toBe(55);
});

describe('declared API calls', () => {
  test.each(calls)('%s uses each name only once across path, query and body, and a write declares the document it changes', (_, call) => {
    const names = [call.params, call.query, call.body].flatMap((part) => Object.keys(part?.shape ?? {}));
    expect(new Set(names).size).toBe(names.length);
    if (isWriteCall(call) && call.path.startsWith('/api/v2')) expect(call.document).toBeDefined();
  });

  test('an update call sets no default values, so omitted fields do not change', () => {
    // Zod keeps a default through .partial(): such a field would be reset by every change that leaves it out. A remark on the change itself is none.
    const remarks = ['summary', 'note', 'reason'];
    const filled = calls
      .filter(([name, c]) => c.method === 'PATCH' && /update/i.test(name + c.path))
      .flatMap(([name, c]) =>
        Object.entries(c.body?.shape ?? {})
          .filter(([field, schema]) => !remarks.includes(field) && schema.safeParse(undefined).data !== undefined)
          .map(([field]) => `${name}.${field}`),
      );
    expect(filled).toEqual([]);
  });

  test('no two calls share a method and address', () => expect(new Set(calls.map(([, c]) => `${c.method} ${c.path}`)).size).toBe(calls.length));

  test('a request sends filters in the address as z_filter[field], and the id in the address instead of the body', () => {
    const call = callTable.policy?.list as CallShape;
    expect(toRequest(call, { page: 2, z_filter: { title: 'a b&c', user_type: 0 } }).url).toBe(
      '/api/v2/policy/all_policies/?page=2&z_filter%5Btitle%5D=a+b%26c&z_filter%5Buser_type%5D=0',
    );
    expect(toRequest(callTable.policy?.update as CallShape, { id: 3, title: 'x' })).toEqual({
      url: '/api/v2/policy/update_policy/?id=3',
      body: { title: 'x' },
    });
  });
});

describe('declared state machines', () => {
  test.each(statusMachines.map((m) => [m.table, m] as const))(
    '%s has only reachable states, an allowed role for every move, and unique state numbers',
    (_, m) => expect(findMachineProblems(m)).toEqual([]),
  );
  test('the check reports an unreachable state, a move without a role and a duplicate state number', () =>
    expect(findMachineProblems(machine({ table: 'x', states: { a: 1, b: 1 }, start: 'a', moves: { go: { from: ['b'], to: 'b', by: [] } } }))).toEqual(
      ['x: nothing leads to b', 'x: nobody may go', 'x: two states share a number'],
    ));
});

describe('role numbers', () => {
  test('have the specified names, and an unknown number means an anonymous visitor', () => {
    expect(Object.values(userTypes)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([toUserType(10), toUserType(-1), toUserType(null), toUserType(7)]).toEqual(['anonymous', 'anonymous', 'anonymous', 'dealer']);
    expect(roleDisplayNames.superadmin).toBe('Super Admin');
  });
  test("the home page is the role's own dashboard, the public home page for tenants, or the employer's dashboard for staff", () => {
    expect([
      getHomePath(getDashboardLayout('owner')),
      getHomePath(getDashboardLayout('tenant')),
      getHomePath(getDashboardLayout('staff', 'agent')),
      getHomePath(getDashboardLayout('default')),
    ]).toEqual(['/dashboard/owner', '/', '/dashboard/agent', '/']);
    expect([
      getPageLayoutFromPath('/dashboard/owner/nothing'),
      getPageLayoutFromPath('/policy/1/x'),
      getPageLayoutFromPath('/dashboard/ownership'),
    ]).toEqual(['owner', 'default', 'default']);
  });
  test('a super admin has all permissions, an admin lacks pricing plans and settlements, and an anonymous visitor has none', () => {
    expect(defaultGrants.superadmin.size).toBe(220);
    expect(defaultGrants.admin.has('pricing_plan.read')).toBe(false);
    expect(defaultGrants.anonymous.size + defaultGrants.default.size + defaultGrants.staff.size).toBe(0);
    expect(isAllowed('signed-in', { role: 'anonymous', grants: defaultGrants.superadmin })).toBe(false);
  });
});

describe('page guard redirects by role and sign-in state', () => {
  const visitor = (role: Role, onboarding = false) => ({
    role,
    layout: getDashboardLayout(role, 'owner'),
    onboarding,
    grants: role === 'staff' ? new Set<never>() : defaultGrants[role],
  });
  const ask = (key: Parameters<typeof getScreen>[0], layout: Parameters<typeof linkTo>[1], who: ReturnType<typeof visitor>, path = '/x') =>
    findScreenRedirectPath(getScreen(key), layout, who, path);

  test.each([
    ['signed out, a dashboard: to sign-in with callback /', ask('home.dashboard', 'owner', visitor('anonymous')), '/auth/sign_in?callbackUrl=%2F'],
    [
      'signed out, a screen public pages link to: to sign-in, and back to it',
      ask('bid.make', 'tenant', visitor('anonymous'), buildBidPath(7)),
      '/auth/sign_in?callbackUrl=%2Fdashboard%2Ftenant%2Fbooking%2Fbid%2F7',
    ],
    [
      'signed out, a form that public pages link to: to sign-in and back to it',
      ask('booking.apply', 'tenant', visitor('anonymous'), buildApplicationPath(7)),
      '/auth/sign_in?callbackUrl=%2Fdashboard%2Ftenant%2Fapply%2F7',
    ],
    ['another layout: to their own home', ask('home.dashboard', 'admin', visitor('owner')), '/dashboard/owner'],
    ['a tenant in another layout: to the public home', ask('home.dashboard', 'admin', visitor('tenant')), '/'],
    ['their own: they stay', ask('home.dashboard', 'owner', visitor('owner')), null],
    ['signed in, the sign-in page: to /', ask('identity.signIn', 'default', visitor('owner')), '/'],
    ['signed out, onboarding: to /', ask('identity.onboarding', 'default', visitor('anonymous')), '/'],
    [
      'still to be onboarded, any page: to onboarding with next',
      ask('home.public', 'default', visitor('default', true), '/policy/1/a?b=1'),
      '/auth/onboarding?next=%2Fpolicy%2F1%2Fa%3Fb%3D1',
    ],
    ['still to be onboarded, onboarding: they stay', ask('identity.onboarding', 'default', visitor('default', true)), null],
    ['without the right: the 403 page of their layout', ask('home.dashboard', 'owner', visitor('staff')), '/dashboard/owner/403'],
  ])('%s', (_, got, want) => expect(got).toBe(want));

  test('form addresses built by public pages equal the screen addresses and are parsed correctly', () => {
    expect(buildApplicationPath(7)).toBe(linkTo('booking.apply', 'tenant', { listing_id: 7 }));
    expect(buildBidPath(7)).toBe(linkTo('bid.make', 'tenant', { listing_id: 7 }));
    expect(
      [`${buildApplicationPath(7)}?lang=sw`, buildBidPath(7), '/dashboard/tenant/booking/7', `${buildApplicationPath(7)}/x`, '/x/7', '/'].map(
        findUserTypeForPath,
      ),
    ).toEqual(['apply', 'bid', null, null, null, null]);
  });

  test('a callback address outside this site is replaced by the home page', () => {
    for (const evil of ['//evil.test', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)', '', null, '/\n/evil'])
      expect(toSafePath(evil)).toBe('/');
    expect(toSafePath('/policy/1/x?y=1')).toBe('/policy/1/x?y=1');
    fc.assert(fc.property(fc.string(), (text) => new URL(toSafePath(text), 'https://makao.test').origin === 'https://makao.test'));
  });
});

describe('message texts', () => {
  test('policyCreated and policyDeleted keep the mismatched texts "Policy Deleted" and "Unit Deleted" of the specification', () =>
    expect([messages.policyCreated.en, messages.policyDeleted.en]).toEqual(['Policy Deleted', 'Unit Deleted']));
  test('use the wording saved for the language, and fall back to English', () => {
    const overrides = { en: { policyCreated: 'Policy created', sessionRequired: 'Sign in' } };
    expect([
      messageWording('policyCreated', 'en', overrides),
      messageWording('policyCreated', 'sw', overrides),
      messageWording('sessionRequired', 'sw', overrides),
      messageWording('networkText', 'sw', overrides),
      messageWording('policyDeleted'),
    ]).toEqual(['Policy created', messages.policyCreated.sw, 'Sign in', messages.networkText.sw, 'Unit Deleted']);
  });
});
