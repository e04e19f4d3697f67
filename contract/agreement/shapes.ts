import { z } from 'zod';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { AgreementBody } from './body.ts';
import { agreementKinds, agreementLanguages, agreementTemplateUses, agreementTrailEvents, partyRoles, partyStatuses } from './kinds.ts';
import { agreementMachine } from './machine.ts';

export const sha256Schema = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/);
export const AgreementParty = z.object({
  id: z.number(),
  role: z.enum(partyRoles),
  turn: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.enum(partyStatuses),
  expires_at: moment.nullable(),
  signed_at: moment.nullable(),
  /** The party is the caller. */
  mine: z.boolean(),
  /** The party has an account, and changes their number there themselves. */
  account: z.boolean(),
  /** The party is in the tenancy, which decides name and role. */
  fixed: z.boolean(),
});
export type AgreementParty = z.output<typeof AgreementParty>;

export const AgreementSummary = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.enum(agreementKinds),
  version: z.number(),
  status: stateSchema(agreementMachine),
  tenancy: z.object({ id: z.number(), code: z.string() }),
  /** The tenants of the agreement. */
  tenants: z.array(z.string()),
  property: z.string(),
  unit: z.string(),
  template: z.string().nullable(),
  signed: z.number(),
  signers: z.number(),
  /** The deadline of the next signature. */
  due_at: moment.nullable(),
  /** The seal failed and can be tried again. */
  seal_failed: z.boolean(),
  wet_ink: z.boolean(),
  created_at: moment,
});
export type AgreementSummary = z.output<typeof AgreementSummary>;

const said = z.object({ en: z.string(), sw: z.string() });
export const AgreementTextShape = z.object({
  title: said,
  blocks: z.array(z.object({ kind: z.enum(['heading', 'text']), en: z.string(), sw: z.string() })),
});
export type AgreementText = z.output<typeof AgreementTextShape>;

/** Warnings that are shown with a lease before it is sent. */
export const leaseWarnings = ['no_advocate', 'long_lease', 'controlled'] as const;

export const AgreementDetails = AgreementSummary.extend({
  message: z.string(),
  sequential: z.boolean(),
  language: z.enum(agreementLanguages),
  governs: z.enum(['en', 'sw']),
  template_id: z.number().nullable(),
  text: AgreementTextShape,
  clauses: z.array(z.object({ key: z.string(), en: z.string(), sw: z.string(), chosen: z.boolean() })),
  /** Fields without a known value. The agreement cannot be sent with them. */
  missing: z.array(z.string()),
  cautions: z.array(z.enum(leaseWarnings)),
  parties: z.array(AgreementParty),
  /** Payers of the tenancy who are not asked to sign; the agreement cannot be sent without them. */
  unasked: z.array(z.string()),
  trail: z.array(z.object({ at: moment, what: z.enum(agreementTrailEvents), who: z.string().nullable(), detail: z.string() })),
  reason: z.string(),
  sha256: z.string().nullable(),
  /** Addresses of the documents, valid for a quarter of an hour. */
  pdf: z.string().nullable(),
  sealed: z.string().nullable(),
  scan: z.string().nullable(),
  /** The hash of the scan. A confirmation must name it. */
  scan_sha256: z.string().nullable(),
  verify_code: z.string().nullable(),
  replaces: z.object({ id: z.number(), code: z.string() }).nullable(),
  replaced_by: z.object({ id: z.number(), code: z.string() }).nullable(),
  revision: z.number(),
  moves: z.array(z.enum(['edit', 'send', 'void', 'new_version', 'resend', 'change_number', 'bring_paper', 'confirm_paper', 'seal_again', 'sign'])),
});
export type AgreementDetails = z.output<typeof AgreementDetails>;

/** The lease of a booking before there is a tenancy; terms that are agreed later are missing. */
export const LeasePreview = z.object({ text: AgreementTextShape, governs: z.enum(['en', 'sw']), cautions: z.array(z.enum(leaseWarnings)) });
export type LeasePreview = z.output<typeof LeasePreview>;

export const TemplateSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(agreementKinds),
  use: z.enum(agreementTemplateUses),
  version: z.number(),
  governs: z.enum(['en', 'sw']),
  /** A template of Makao, for every company. */
  system: z.boolean(),
  reviewed_by: z.string(),
  updated_at: moment,
});
export type TemplateSummary = z.output<typeof TemplateSummary>;
export const TemplateDetails = TemplateSummary.extend({ body: AgreementBody, preview: AgreementTextShape, revision: z.number() });
export type TemplateDetails = z.output<typeof TemplateDetails>;

/** The part of a link that is visible before the code is entered: enough to recognise the sender. */
export const SigningLinkSummary = z.object({
  company: z.string(),
  name: z.string(),
  role: z.enum(partyRoles),
  code: z.string(),
  kind: z.enum(agreementKinds),
  sent_to: z.string(),
  by: z.enum(['sms', 'email']),
  expires_at: moment,
  /** Signed on paper: the signer confirms whether the scan is that document. */
  paper: z.boolean(),
  /** The link of a number that the landlord replaced: it only objects. */
  objects: z.boolean(),
});
export type SigningLinkSummary = z.output<typeof SigningLinkSummary>;
export const SigningLinkText = SigningLinkSummary.extend({
  text: AgreementTextShape,
  language: z.enum(agreementLanguages),
  governs: z.enum(['en', 'sw']),
  message: z.string(),
  sha256: z.string(),
  pdf: z.string().nullable(),
  scan: z.string().nullable(),
  property: z.string(),
  unit: z.string(),
  parties: z.array(AgreementParty.pick({ name: true, role: true, status: true })),
  no_advocate: z.boolean(),
});
export type SigningLinkText = z.output<typeof SigningLinkText>;
