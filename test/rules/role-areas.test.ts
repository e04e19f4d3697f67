import { expect, test } from 'vitest';
import { allows, defaultGrants, permissionOf } from '#contract/access/grants.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { isWrite } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { callTable } from '#server/rooms.ts';

/**
 * The role × area summary of the product definition (§45) for what issue 9 brought and what it stands on: c(reate) r(ead) e(dit) d(elete). The
 * scopes say whose rows; `also` names the single acts a role has beyond its letters, each with the sentence it comes from.
 */
type Asked = Exclude<Role, 'tenancy' | 'staff' | 'default' | 'anonymous'>;
type Row = { readonly letters: string; readonly also?: readonly string[] };
type Area = { readonly rooms: readonly string[]; readonly rows: Readonly<Record<Asked, Row>> };

/** "R, cancel with a reason"; §12 "AD/SB read, reassign"; §13 "{3,4,5} → deleted 6 [applicant; AD]". */
const platformCancels = ['booking.cancel', 'booking.erase', 'promotion.move', 'tour.move', 'tour.reassign'];

const areas: Readonly<Record<string, Area>> = {
  'listings, properties, units, media': {
    rooms: ['property', 'unit', 'listing', 'media', 'intake'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cred' },
      agent: { letters: 'cred' },
      // "R region + verify; CRE own or by mandate"
      dealer: { letters: 'cre' },
      // "R region + verify, pause"; teams are "RE region" in their own row.
      subadmin: { letters: 'r', also: ['listing.move', 'media.settle', 'property.evidence', 'property.teams', 'property.verify'] },
      admin: { letters: 'red' },
      superadmin: { letters: 'cred' },
    },
  },
  'tours, bookings, offers': {
    rooms: ['tour', 'bid', 'booking', 'promotion'],
    rows: {
      tenant: { letters: 'cre' },
      // Promotions are written by whoever holds the homes (§11); nobody else makes a tour, a bid or a booking of their own home.
      owner: { letters: 're', also: ['promotion.create'] },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      subadmin: { letters: 'r', also: ['tour.reassign'] },
      admin: { letters: 'r', also: platformCancels },
      superadmin: { letters: 'r', also: platformCancels },
    },
  },
  inspections: {
    rooms: ['inspection'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      // Verifying is theirs by the first row.
      subadmin: { letters: 'r', also: ['inspection.decide'] },
      admin: { letters: 'cre' },
      superadmin: { letters: 'cre' },
    },
  },
  'tenancies, contracts, files': {
    rooms: ['tenancy', 'agreement', 'agreementTemplate', 'portfolio'],
    rows: {
      tenant: { letters: 'r' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      subadmin: { letters: 'r' },
      admin: { letters: 'r' },
      // "All" of what there is to see: what binds two sides is made by the sides, and the specification gives superadmins no page to make it.
      superadmin: { letters: 'r' },
    },
  },
  // "invoices, payments": the tenant pays by calls that name no right.
  invoices: {
    rooms: ['invoice'],
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
    rooms: ['tenant'],
    rows: {
      tenant: { letters: '' },
      owner: { letters: 'cre' },
      agent: { letters: 'cre' },
      dealer: { letters: 'cre' },
      subadmin: { letters: 'r' },
      admin: { letters: 'r' },
      // A relation of a company to somebody is begun by the company (§16).
      superadmin: { letters: 're' },
    },
  },
};

const letterOf = (call: CallShape): string => {
  if (!isWrite(call)) return 'r';
  const action = permissionOf(call.needs)?.split('.')[1] ?? (call.method === 'POST' ? 'create' : 'edit');
  return action === 'read' ? 'e' : (action[0] ?? '');
};
/** Calls both sides ask, or anybody with a link, name no right: the record says whose they are, and the rooms' own tests ask. */
const named = ({ needs }: CallShape): boolean => typeof needs !== 'string';

test.each(Object.entries(areas))('%s: every role may what the summary says, and nothing else', (_, { rooms, rows }) => {
  const calls = rooms.flatMap((room) => Object.entries(callTable[room] ?? {}).map(([name, call]) => ({ key: `${room}.${name}`, call })));
  for (const [role, { letters, also = [] }] of Object.entries(rows) as [Asked, Row][]) {
    const open = calls.filter(({ call }) => named(call) && allows(call.needs, { role, grants: defaultGrants[role] }));
    const beyond = open.filter(({ call }) => !letters.includes(letterOf(call))).map(({ key }) => key);
    expect(beyond.sort(), role).toEqual([...also].sort());
    const given = new Set(open.map(({ call }) => letterOf(call)));
    expect(
      [...letters].filter((letter) => !given.has(letter)),
      `${role} lacks`,
    ).toEqual([]);
  }
});

test('nobody of the platform reads applications but an admin of one that was reported, which the record says', () => {
  for (const [role, open] of [
    ['subadmin', []],
    ['admin', ['read']],
    ['superadmin', ['read']],
  ] as const)
    expect(
      Object.entries(callTable.application ?? {})
        .filter(([, { needs }]) => allows(needs, { role, grants: defaultGrants[role] }))
        .map(([name]) => name),
      role,
    ).toEqual(open);
});
