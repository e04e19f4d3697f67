import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invitationRoom } from '#contract/invitation/room.ts';
import { sixRoles, userTypes } from '#contract/kernel/roles.ts';
import { pathFor } from '#contract/kernel/screen.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { reviewCalls } from '#contract/review/calls.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { allows } from './allows.ts';
import { documents } from './documents.ts';
import { allPermissions, defaultGrants, permissionOf } from './grants.ts';
import { documentGroups, standUnder } from './groups.ts';
import { mandateCeiling, mandateStart } from './mandate-rights.ts';
import { grantsOf, isNarrowed, lacking } from './permissions.ts';
import { accessRoom } from './room.ts';

const someGrants = fc.subarray([...allPermissions, 'nonsense.read']);

describe('what a role gives', () => {
  test('an admin reads what went wrong in paying out, and neither sends again nor says where the platform’s money comes to', () => {
    const admin = { role: 'admin', grants: new Set(defaultGrants.admin) } as const;
    expect(allows(settlementCalls.errors.needs, admin)).toBe(true);
    for (const call of [settlementCalls.retry, settlementCalls.markPaid, settlementCalls.markFailed, treasuryCalls.saveAccount])
      expect(allows(call.needs, admin)).toBe(false);
    expect(allows(settlementCalls.retry.needs, { role: 'superadmin', grants: new Set(defaultGrants.superadmin) })).toBe(true);
  });
  test('staff never have a right the account holder lacks, whatever their role says', () => {
    fc.assert(
      fc.property(fc.constantFrom('owner', 'agent', 'dealer'), someGrants, (kind, given) => {
        const has = grantsOf('staff', kind, given);
        expect(lacking(defaultGrants[kind], has)).toEqual([]);
        expect([...has].every((grant) => given.includes(grant))).toBe(true);
      }),
    );
    expect(grantsOf('staff', null, [...allPermissions]).size).toBe(0);
    expect(grantsOf('staff', 'owner', null).size).toBe(0);
  });

  test('a role narrows admins and subadmins, and means nothing for anybody else', () => {
    const roles = (Object.keys(userTypes) as (keyof typeof userTypes)[]).filter((role) => role !== 'staff');
    fc.assert(
      fc.property(fc.constantFrom(...roles), someGrants, (role, given) => {
        const has = grantsOf(role, null, given);
        expect(lacking(defaultGrants[role], has)).toEqual([]);
        if (!isNarrowed(role)) expect(has).toEqual(defaultGrants[role]);
      }),
    );
  });
});

test('every document stands in the matrix once', () => {
  expect(Object.values(documentGroups).flat().sort()).toEqual([...documents].sort());
});

describe('addresses', () => {
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
  test.each(sixRoles)('%s has exactly the specified ones', (role) => {
    const ours = Object.values({ ...accessRoom.screens, list: invitationRoom.screens.list })
      .filter((s) => !('ours' in s) && (s.layouts as readonly string[]).includes(role))
      .map((s) => pathFor(s, role).replace(/:(\w+)/g, '{$1}'));
    expect(ours.sort()).toEqual(specified(role).sort());
    let known: string;
    try {
      known = readFileSync(file, 'utf8');
    } catch {
      return; // the specification itself is not part of the repository
    }
    for (const path of ours) expect(known).toContain(`"${path}"`);
  });
});

test('letting only and sale are fewer rights than full management, and start within what they can hold', () => {
  const full = mandateCeiling('full_management');
  for (const scope of ['letting_only', 'sale'] as const) {
    expect(lacking(full, mandateCeiling(scope))).toEqual([]);
    expect(mandateCeiling(scope).size).toBeLessThan(full.size);
    expect(lacking(mandateCeiling(scope), mandateStart(scope))).toEqual([]);
    expect(lacking(new Set(mandateStart('full_management')), mandateStart(scope))).toEqual([]);
    expect(mandateStart(scope).length).toBeLessThan(mandateStart('full_management').length);
  }
  expect([...mandateCeiling('letting_only')].filter((grant) => /^property\.(?!read)|^(?:invoices|payments|income|expenses)/.test(grant))).toEqual([]);
});

const callsOf = { listing: listingCalls, lead: leadCalls, review: reviewCalls };
test('listings, leads and reviews ask for a right on the document the matrix puts them under', () => {
  for (const { room, under } of standUnder) {
    const asked = Object.values(callsOf[room]).flatMap((one) => permissionOf(one.needs) ?? []);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.filter((right) => right !== 'property_analytics.read').map((right) => right.split('.')[0]))).toEqual(new Set([under]));
  }
});
