import { z } from 'zod';
import { mandateScopes } from '#contract/access/mandate.ts';
import { commissionPoints, Promised } from '#contract/access/mandate-shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, day, days, filters, heldByChance, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { codeKinds, inviteKinds, inviteSources, openKindNames } from './kinds.ts';
import { invitationMachine } from './machine.ts';

const status = stateSchema(invitationMachine);
const byId = z.object({ id });
const email = z.email().max(320);
/** Any way of writing a phone number; the server keeps E.164. */
const phone = line.min(9).max(20);
const target = {
  role_id: id.optional(),
  team_id: id.optional(),
  message: z.string().trim().max(500).default(''),
  locale: z.enum(['en', 'sw']).default('en'),
};

/** A mandate in the words of whoever reads about it. */
const terms = { scope: z.enum(mandateScopes), ends_on: day.nullable(), commission_bp: commissionPoints };
const Carried = z.object({ ...terms, all_properties: z.boolean(), properties: z.array(z.string()) });
export type Carried = z.output<typeof Carried>;

const InvitationRow = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.enum(inviteKinds),
  source: z.enum(inviteSources),
  status,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  short_code: z.string().nullable(),
  uses: z.number(),
  max_uses: z.number().nullable(),
  inviter: z.string(),
  ...heldByChance,
  role: z.string().nullable(),
  team: z.string().nullable(),
  /** The mandate an agent gets with it, as it was written. */
  mandate: Carried.nullable(),
  message: z.string(),
  sends: z.number(),
  expires_at: moment,
  accepted_by: z.string().nullable(),
  accepted_at: moment.nullable(),
  created_at: moment,
  moves: z.array(moveSchema(invitationMachine)),
  may_resend: z.boolean(),
});
export type InvitationRow = z.output<typeof InvitationRow>;

const BulkRow = z.object({ line: z.number(), email: z.string(), phone: z.string(), role: z.string(), problem: z.string().nullable() });
export type BulkRow = z.output<typeof BulkRow>;
const bulk = z.strictObject({ kind: z.enum(openKindNames), csv: z.string().min(1).max(200_000), ...target });

/** Why an account cannot take an invitation as it is. */
export const misfits = ['signed_out', 'other_address', 'unproved', 'wrong_type', 'already'] as const;
/** A key is 32 random bytes; on a poster it is the short code. */
const invite_key = z.string().regex(/^(?:[\w-]{43}|[2-9A-HJKMNP-Z]{4}-?[2-9A-HJKMNP-Z]{4})$/i, { error: () => m.invitation_problem_key() });
const named = { invite_key, invite_id: id };

