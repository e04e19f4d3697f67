import { expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { layoutOf, type Role, sixRoles } from '#contract/kernel/roles.ts';
import type { EventName } from '#contract/modules.ts';
import { eventShapes } from '#contract/notification/events.ts';
import { mayOpen, pageFor } from '#contract/notification/pages.ts';

const visitor = (role: Role): Visitor => ({ role, layout: layoutOf(role), onboarding: false, grants: defaultGrants[role] });
const readers = [...sixRoles, 'tenant'] as const;

test.each(Object.keys(eventShapes) as EventName[])('notification %s: opens a page that its reader may open, for any requested page', (event) => {
  for (const role of readers)
    for (const given of [undefined, '/dashboard/superadmin/jobs?tab=failed', '/dashboard/owner/properties/7/PRP7', '/nowhere/at/all', '/'])
      expect([role, given, mayOpen(pageFor(event, visitor(role), given) ?? '', visitor(role))]).toEqual([role, given, true]);
});

test('notification page: is the record if the reader may open it, else the nearest list that the reader may open', () => {
  const lead = '/dashboard/owner/properties/leads?lead=7';
  expect(pageFor('lead.new', visitor('owner'), lead)).toBe(lead);
  expect(pageFor('lead.new', visitor('agent'), lead)).toBe('/dashboard/agent/properties/leads');
  expect(pageFor('lead.new', { ...visitor('owner'), grants: new Set() }, lead)).not.toBe(lead);
  expect(pageFor('security.password_changed', visitor('tenant'))).toBe('/dashboard/tenant/accounts?section=security');
  expect(pageFor('account.status_changed', visitor('agent'))).toBe('/dashboard/agent');
  expect(pageFor('jobs.dead', visitor('superadmin'))).toBe('/dashboard/superadmin/jobs?tab=failed');
});
