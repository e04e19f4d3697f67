import { z } from 'zod';
import { mandateScopes } from '#contract/access/mandate.ts';
import { commissionBasisPoints, InvitationMandateTerms } from '#contract/access/mandate-shapes.ts';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  day,
  dayRange,
  id,
  moment,
  optionalRowCompanyFields,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { invitationCodeKinds, invitationKinds, invitationSources, openInvitationKindKeys } from './kinds.ts';
import { invitationMachine } from './machine.ts';

const status = stateSchema(invitationMachine);
const byId = z.object({ id });
const email = z.email().max(320);
/** A phone number in any notation; the server stores E.164. */
const phone = singleLine.min(9).max(20);
const target = {
  role_id: id.optional(),
  team_id: id.optional(),
  message: z.string().trim().max(500).default(''),
  locale: z.enum(['en', 'sw']).default('en'),
};

/** A mandate as readers see it. */
const terms = { scope: z.enum(mandateScopes), ends_on: day.nullable(), commission_bp: commissionBasisPoints };
const InvitationMandate = z.object({ ...terms, all_properties: z.boolean(), properties: z.array(z.string()) });
export type InvitationMandate = z.output<typeof InvitationMandate>;

const InvitationSummary = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.enum(invitationKinds),
  source: z.enum(invitationSources),
  status,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  short_code: z.string().nullable(),
  uses: z.number(),
  max_uses: z.number().nullable(),
  inviter: z.string(),
  ...optionalRowCompanyFields,
  role: z.string().nullable(),
  team: z.string().nullable(),
  /** The mandate that the invitation offers the agent. */
  mandate: InvitationMandate.nullable(),
  message: z.string(),
  sends: z.number(),
  expires_at: moment,
  accepted_by: z.string().nullable(),
  accepted_at: moment.nullable(),
  created_at: moment,
  moves: z.array(moveSchema(invitationMachine)),
  may_resend: z.boolean(),
  /** The invitation is sent when a second person has approved it. */
  awaits_approval: z.boolean(),
  request: OpenApprovalRequest.nullable(),
});
export type InvitationSummary = z.output<typeof InvitationSummary>;

const BulkInvitationRow = z.object({ line: z.number(), email: z.string(), phone: z.string(), role: z.string(), problem: z.string().nullable() });
export type BulkInvitationRow = z.output<typeof BulkInvitationRow>;
const bulk = z.strictObject({ kind: z.enum(openInvitationKindKeys), csv: z.string().min(1).max(200_000), ...target });

/** Why an account cannot accept an invitation. */
export const invitationIneligibilityReasons = ['signed_out', 'other_address', 'unproved', 'wrong_type', 'already'] as const;
/** A key is 32 random bytes; on a poster it is the short code. */
const invite_key = z.string().regex(/^(?:[\w-]{43}|[2-9A-HJKMNP-Z]{4}-?[2-9A-HJKMNP-Z]{4})$/i, { error: () => m.invitation_problem_key() });
const named = { invite_key, invite_id: id };