const Policy = z.object({ id: z.number(), slug: z.string(), title: z.string(), title_sw: z.string() });
const Gives = z.object({ manages: z.enum(['nothing', 'some', 'all']), properties: z.array(z.string()), terms: z.object(terms).nullable() });
export type Gives = z.output<typeof Gives>;
export const Looked = z.object({
  state: z.enum(['open', 'used', 'revoked', 'expired']),
  kind: z.enum(inviteKinds),
  inviter: z.string(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  /** What an agent would manage for an owner once it is accepted; null where it is not between the two. */
  gives: Gives.nullable(),
  message: z.string(),
  expires_at: moment,
  /** To whom it was sent, mostly hidden: enough for the person it was sent to. */
  sent_to: z.string().nullable(),
  /** A code can be texted to the number it was sent to: whoever has the phone joins with it alone. */
  by_phone: z.boolean(),
  /** What keeps the visitor from accepting, or null. */
  misfit: z.enum(misfits).nullable(),
  mine: z.boolean(),
  /** Newcomers who come as a business say what it is called. */
  asks_company: z.boolean(),
  policies: z.array(Policy),
});
export type Looked = z.output<typeof Looked>;

export const invitationCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/invitation/all/',
    summary: 'Invitations of the caller’s company, or their own',
    needs: ['invites', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['created_at', 'expires_at'], '-created_at'),
      z_filter: filters({
        to: searchText,
        status,
        kind: z.enum(inviteKinds),
        source: z.enum(inviteSources),
        company_id: id,
        region: county,
        ...days,
      }),
    }),
    result: list(InvitationRow),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/invitation/details/',
    summary: 'One invitation',
    needs: ['invites', 'read'],
    query: byId,
    result: InvitationRow,
    fails: ['notFound'],
  }),
  send: call({
    method: 'POST',
    path: '/api/v2/invitation/send/',
    summary: 'Invite somebody by e-mail, phone or both',
    needs: ['invites', 'create'],
    body: z.strictObject({ kind: z.enum(openKindNames), email: email.optional(), phone: phone.optional(), ...target, mandate: Promised.optional() }),
    result: InvitationRow,
    fails: ['forbidden', 'conflict', 'notFound'],
    document: 'invites',
    // A browser left open makes no superadmin.
    freshFor: ({ kind }) => kind === 'superadmin',
  }),
  bulkCheck: call({
    method: 'POST',
    path: '/api/v2/invitation/bulk_check/',
    summary: 'What a list of people would do, line by line, without inviting anybody',
    needs: ['invites', 'create'],
    body: bulk,
    result: z.object({ rows: z.array(BulkRow), good: z.number(), bad: z.number() }),
    fails: ['forbidden'],
    document: 'invites',
  }),
  bulkSend: call({
    method: 'POST',
    path: '/api/v2/invitation/bulk_send/',
    summary: 'Invite everybody on a list whose line is right; the others are named',
    needs: ['invites', 'create'],
    body: bulk,
    result: z.object({ rows: z.array(BulkRow), sent: z.number() }),
    fails: ['forbidden'],
    document: 'invites',
  }),
  poster: call({
    method: 'POST',
    path: '/api/v2/invitation/poster/',
    summary: 'A short code to hang up: each use is an acceptance of its own, up to a limit',
    needs: ['invites', 'create'],
    body: z.strictObject({ kind: z.enum(codeKinds), max_uses: z.coerce.number().int().min(1).max(500), message: target.message }),
    result: InvitationRow,
    fails: ['forbidden'],
    document: 'invites',
  }),
  resend: call({
    method: 'PATCH',
    path: '/api/v2/invitation/resend/',
    summary: 'Send it again with a new key and ten more days; the old link stops working',
    needs: ['invites', 'edit'],
    query: byId,
    result: InvitationRow,
    fails: ['notFound', 'wrongState', 'tooMany'],
    document: 'invites',
  }),
  revoke: call({
    method: 'PATCH',
    path: '/api/v2/invitation/revoke/',
    summary: 'Withdraw an invitation; its link stops working at once',
    needs: ['invites', 'edit'],
    query: byId,
    result: InvitationRow,
    fails: ['notFound', 'wrongState'],
    document: 'invites',
  }),
  look: call({
    method: 'GET',
    path: '/api/v2/invitation/look/',
    summary: 'Who invites to what, for whoever holds the key',
    needs: 'anyone',
    query: z.object(named),
    result: Looked,
    fails: ['notFound', 'tooMany'],
  }),
  find: call({
    method: 'GET',
    path: '/api/v2/invitation/find/',
    summary: 'The address of the invitation behind a short code',
    needs: 'anyone',
    query: z.object({ short_code: line.min(8).max(12) }),
    result: z.object({ page: z.string() }),
    fails: ['notFound', 'tooMany'],
  }),
  accept: call({
    method: 'POST',
    path: '/api/v2/invitation/accept/',
    summary: 'Join: used once, by an account the invitation fits',
    needs: 'signed-in',
    body: z.strictObject({ ...named, company: line.max(200).default(''), agreed: z.array(z.number().int()).max(50).default([]) }),
    result: z.object({ user_type: z.number(), layout: z.string().nullable() }),
    fails: ['notFound', 'gone', 'forbidden', 'conflict', 'tooMany'],
    toast: 'successfullyRegistered',
    document: 'invites',
  }),
} as const;
