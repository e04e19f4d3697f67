import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callTable } from '#server/modules.ts';
import { permissionActions, permissionDocuments } from './access/documents.ts';
import { defaultGrants, isAllowed } from './access/grants.ts';
import { guardScreen, toSafePath } from './access/guard.ts';
import { applicationPathKind, applyPath, bidPath } from './booking/application-path.ts';
import { type CallShape, isWrite, toRequest } from './kernel/call.ts';
import { machine, machineProblems } from './kernel/machine.ts';
import { dashboardLayoutOf, displayNames, homePathOf, pageLayoutOfPath, type Role, toUserType, userTypes } from './kernel/roles.ts';
import { machineTable } from './machines.ts';
import { messages, messageWording } from './messages.ts';
import { getScreen, linkTo, screenAddresses } from './screens.ts';

const spec = new URL('../../shared/spec/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, spec), 'utf8'));
const shape = (path: string) => path.replace(/[:{](\w+)}?/g, '{}');
const calls: [string, CallShape][] = Object.entries(callTable).flatMap(([module, all]) =>
  Object.entries(all).map(([name, call]): [string, CallShape] => [`${module}.${name}`, call]),
);

// The specification is stored outside of the project. If it is missing, there is nothing to compare the screens and calls with.
describe.runIf(existsSync(spec))('the specification', () => {
  test('every screen address is one of its 455 addresses in the given layout, unless declared as an addition of Makao', () => {
    const rows = read('routes.json') as { path: string; layout: string }[];
    const known = new Map(rows.map((r) => [shape(r.path), r.layout]));
    expect(rows).toHaveLength(455);
    for (const a of screenAddresses.filter(({ screen: { ours }, layout }) => ours !== true && !ours?.includes(layout)))
      expect([a.path, known.get(shape(a.path))]).toEqual([a.path, a.layout]);
    expect(new Set(screenAddresses.map((a) => a.path)).size).toBe(screenAddresses.length);
  });

  test('every specified call is declared with the same spelling and the parameters that the specification requires', () => {
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

describe('declared calls', () => {
  test.each(calls)('%s: path, query and body share no name; a write declares what it changes', (_, call) => {
    const names = [call.params, call.query, call.body].flatMap((part) => Object.keys(part?.shape ?? {}));
    expect(new Set(names).size).toBe(names.length);
    if (isWrite(call) && call.path.startsWith('/api/v2')) expect(call.document).toBeDefined();
  });

  test('an update call fills in no defaults, so omitted fields do not change', () => {
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

  test('no two share a method and address', () => expect(new Set(calls.map(([, c]) => `${c.method} ${c.path}`)).size).toBe(calls.length));

  test('a request encodes filters as z_filter[field] in its address, and an id apart from the body', () => {
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

describe('declared machines', () => {
  test.each(machineTable.map((m) => [m.table, m] as const))(
    '%s: every state can be reached, every move has an allowed role, and no two states share a number',
    (_, m) => expect(machineProblems(m)).toEqual([]),
  );
  test('the check reports an unreachable state, a move without a role and a shared number', () =>
    expect(machineProblems(machine({ table: 'x', states: { a: 1, b: 1 }, start: 'a', moves: { go: { from: ['b'], to: 'b', by: [] } } }))).toEqual([
      'x: nothing leads to b',
      'x: nobody may go',
      'x: two states share a number',
    ]));
});

describe('role numbers', () => {
  test('have the specified names, and any other number is anonymous', () => {
    expect(Object.values(userTypes)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([toUserType(10), toUserType(-1), toUserType(null), toUserType(7)]).toEqual(['anonymous', 'anonymous', 'anonymous', 'dealer']);
    expect(displayNames.superadmin).toBe('Super Admin');
  });
  test('home page of a role: its dashboard, the public home for tenants, the employer’s dashboard for staff', () => {
    expect([
      homePathOf(dashboardLayoutOf('owner')),
      homePathOf(dashboardLayoutOf('tenant')),
      homePathOf(dashboardLayoutOf('staff', 'agent')),
      homePathOf(dashboardLayoutOf('default')),
    ]).toEqual(['/dashboard/owner', '/', '/dashboard/agent', '/']);
    expect([pageLayoutOfPath('/dashboard/owner/nothing'), pageLayoutOfPath('/policy/1/x'), pageLayoutOfPath('/dashboard/ownership')]).toEqual([
      'owner',
      'default',
      'default',
    ]);
  });
  test('a super admin has all permissions, an admin all but pricing plans and settlements, an anonymous visitor none', () => {
    expect(defaultGrants.superadmin.size).toBe(220);
    expect(defaultGrants.admin.has('pricing_plan.read')).toBe(false);
    expect(defaultGrants.anonymous.size + defaultGrants.default.size + defaultGrants.staff.size).toBe(0);
    expect(isAllowed('signed-in', { role: 'anonymous', grants: defaultGrants.superadmin })).toBe(false);
  });
});

describe('page guard redirects by role and sign-in state', () => {
  const visitor = (role: Role, onboarding = false) => ({
    role,
    layout: dashboardLayoutOf(role, 'owner'),
    onboarding,
    grants: role === 'staff' ? new Set<never>() : defaultGrants[role],
  });
  const ask = (key: Parameters<typeof getScreen>[0], layout: Parameters<typeof linkTo>[1], who: ReturnType<typeof visitor>, path = '/x') =>
    guardScreen(getScreen(key), layout, who, path);

  test.each([
    ['signed out, a dashboard: to sign-in with callback /', ask('home.dashboard', 'owner', visitor('anonymous')), '/auth/sign_in?callbackUrl=%2F'],
    [
      'signed out, a screen public pages link to: to sign-in, and back to it',
      ask('bid.make', 'tenant', visitor('anonymous'), bidPath(7)),
      '/auth/sign_in?callbackUrl=%2Fdashboard%2Ftenant%2Fbooking%2Fbid%2F7',
    ],
    [
      'signed out, a form that public pages link to: to sign-in and back to it',
      ask('booking.apply', 'tenant', visitor('anonymous'), applyPath(7)),
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

  test('public pages build the same form addresses as the screens, and parse them', () => {
    expect(applyPath(7)).toBe(linkTo('booking.apply', 'tenant', { listing_id: 7 }));
    expect(bidPath(7)).toBe(linkTo('bid.make', 'tenant', { listing_id: 7 }));
    expect([`${applyPath(7)}?lang=sw`, bidPath(7), '/dashboard/tenant/booking/7', `${applyPath(7)}/x`, '/x/7', '/'].map(applicationPathKind)).toEqual(
      ['apply', 'bid', null, null, null, null],
    );
  });

  test('a callback address never leads to another site', () => {
    for (const evil of ['//evil.test', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)', '', null, '/\n/evil'])
      expect(toSafePath(evil)).toBe('/');
    expect(toSafePath('/policy/1/x?y=1')).toBe('/policy/1/x?y=1');
    fc.assert(fc.property(fc.string(), (text) => new URL(toSafePath(text), 'https://makao.test').origin === 'https://makao.test'));
  });
});

describe('message texts', () => {
  test('keep the two known mismatches of the specification', () =>
    expect([messages.policyCreated.en, messages.policyDeleted.en]).toEqual(['Policy Deleted', 'Unit Deleted']));
  test('use the text that an operator saved in that language, else the English text', () => {
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
