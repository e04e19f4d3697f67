import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { type AccountAction, accountActions, getPersonKindOfRole, listReadableUserTypes } from './kinds.ts';
import { type AccountActor, type AccountTarget, canPerformAccountAction, isAccountActionOffered, listAccountActions } from './rules.ts';

const roles = Object.keys(userTypes) as Exclude<Role, 'anonymous'>[];
const region = fc.constantFrom(null, '001', '047');
const actorOf = (role: Role, id = 1, at: string | null = '047'): AccountActor => ({ id, role, region: at, grants: defaultGrants[role] });
const targetOf = (role: Role, id = 2, at: string | null = '047'): AccountTarget => ({
  id,
  role,
  region: at,
  isActive: true,
  status: 'pending',
  businessType: null,
  most: defaultGrants[role],
});

const actor = fc
  .record({ role: fc.constantFrom(...roles), id: fc.integer({ min: 1, max: 4 }), at: region })
  .map(({ role, id, at }) => actorOf(role, id, at));
const target = fc
  .record({ role: fc.constantFrom(...roles), id: fc.integer({ min: 1, max: 4 }), at: region, isActive: fc.boolean() })
  .map(({ role, id, at, isActive }) => ({ ...targetOf(role, id, at), isActive }));
const act = fc.constantFrom(...accountActions);

describe('account actions: limits', () => {
  test('no person can perform actions on their own account', () => {
    fc.assert(fc.property(actor, target, act, (a, t, what) => !canPerformAccountAction(a, { ...t, id: a.id ?? 0, role: a.role }, what, 5)));
  });
  test("only a super admin can perform actions on a super admin's account", () => {
    fc.assert(
      fc.property(
        actor,
        act,
        (a, what) => a.role === 'superadmin' || !canPerformAccountAction(a, { ...targetOf('superadmin', 9), region: a.region }, what, 5),
      ),
    );
  });
  test('only Makao roles can administer accounts', () => {
    fc.assert(
      fc.property(
        actor,
        target,
        act,
        (a, t, what) => ['superadmin', 'admin', 'subadmin'].includes(a.role) || !canPerformAccountAction(a, t, what, 5),
      ),
    );
  });
  test("a sub admin cannot perform actions on Makao staff or on accounts outside the sub admin's region", () => {
    fc.assert(
      fc.property(region, target, act, (at, t, what) => {
        if (!canPerformAccountAction(actorOf('subadmin', 9, at), t, what, 5)) return true;
        return at !== null && t.region === at && !['superadmin', 'admin', 'subadmin'].includes(t.role);
      }),
    );
  });
});

/** Simulates a small platform with random actions in any order; forbidden ones must not take effect. */
test('account actions: no sequence of actions leaves Makao without an active super admin', () => {
  const step = fc.record({ by: fc.nat(5), to: fc.nat(5), act });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<Role>('superadmin', 'admin', 'subadmin', 'owner'), { minLength: 5, maxLength: 5 }),
      fc.array(step, { maxLength: 40 }),
      (others, steps) => {
        const people = (['superadmin', ...others] as Role[]).map((role, id) => ({ ...targetOf(role, id), gone: false }));
        const superadmins = () => people.filter((p) => p.role === 'superadmin' && p.isActive && !p.gone);
        for (const { by, to, act: what } of steps) {
          const [a, t] = [people[by], people[to]];
          if (!a || !t || !a.isActive || a.gone || t.gone) continue;
          if (!canPerformAccountAction(actorOf(a.role, a.id, a.region), t, what, superadmins().filter((p) => p.id !== t.id).length)) continue;
          people[to] = { ...t, isActive: what === 'enable' || (what !== 'disable' && t.isActive), gone: what === 'delete' };
        }
        return superadmins().length >= 1;
      },
    ),
  );
});

test('account actions: the last active super admin cannot be disabled or deleted', () => {
  expect(canPerformAccountAction(actorOf('superadmin'), targetOf('superadmin'), 'disable', 0)).toBe(false);
  expect(canPerformAccountAction(actorOf('superadmin'), targetOf('superadmin'), 'delete', 0)).toBe(false);
  expect(canPerformAccountAction(actorOf('superadmin'), targetOf('superadmin'), 'disable', 1)).toBe(true);
});

/** Written out in full, so that a change of the rules is a change of this table. */
test('account actions: within one region, each role has exactly the actions that the table lists for each kind of account', () => {
  const table = (role: Role) =>
    Object.fromEntries(roles.map((to) => [to, listAccountActions(actorOf(role), targetOf(to), 3).join(' ')]).filter(([, can]) => can !== ''));
  const company = 'activate suspend reject disable region upgrade delete';
  const person = 'disable region delete';
  const all = {
    owner: company,
    agent: company,
    dealer: company,
    tenant: person,
    admin: person,
    subadmin: person,
    staff: person,
    default: person,
    tenancy: person,
  };
  expect(table('superadmin')).toEqual({ ...all, superadmin: person });
  expect(table('admin')).toEqual(all);
  const helped = 'activate suspend reject disable upgrade';
  expect(table('subadmin')).toEqual({ owner: helped, agent: helped, dealer: helped, staff: 'disable' });
  for (const role of roles.filter((r) => !['superadmin', 'admin', 'subadmin'].includes(r))) expect(table(role)).toEqual({});
});

test('account actions: an admin with reduced permissions cannot change the account of a person with more permissions', () => {
  const narrow: AccountActor = {
    ...actorOf('admin'),
    grants: new Set(['admins.edit', 'admins.delete', 'sub_admins.edit', 'sub_admins.delete', 'owners.edit']),
  };
  for (const to of ['admin', 'subadmin'] as const) expect(listAccountActions(narrow, targetOf(to), 3)).toEqual([]);
  expect(listAccountActions(narrow, { ...targetOf('admin'), most: new Set(['owners.edit']) }, 3)).toEqual(['disable', 'region', 'delete']);
  expect(listAccountActions(narrow, targetOf('owner'), 3)).toContain('suspend');
});

test("account actions: only actions that suit the account's status are offered", () => {
  const offered = (changes: Partial<AccountTarget>): AccountAction[] => listAccountActions(actorOf('admin'), { ...targetOf('owner'), ...changes }, 3);
  expect(offered({ isActive: false })).toContain('enable');
  expect(offered({ isActive: false })).not.toContain('disable');
  expect(offered({ status: 'verified' })).not.toContain('activate');
  expect(offered({ businessType: 1 })).not.toContain('upgrade');
});

test('account actions: a list of people offers every permitted action, and offers no action to a person who can only read', () => {
  fc.assert(
    fc.property(actor, target, (a, t) => {
      const kind = getPersonKindOfRole(t.role);
      const shown = listReadableUserTypes(a).includes(userTypes[t.role as 'owner']);
      return listAccountActions(a, t, 5).every(
        (what) => (!kind || isAccountActionOffered(a, kind, what)) && (!shown || isAccountActionOffered(a, 'user', what)),
      );
    }),
  );
  const reads: AccountActor = { ...actorOf('admin'), grants: new Set(['owners.read', 'agents.read', 'tenants.read']) };
  for (const kind of ['owner', 'agent', 'tenant', 'user'] as const)
    expect(accountActions.filter((what) => isAccountActionOffered(reads, kind, what))).toEqual([]);
  expect(accountActions.filter((what) => isAccountActionOffered(actorOf('subadmin'), 'admin', what))).toEqual([]);
});
