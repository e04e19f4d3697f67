import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { filters, id, list, page, pageSize, searchText, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { Body } from './body.ts';
import { agreementKinds, agreementLanguages, partyRoles, templateUses, tenancyKinds } from './kinds.ts';
import { agreementMachine } from './machine.ts';
import { AgreementFull, AgreementHead, BeforePaying, sha256, TemplateFull, TemplateHead } from './shapes.ts';

const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const email = z.union([z.literal(''), z.email().max(200)]);
const revision = z.number().int().optional();
const given = { needs: holders('tenancies', 'edit'), result: AgreementFull, document: 'agreement' } as const;

export const agreementCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/agreement/all_agreements/',
    summary: 'Agreements one manages, or of one tenancy; those one is to sign or signed with `mine`',
    needs: 'signed-in',
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      z_filter: filters({ q: searchText, tenancy_id: id, status: stateSchema(agreementMachine), mine: z.enum(['true']), waiting: z.enum(['true']) }),
    }),
    result: list(AgreementHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/agreement/agreement_details/',
    summary: 'One agreement: its text, who signs, and the trail',
    needs: 'signed-in',
    query: byId,
    result: AgreementFull,
    fails: ['notFound'],
  }),
  beforePaying: call({
    method: 'GET',
    path: '/api/v2/agreement/before_paying/',
    summary: 'The lease as it would be written for a booking: nobody pays for one unseen',
    needs: 'signed-in',
    query: z.object({ booking_id: id }),
    result: BeforePaying,
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/agreement/create_agreement/',
    summary: 'Write an agreement for a tenancy from a template: a draft',
    ...given,
    body: z.strictObject({ tenancy_id: id, kind: z.enum(tenancyKinds).default('lease'), template_id: id.optional() }),
    fails: ['notFound', 'conflict'],
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/agreement/update_agreement/',
    summary: 'Change a draft: template, clauses, language, message, who signs and in which order',
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
            /** Somebody who signs already. Who is in the tenancy keeps name and part, who has an account is reached there. */
            id: id.optional(),
            role: z.enum(partyRoles),
            turn: z.number().int().min(1).max(20),
            name: line.min(1).max(120),
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
    summary: 'Freeze the text as a PDF and ask for the signatures',
    ...given,
    query: byId,
    body: z.strictObject({ revision }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  resend: call({
    method: 'POST',
    path: '/api/v2/agreement/resend_invite/',
    summary: 'A new link for somebody whose turn it is; their time begins anew',
    ...given,
    query: byId,
    body: z.strictObject({ party_id: id }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  changeNumber: call({
    method: 'PATCH',
    path: '/api/v2/agreement/change_number/',
    summary: 'Another number or mailbox of a party without an account: their link dies, everybody is told',
    ...given,
    query: byId,
    body: z.strictObject({ party_id: id, phone: z.union([z.literal(''), phone]), email }),
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  void: call({
    method: 'POST',
    path: '/api/v2/agreement/void_agreement/',
    summary: 'Take an agreement back before it is sealed; every link dies',
    ...given,
    query: byId,
    body: z.strictObject({ reason }),
    fails: ['notFound', 'wrongState'],
  }),
  newVersion: call({
    method: 'POST',
    path: '/api/v2/agreement/new_version/',
    summary: 'A new draft in place of one that was taken back, rejected or ran out',
    ...given,
    query: byId,
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
  sealAgain: call({
    method: 'POST',
    path: '/api/v2/agreement/seal_again/',
    summary: 'Try the seal again after it failed',
    ...given,
    query: byId,
    fails: ['notFound', 'wrongState'],
  }),
  bringPaper: call({
    method: 'POST',
    path: '/api/v2/agreement/bring_paper/',
    summary: 'The scan of an agreement signed on paper; one of those who rent confirms it, here or by the link they are sent',
    needs: holders('tenancies', 'edit'),
    query: byId,
    upload: { field: 'file', kinds: ['documents'], types: ['pdf'] },
    result: AgreementFull,
    fails: ['notFound', 'conflict', 'wrongState', 'tooLarge', 'unsupported'],
    document: 'agreement',
  }),
  confirmPaper: call({
    method: 'POST',
    path: '/api/v2/agreement/confirm_paper/',
    summary: 'Somebody who rents by it says that the scan they read is what was signed',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ sha256 }),
    result: AgreementFull,
    fails: ['notFound', 'conflict', 'wrongState', 'forbidden'],
    document: 'agreement',
  }),
  myLink: call({
    method: 'POST',
    path: '/api/v2/agreement/my_link/',
    summary: 'Where the caller signs, when it is their turn',
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
  all: call({
    method: 'GET',
    path: '/api/v2/agreement/all_templates/',
    summary: 'Templates: the platform’s and one’s own, in their latest version',
    needs: ['tenancies', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ kind: z.enum(agreementKinds), use: z.enum(templateUses) }) }),
    result: list(TemplateHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/agreement/template_details/',
    summary: 'One template, and how it reads with sample data',
    needs: ['tenancies', 'read'],
    query: byId,
    result: TemplateFull,
    fails: ['notFound'],
  }),
  copy: call({
    method: 'POST',
    path: '/api/v2/agreement/copy_template/',
    summary: 'A template of one’s own that begins as another',
    needs: holders('tenancies', 'edit'),
    query: byId,
    body: z.strictObject({ name: line.min(1).max(120) }),
    result: TemplateFull,
    fails: ['notFound'],
    document: 'agreement_template',
  }),
  save: call({
    method: 'PATCH',
    path: '/api/v2/agreement/save_template/',
    summary: 'The next version of one’s own template; agreements that were sent keep the one they had',
    needs: holders('tenancies', 'edit'),
    query: byId,
    body: z.strictObject({
      name: line.min(1).max(120),
      governs: z.enum(['en', 'sw']),
      reviewed_by: line.max(120),
      body: Body,
      revision,
    }),
    result: TemplateFull,
    fails: ['notFound', 'conflict'],
    document: 'agreement_template',
  }),
  retire: call({
    method: 'DELETE',
    path: '/api/v2/agreement/retire_template/',
    summary: 'Put one’s own template away; nothing is written from it any more',
    needs: holders('tenancies', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    takes: ['/api/v2/agreement/template_details/'],
    document: 'agreement_template',
  }),
} as const;
