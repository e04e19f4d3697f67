import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { type Act, acts, kindOfRole, readableTypes } from './kinds.ts';
import { type Actor, actsFor, may, offeredOn, type Target } from './rules.ts';

const roles = Object.keys(userTypes) as Exclude<Role, 'anonymous'>[];
const region = fc.constantFrom(null, '001', '047');
const actorOf = (role: Role, id = 1, at: string | null = '047'): Actor => ({ id, role, region: at, grants: defaultGrants[role] });
const targetOf = (role: Role, id = 2, at: string | null = '047'): Target => ({
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
const act = fc.constantFrom(...acts);

describe('nobody', () => {
  test('does anything to themselves, whatever they are', () => {
    fc.assert(fc.property(actor, target, act, (a, t, what) => !may(a, { ...t, id: a.id ?? 0, role: a.role }, what, 5)));
  });
  test('but a superadmin touches a superadmin', () => {
    fc.assert(fc.property(actor, act, (a, what) => a.role === 'superadmin' || !may(a, { ...targetOf('superadmin', 9), region: a.region }, what, 5)));
  });
  test('outside the platform administers anybody', () => {
    fc.assert(fc.property(actor, target, act, (a, t, what) => ['superadmin', 'admin', 'subadmin'].includes(a.role) || !may(a, t, what, 5)));
  });
  test('reaches beyond their region as a subadmin, nor to the platform’s own staff', () => {
    fc.assert(
      fc.property(region, target, act, (at, t, what) => {
        if (!may(actorOf('subadmin', 9, at), t, what, 5)) return true;
        return at !== null && t.region === at && !['superadmin', 'admin', 'subadmin'].includes(t.role);
      }),
    );
  });
});

/** A small platform: anybody does anything to anybody in any order; what may not happen does not. */
test('no sequence of acts leaves the platform without an active superadmin', () => {
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
          if (!may(actorOf(a.role, a.id, a.region), t, what, superadmins().filter((p) => p.id !== t.id).length)) continue;
          people[to] = { ...t, isActive: what === 'enable' || (what !== 'disable' && t.isActive), gone: what === 'delete' };
        }
        return superadmins().length >= 1;
      },
    ),
  );
});

test('the last active superadmin stays even when the one who asks is being switched off meanwhile', () => {
  expect(may(actorOf('superadmin'), targetOf('superadmin'), 'disable', 0)).toBe(false);
  expect(may(actorOf('superadmin'), targetOf('superadmin'), 'delete', 0)).toBe(false);
  expect(may(actorOf('superadmin'), targetOf('superadmin'), 'disable', 1)).toBe(true);
});

/** Written out, so that a change of the rules is a change of this table. */
test('who may do what to whom, in one region', () => {
  const table = (role: Role) =>
    Object.fromEntries(roles.map((to) => [to, actsFor(actorOf(role), targetOf(to), 3).join(' ')]).filter(([, can]) => can !== ''));
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

test('an admin narrowed to few rights does nothing to one who has more', () => {
  const narrow: Actor = {
    ...actorOf('admin'),
    grants: new Set(['admins.edit', 'admins.delete', 'sub_admins.edit', 'sub_admins.delete', 'owners.edit']),
  };
  for (const to of ['admin', 'subadmin'] as const) expect(actsFor(narrow, targetOf(to), 3)).toEqual([]);
  expect(actsFor(narrow, { ...targetOf('admin'), most: new Set(['owners.edit']) }, 3)).toEqual(['disable', 'region', 'delete']);
  expect(actsFor(narrow, targetOf('owner'), 3)).toContain('suspend');
});

test('what is offered fits how somebody stands', () => {
  const offered = (changes: Partial<Target>): Act[] => actsFor(actorOf('admin'), { ...targetOf('owner'), ...changes }, 3);
  expect(offered({ isActive: false })).toContain('enable');
  expect(offered({ isActive: false })).not.toContain('disable');
  expect(offered({ status: 'verified' })).not.toContain('activate');
  expect(offered({ businessType: 1 })).not.toContain('upgrade');
});

test('a list offers what can be done to somebody on it, and nothing to whoever only reads', () => {
  fc.assert(
    fc.property(actor, target, (a, t) => {
      const kind = kindOfRole(t.role);
      const shown = readableTypes(a).includes(userTypes[t.role as 'owner']);
      return actsFor(a, t, 5).every((what) => (!kind || offeredOn(a, kind, what)) && (!shown || offeredOn(a, 'user', what)));
    }),
  );
  const reads: Actor = { ...actorOf('admin'), grants: new Set(['owners.read', 'agents.read', 'tenants.read']) };
  for (const kind of ['owner', 'agent', 'tenant', 'user'] as const) expect(acts.filter((what) => offeredOn(reads, kind, what))).toEqual([]);
  expect(acts.filter((what) => offeredOn(actorOf('subadmin'), 'admin', what))).toEqual([]);
});
