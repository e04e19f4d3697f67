import { agreementCalls, templateCalls } from '#contract/agreement/calls.ts';
import { signCalls, verifyCalls } from '#contract/agreement/sign-calls.ts';
import { waits } from '#contract/home/waits.ts';
import { fillAgreements } from '#server/db/demo/agreement.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { agreementFollows } from './follows.ts';
import { agreementLookups } from './lookups.ts';
import { drawPapers } from './papers.ts';
import { agreementHoldings, forgetAgreements, openAgreements } from './personal-data.ts';
import { agreementScopes } from './scopes.ts';
import { agreementService, foundAgreements, signService, toSign, verifyService } from './service.ts';
import { sealAgreement } from './signing/seal.ts';
import { templates } from './templates.ts';
import { startTemplates } from './texts/start.ts';
import { agreementTexts } from './texts.ts';
import { agreementJobs } from './time.ts';

export const agreementRoom: ServerRoom = {
  lookups: agreementLookups,
  scopes: agreementScopes,
  readable: ['agreement', 'agreement_event', 'agreement_party'],
  calls: { agreement: agreementCalls, agreementTemplate: templateCalls, agreementSign: signCalls, agreementVerify: verifyCalls },
  routes: (house) => [
    ...serve(agreementCalls, agreementService(house)),
    ...serve(templateCalls, templates),
    ...serve(signCalls, signService(house)),
    ...serve(verifyCalls, verifyService(house)),
  ],
  jobs: agreementJobs,
  handlers: (house) => ({
    'agreement.seal': ({ agreementId }) => sealAgreement(house, agreementId),
    'agreement.papers': ({ agreementId }) => drawPapers(house, agreementId),
  }),
  follows: agreementFollows,
  texts: agreementTexts,
  holdings: agreementHoldings,
  forget: forgetAgreements,
  closing: [openAgreements],
  vocabulary: startTemplates,
  waits: {
    sign: (ctx) => toSign(ctx, waits.sign.filter),
    signs: (ctx) => toSign(ctx, waits.signs.filter),
    send: (ctx) => oldestOf(foundAgreements(ctx, { status: waits.send.filter.status }), 'agreement.created_at'),
  },
  demo: ({ db }) => fillAgreements(db),
  without: {
    ...because('Open: an agreement is found by its tenancy.', 'search', 'personPage'),
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
  },
};
