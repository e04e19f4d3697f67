import { expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { type PersonSummary, peopleCalls } from '#contract/people/calls.ts';
import { getPeopleBulkHint, makePeopleBulkActions } from './bulk-actions.ts';
import { confirmationTexts } from './words.ts';

const admin = { role: 'admin', grants: defaultGrants.admin } as const;
const person = (id: number, user_type: number) => ({ id, user_type, updated_at: '2026-11-16T09:00:00.000Z' }) as PersonSummary;
const labels = (...given: Parameters<typeof makePeopleBulkActions>) => makePeopleBulkActions(...given).map(({ label }) => label);
const actOf = (kind: 'owner' | 'user', act: keyof typeof confirmationTexts) => {
  const found = makePeopleBulkActions(kind, admin).find(({ label }) => label === confirmationTexts[act].verb());
  if (!found) throw new Error(`${act} is not offered`);
  return found;
};

test('bulk actions on people: each decision sends the version of the record that the user saw', () => {
  for (const act of ['activate', 'suspend', 'reject'] as const)
    expect(actOf('owner', act).given(person(7, userTypes.owner), { reason: 'Papers are old', choice: '' })).toMatchObject({
      user_id: 7,
      updated_at: '2026-11-16T09:00:00.000Z',
      reason: 'Papers are old',
    });
});

test('bulk actions on people: suspend, reject and disable show the consequences for all selected people before the action', () => {
  const rows = [person(7, userTypes.owner), person(9, userTypes.owner)];
  for (const act of ['suspend', 'reject', 'disable'] as const) {
    const { follows } = actOf('owner', act);
    expect(follows?.from).toBe(peopleCalls.consequences);
    expect(follows?.given(rows)).toEqual({ user_id: '7,9' });
    expect(follows?.says({ live_listings: 14, staff: 0, mandates: 1 })).toBe('14 live listings leave the portal. 1 mandate is suspended.');
    expect(follows?.says({ live_listings: 0, staff: 0, mandates: 0 })).toBe('');
  }
  for (const act of ['activate', 'enable'] as const) expect(actOf('owner', act).follows).toBeUndefined();
});

test('bulk actions on people: are not offered to a person with read access only', () => {
  const reads = { role: 'admin', grants: new Set(['owners.read', 'tenants.read', 'agents.read'] as const) } as const;
  for (const kind of ['owner', 'tenant', 'agent', 'user', 'admin'] as const) expect(labels(kind, reads)).toEqual([]);
  expect(getPeopleBulkHint('agent', reads)).toBeUndefined();
  const edits = { role: 'admin', grants: new Set(['owners.read', 'owners.edit', 'tenants.read'] as const) } as const;
  expect(labels('owner', edits)).toEqual(['Approve account', 'Suspend account', 'Reject account', 'Enable account', 'Disable account']);
  expect(labels('tenant', edits)).toEqual([]);
});

test('bulk actions on people: approval is not offered for a list of agents and skips agents in a mixed list', () => {
  expect(labels('agent', admin)).toEqual(['Suspend account', 'Reject account', 'Enable account', 'Disable account']);
  expect(getPeopleBulkHint('agent', admin)).toMatch(/certificate/);
  const { keeps } = actOf('user', 'activate');
  expect(keeps?.(person(7, userTypes.agent))).toMatch(/certificate/);
  expect(keeps?.(person(8, userTypes.owner))).toBeNull();
});

test('bulk actions on people: approve, suspend and reject skip people whose role needs no approval', () => {
  for (const act of ['activate', 'suspend', 'reject'] as const) {
    const { keeps } = actOf('user', act);
    expect(keeps?.(person(7, userTypes.staff))).toMatch(/needs no approval/);
    expect(keeps?.(person(8, userTypes.owner))).toBeNull();
  }
  expect(actOf('user', 'disable').keeps?.(person(7, userTypes.staff)) ?? null).toBeNull();
});