const Policy = z.object({ id: z.number(), slug: z.string(), title: z.string(), title_sw: z.string() });
const GrantedAccess = z.object({ manages: z.enum(['nothing', 'some', 'all']), properties: z.array(z.string()), terms: z.object(terms).nullable() });
export type GrantedAccess = z.output<typeof GrantedAccess>;
export const InvitationPreview = z.object({
  state: z.enum(['open', 'used', 'revoked', 'expired']),
  kind: z.enum(invitationKinds),
  inviter: z.string(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  /** What an agent will manage for an owner after acceptance; null for other invitations. */
  gives: GrantedAccess.nullable(),
  message: z.string(),
  expires_at: moment,
  /** The recipient, mostly masked: recognisable only to the person it was sent to. */
  sent_to: z.string().nullable(),
  /** True when a code can be texted to the invited number: the phone alone is then enough to join. */
  by_phone: z.boolean(),
  /** The reason the visitor cannot accept, or null. */
  misfit: z.enum(invitationIneligibilityReasons).nullable(),
  mine: z.boolean(),
  /** New business users are asked for the company name. */
  asks_company: z.boolean(),
  policies: z.array(Policy),
});
export type InvitationPreview = z.output<typeof InvitationPreview>;

export const invitationCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/invitation/all/',
    summary: 'List the invitations of the caller’s company, or the caller’s own',
    needs: ['invites', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['created_at', 'expires_at'], '-created_at'),
      z_filter: buildFilterSchema({
        to: searchText,
        status,
        kind: z.enum(invitationKinds),
        source: z.enum(invitationSources),
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
      }),
    }),
    result: buildListSchema(InvitationSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/invitation/details/',
    summary: 'Get an invitation',
    needs: ['invites', 'read'],
    query: byId,
    result: InvitationSummary,
    fails: ['notFound'],
  }),
  send: call({
    method: 'POST',
    path: '/api/v2/invitation/send/',
    summary: 'Invite a person by email, phone or both',
    needs: ['invites', 'create'],
    body: z.strictObject({
      kind: z.enum(openInvitationKindKeys),
      email: email.optional(),
      phone: phone.optional(),
      ...target,
      mandate: InvitationMandateTerms.optional(),
    }),
    result: InvitationSummary,
    fails: ['forbidden', 'conflict', 'notFound'],
    document: 'invites',
    // A browser left open must not create a super admin.
    freshFor: ({ kind }) => kind === 'superadmin',
  }),
  bulkCheck: call({
    method: 'POST',
    path: '/api/v2/invitation/bulk_check/',
    summary: 'Preview a list of invitations line by line; no invitation is sent',
    needs: ['invites', 'create'],
    body: bulk,
    result: z.object({ rows: z.array(BulkInvitationRow), good: z.number(), bad: z.number() }),
    fails: ['forbidden'],
    document: 'invites',
  }),
  bulkSend: call({
    method: 'POST',
    path: '/api/v2/invitation/bulk_send/',
    summary: 'Send invitations to the valid lines of a list; returns the others',
    needs: ['invites', 'create'],
    body: bulk,
    result: z.object({ rows: z.array(BulkInvitationRow), sent: z.number() }),
    fails: ['forbidden'],
    document: 'invites',
  }),
  createPoster: call({
    method: 'POST',
    path: '/api/v2/invitation/poster/',
    summary: 'Create a short code to display; each use is a separate acceptance, up to a limit',
    needs: ['invites', 'create'],
    body: z.strictObject({ kind: z.enum(invitationCodeKinds), max_uses: z.coerce.number().int().min(1).max(500), message: target.message }),
    result: InvitationSummary,
    fails: ['forbidden'],
    document: 'invites',
  }),
  resend: call({
    method: 'PATCH',
    path: '/api/v2/invitation/resend/',
    summary: 'Resend an invitation with a new key, valid for ten more days; the old link stops working',
    needs: ['invites', 'edit'],
    query: byId,
    result: InvitationSummary,
    fails: ['notFound', 'wrongState', 'tooMany', 'conflict'],
    document: 'invites',
  }),
  revoke: call({
    method: 'PATCH',
    path: '/api/v2/invitation/revoke/',
    summary: 'Withdraw an invitation; its link stops working at once',
    needs: ['invites', 'edit'],
    query: byId,
    result: InvitationSummary,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'invites',
  }),
  findByKey: call({
    method: 'GET',
    path: '/api/v2/invitation/look/',
    summary: 'Get the sender and purpose of an invitation by its key',
    needs: 'anyone',
    query: z.object(named),
    result: InvitationPreview,
    fails: ['notFound', 'tooMany'],
  }),
  findByShortCode: call({
    method: 'GET',
    path: '/api/v2/invitation/find/',
    summary: 'Get the address of an invitation by its short code',
    needs: 'anyone',
    query: z.object({ short_code: singleLine.min(8).max(12) }),
    result: z.object({ page: z.string() }),
    fails: ['notFound', 'tooMany'],
  }),
  accept: call({
    method: 'POST',
    path: '/api/v2/invitation/accept/',
    summary: 'Accept an invitation with a matching account; it works once',
    needs: 'signed-in',
    body: z.strictObject({ ...named, company: singleLine.max(200).default(''), agreed: z.array(z.number().int()).max(50).default([]) }),
    result: z.object({ user_type: z.number(), layout: z.string().nullable() }),
    fails: ['notFound', 'gone', 'forbidden', 'conflict', 'tooMany'],
    toast: 'successfullyRegistered',
    document: 'invites',
  }),
} as const;
