import { expect, test } from 'vitest';
import { defaultGrants, isAllowed, toPermission } from '#contract/access/grants.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { isWriteCall } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { callTable } from '#server/modules.ts';

/**
 * The role × area summary of the product definition (§45) for the modules of issue 9 and their prerequisites: c(reate) r(ead) e(dit) d(elete). The
 * scopes decide whose rows; `also` names the single acts a role has beyond its letters, each with the sentence of the specification.
 */
type Asked = Exclude<Role, 'tenancy' | 'staff' | 'default' | 'anonymous'>;
type Row = { readonly letters: string; readonly also?: readonly string[] };
type Area = { readonly modules: readonly string[]; readonly rows: Readonly<Record<Asked, Row>> };

/** "R, cancel with a reason"; §12 "AD/SB read, reassign"; §13 "{3,4,5} → deleted 6 [applicant; AD]". */
const platformCancels = ['booking.cancel', 'booking.erase', 'promotion.move', 'tour.move', 'tour.reassign'];

const areas: Readonly<Record<string, Area>> = {
  'listings, properties, units, media': {
    modules: ['property', 'unit', 'listing', 'media', 'intake'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cred' },
      agent: { letters: 'cred' },
      // "R region + verify; CRE own or by mandate"
      dealer: { letters: 'cre' },
      // "R region + verify, pause"; teams are "RE region" in their own row.
      subadmin: { letters: 'r', also: ['listing.move', 'media.dismissDuplicate', 'property.setTeams', 'property.uploadEvidence', 'property.verify'] },
      admin: { letters: 'red' },
      superadmin: { letters: 'cred' },
    },
  },
  'tours, bookings, offers': {
    modules: ['tour', 'bid', 'booking', 'promotion'],
    rows: {
      tenant: { letters: 'cre' },
      // Managers of homes write promotions (§11); no other role creates a tour, a bid or a booking of its own home.
      owner: { letters: 're', also: ['promotion.create'] },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      subadmin: { letters: 'r', also: ['tour.reassign'] },
      admin: { letters: 'r', also: platformCancels },
      superadmin: { letters: 'r', also: platformCancels },
    },
  },
  inspections: {
    modules: ['inspection'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      // They may verify by the first row.
      subadmin: { letters: 'r', also: ['inspection.decideVerification'] },
      admin: { letters: 'cre' },
      superadmin: { letters: 'cre' },
    },
  },
  'tenancies, contracts, files': {
    modules: ['tenancy', 'agreement', 'agreementTemplate', 'portfolio'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      subadmin: { letters: 'r' },
      admin: { letters: 'r' },
      // "All" refers to reading: the parties make what binds them, and the specification gives super admins no page for it.
      superadmin: { letters: 'r' },
    },
  },
  // "invoices, payments": the tenant pays by calls without a named permission.
  invoices: {
    modules: ['invoice'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'r' },
      subadmin: { letters: 'r' },
      admin: { letters: 're' },
      superadmin: { letters: 're' },
    },
  },
  tenants: {
    modules: ['tenant'],
    rows: {
      tenant: { letters: '' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      subadmin: { letters: 'r' },
      admin: { letters: 'r' },
      // The relation of a company to a tenant is created by the company (§16).
      superadmin: { letters: 're' },
    },
  },
};

const letterOf = (call: CallShape): string => {
  if (!isWriteCall(call)) return 'r';
  const action = toPermission(call.needs)?.split('.')[1] ?? (call.method === 'POST' ? 'create' : 'edit');
  return action === 'read' ? 'e' : (action[0] ?? '');
};
/**
 * Calls for both parties, or for anyone with a link, name no permission: the record decides whose they are, and the tests of the modules check that.
 */
const named = ({ needs }: CallShape): boolean => typeof needs !== 'string';

test.each(Object.entries(areas))('role permissions (%s): every role has exactly the permissions of the summary table', (_, { modules, rows }) => {
  const calls = modules.flatMap((module) => Object.entries(callTable[module] ?? {}).map(([name, call]) => ({ key: `${module}.${name}`, call })));
  for (const [role, { letters, also = [] }] of Object.entries(rows) as [Asked, Row][]) {
    const open = calls.filter(({ call }) => named(call) && isAllowed(call.needs, { role, grants: defaultGrants[role] }));
    const beyond = open.filter(({ call }) => !letters.includes(letterOf(call))).map(({ key }) => key);
    expect(beyond.sort(), role).toEqual([...also].sort());
    const given = new Set(open.map(({ call }) => letterOf(call)));
    expect(
      [...letters].filter((letter) => !given.has(letter)),
      `${role} lacks`,
    ).toEqual([]);
  }
});

test('application form: sub admins can read no form, and admins and super admins can read only the form of a booking', () => {
  for (const [role, open] of [
    ['subadmin', []],
    ['admin', ['readForBooking']],
    ['superadmin', ['readForBooking']],
  ] as const)
    expect(
      Object.entries(callTable.application ?? {})
        .filter(([, { needs }]) => isAllowed(needs, { role, grants: defaultGrants[role] }))
        .map(([name]) => name),
      role,
    ).toEqual(open);
});
