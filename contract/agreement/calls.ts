import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, id, pageNumberSchema, pageSize, searchText, tabCountsFlag } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { AgreementBody } from './body.ts';
import { agreementKinds, agreementLanguages, agreementTemplateUses, partyRoles, tenancyAgreementKinds } from './kinds.ts';
import { agreementMachine } from './machine.ts';
import { AgreementDetails, AgreementSummary, LeasePreview, sha256Schema, TemplateDetails, TemplateSummary } from './shapes.ts';

const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const email = z.union([z.literal(''), z.email().max(200)]);
const revision = z.number().int().optional();
const given = { needs: companyRolesOnly('tenancies', 'edit'), result: AgreementDetails, document: 'agreement' } as const;

export const agreementCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/agreement/all_agreements/',
    summary: 'List agreements the caller manages, or those of a tenancy; with `mine`, those the caller signs',
    needs: 'signed-in',
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({
        q: searchText,
        tenancy_id: id,
        status: stateSchema(agreementMachine),
        mine: z.enum(['true']),
        waiting: z.enum(['true']),
      }),
    }),
    result: buildListSchema(AgreementSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/agreement/agreement_details/',
    summary: 'Get an agreement with its text, signatories and audit trail',
    needs: 'signed-in',
    query: byId,
    result: AgreementDetails,
    fails: ['notFound'],
  }),
  beforePaying: call({
    method: 'GET',
    path: '/api/v2/agreement/before_paying/',
    summary: 'Preview the lease of a booking, so that the applicant reads it before paying',
    needs: 'signed-in',
    query: z.object({ booking_id: id }),
    result: LeasePreview,
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/agreement/create_agreement/',
    summary: 'Create an agreement for a tenancy from a template, as a draft',
    ...given,
    body: z.strictObject({ tenancy_id: id, kind: z.enum(tenancyAgreementKinds).default('lease'), template_id: id.optional() }),
    fails: ['notFound', 'conflict'],
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/agreement/update_agreement/',
    summary: 'Update a draft agreement: template, clauses, language, message, signatories and their order',
    ...given,
    query: byId,
    body: z.strictObject({
      template_id: id.optional(),
      clauses: z.array(z.string().max(40)).max(30).optional(),
      language: z.enum(agreementLanguages).optional(),
      sequential: z.boolean().optional(),
      message: z.string().trim().max(1000).optional(),
      parties: z
        .array(
          z.strictObject({
            /** A signer who is already listed. Signers who are in the tenancy keep name and role; those with an account are notified there. */
            id: id.optional(),
            role: z.enum(partyRoles),
            turn: z.number().int().min(1).max(20),
            name: singleLine.min(1).max(120),
            phone: z.union([z.literal(''), phone]),
            email,
          }),
        )
        .max(12)
        .optional(),
      revision,
    }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  send: call({
    method: 'POST',
    path: '/api/v2/agreement/send_agreement/',
    summary: 'Freeze the agreement as a PDF and request signatures',
    ...given,
    query: byId,
    body: z.strictObject({ revision }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  resend: call({
    method: 'POST',
    path: '/api/v2/agreement/resend_invite/',
    summary: 'Send a new link to the next signatory; their deadline starts again',
    ...given,
    query: byId,
    body: z.strictObject({ party_id: id }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  changeNumber: call({
    method: 'PATCH',
    path: '/api/v2/agreement/change_number/',
    summary: 'Change the phone number or email of a signatory without an account: the old link stops working, and all parties are notified',
    ...given,
    query: byId,
    body: z.strictObject({ party_id: id, phone: z.union([z.literal(''), phone]), email }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  void: call({
    method: 'POST',
    path: '/api/v2/agreement/void_agreement/',
    summary: 'Withdraw an agreement before it is sealed; all signing links stop working',
    ...given,
    query: byId,
    body: z.strictObject({ reason }),
    fails: ['notFound', 'wrongState'],
  }),
  newVersion: call({
    method: 'POST',
    path: '/api/v2/agreement/new_version/',
    summary: 'Create a new draft from a withdrawn, rejected or expired agreement',
    ...given,
    query: byId,
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  retrySeal: call({
    method: 'POST',
    path: '/api/v2/agreement/seal_again/',
    summary: 'Retry a failed seal',
    ...given,
    query: byId,
    fails: ['notFound', 'wrongState'],
  }),
  uploadSignedScan: call({
    method: 'POST',
    path: '/api/v2/agreement/bring_paper/',
    summary: 'Upload the scan of an agreement signed on paper; one tenant confirms it here or by the link sent to them',
    needs: companyRolesOnly('tenancies', 'edit'),
    query: byId,
    upload: { field: 'file', kinds: ['documents'], types: ['pdf'] },
    result: AgreementDetails,
    fails: ['notFound', 'conflict', 'wrongState', 'tooLarge', 'unsupported'],
    document: 'agreement',
  }),
  confirmSignedScan: call({
    method: 'POST',
    path: '/api/v2/agreement/confirm_paper/',
    summary: 'Confirm as a tenant that the scan is the agreement that was signed',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ sha256: sha256Schema }),
    result: AgreementDetails,
    fails: ['notFound', 'conflict', 'wrongState', 'forbidden'],
    document: 'agreement',
  }),
  ownSigningLink: call({
    method: 'POST',
    path: '/api/v2/agreement/my_link/',
    summary: 'Get the caller’s signing link when it is their turn',
    needs: 'signed-in',
    query: byId,
    result: z.object({ path: z.string() }),
    fails: ['notFound'],
    document: 'agreement',
    secret: true,
    step: true,
  }),
} as const;

export const templateCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/agreement/all_templates/',
    summary: 'List agreement templates of the platform and the company, in their latest version',
    needs: ['tenancies', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ kind: z.enum(agreementKinds), use: z.enum(agreementTemplateUses) }),
    }),
    result: buildListSchema(TemplateSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/agreement/template_details/',
    summary: 'Get an agreement template with a preview of sample data',
    needs: ['tenancies', 'read'],
    query: byId,
    result: TemplateDetails,
    fails: ['notFound'],
  }),
  copy: call({
    method: 'POST',
    path: '/api/v2/agreement/copy_template/',
    summary: 'Create a company template as a copy of another',
    needs: companyRolesOnly('tenancies', 'edit'),
    query: byId,
    body: z.strictObject({ name: singleLine.min(1).max(120) }),
    result: TemplateDetails,
    fails: ['notFound'],
    document: 'agreement_template',
  }),
  save: call({
    method: 'PATCH',
    path: '/api/v2/agreement/save_template/',
    summary: 'Save the next version of a company template; sent agreements keep their version',
    needs: companyRolesOnly('tenancies', 'edit'),
    query: byId,
    body: z.strictObject({
      name: singleLine.min(1).max(120),
      governs: z.enum(['en', 'sw']),
      reviewed_by: singleLine.max(120),
      body: AgreementBody,
      revision,
    }),
    result: TemplateDetails,
    fails: ['notFound', 'conflict'],
    document: 'agreement_template',
  }),
  archive: call({
    method: 'DELETE',
    path: '/api/v2/agreement/retire_template/',
    summary: 'Archive a company template; new agreements cannot use it',
    needs: companyRolesOnly('tenancies', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    takes: ['/api/v2/agreement/template_details/'],
    document: 'agreement_template',
  }),
} as const;
