import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invitationModule } from '#contract/invitation/module.ts';
import { dashboardRoles, userTypes } from '#contract/kernel/roles.ts';
import { buildScreenPath } from '#contract/kernel/screen.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { reviewCalls } from '#contract/review/calls.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { permissionDocuments } from './documents.ts';
import { allPermissions, defaultGrants, toPermission } from './grants.ts';
import { areasWithoutDocument, documentGroups } from './groups.ts';
import { isAllowed } from './is-allowed.ts';
import { getInitialMandateGrants, getMandateGrantCeiling } from './mandate-rights.ts';
import { accessModule } from './module.ts';
import { findMissingGrants, isRoleNarrowedByGrants, resolveGrants } from './permissions.ts';

const someGrants = fc.subarray([...allPermissions, 'nonsense.read']);

describe('permissions of a role', () => {
  test("an admin may view payout errors but may neither retry payouts nor change Makao's bank account", () => {
    const admin = { role: 'admin', grants: new Set(defaultGrants.admin) } as const;
    expect(isAllowed(settlementCalls.listErrors.needs, admin)).toBe(true);
    for (const call of [settlementCalls.retry, settlementCalls.markPaid, settlementCalls.markFailed, treasuryCalls.saveAccount])
      expect(isAllowed(call.needs, admin)).toBe(false);
    expect(isAllowed(settlementCalls.retry.needs, { role: 'superadmin', grants: new Set(defaultGrants.superadmin) })).toBe(true);
  });
  test('staff never have a permission that the account holder lacks, whatever their role allows', () => {
    fc.assert(
      fc.property(fc.constantFrom('owner', 'agent', 'dealer'), someGrants, (kind, given) => {
        const has = resolveGrants('staff', kind, given);
        expect(findMissingGrants(defaultGrants[kind], has)).toEqual([]);
        expect([...has].every((grant) => given.includes(grant))).toBe(true);
      }),
    );
    expect(resolveGrants('staff', null, [...allPermissions]).size).toBe(0);
    expect(resolveGrants('staff', 'owner', null).size).toBe(0);
  });

  test('a custom role reduces the permissions of admins and sub admins, and of no other account type', () => {
    const roles = (Object.keys(userTypes) as (keyof typeof userTypes)[]).filter((role) => role !== 'staff');
    fc.assert(
      fc.property(fc.constantFrom(...roles), someGrants, (role, given) => {
        const has = resolveGrants(role, null, given);
        expect(findMissingGrants(defaultGrants[role], has)).toEqual([]);
        if (!isRoleNarrowedByGrants(role)) expect(has).toEqual(defaultGrants[role]);
      }),
    );
  });
});

test('permission matrix: lists every document exactly once', () => {
  expect(Object.values(documentGroups).flat().sort()).toEqual([...permissionDocuments].sort());
});

describe('screen addresses of the access module', () => {
  const file = '/work/shared/spec/routes.json';
  const codes = (id: string) => `{${id}}/{code}`;
  const specified = (role: string): string[] => {
    const one = (at: string) => `/dashboard/${role}/hr/${at}`;
    const id = role === 'admin' || role === 'subadmin' ? '{id}' : codes('id');
    return [
      one('invitations'),
      one('roles_and_permissions'),
      one('roles_and_permissions/details/{id}'),
      one('staff'),
      one(`staff/${id}`),
      one('team'),
      one(`team/${id}`),
      ...(role === 'owner' ? [one('agent_roles_and_permissions')] : []),
    ];
  };
  test.each(dashboardRoles)('the %s dashboard has exactly the specified addresses', (role) => {
    const ours = Object.values({ ...accessModule.screens, list: invitationModule.screens.list })
      .filter((s) => !('ours' in s) && (s.layouts as readonly string[]).includes(role))
      .map((s) => buildScreenPath(s, role).replace(/:(\w+)/g, '{$1}'));
    expect(ours.sort()).toEqual(specified(role).sort());
    let known: string;
    try {
      known = readFileSync(file, 'utf8');
    } catch {
      return; // The specification itself is not part of the repository.
    }
    for (const path of ours) expect(known).toContain(`"${path}"`);
  });
});

test('mandate: "letting only" and "sale" allow fewer permissions than full management, and grant none above their limit at the start', () => {
  const full = getMandateGrantCeiling('full_management');
  for (const scope of ['letting_only', 'sale'] as const) {
    expect(findMissingGrants(full, getMandateGrantCeiling(scope))).toEqual([]);
    expect(getMandateGrantCeiling(scope).size).toBeLessThan(full.size);
    expect(findMissingGrants(getMandateGrantCeiling(scope), getInitialMandateGrants(scope))).toEqual([]);
    expect(findMissingGrants(new Set(getInitialMandateGrants('full_management')), getInitialMandateGrants(scope))).toEqual([]);
    expect(getInitialMandateGrants(scope).length).toBeLessThan(getInitialMandateGrants('full_management').length);
  }
  expect(
    [...getMandateGrantCeiling('letting_only')].filter((grant) => /^property\.(?!read)|^(?:invoices|payments|income|expenses)/.test(grant)),
  ).toEqual([]);
});

const callsOf = { listing: listingCalls, lead: leadCalls, review: reviewCalls };
test('permissions: calls of listings, leads and reviews require the document that the permission matrix assigns to them', () => {
  for (const { module, under } of areasWithoutDocument) {
    const asked = Object.values(callsOf[module]).flatMap((one) => toPermission(one.needs) ?? []);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.filter((right) => right !== 'property_analytics.read').map((right) => right.split('.')[0]))).toEqual(new Set([under]));
  }
});
