import { agreementCalls, templateCalls } from '#contract/agreement/calls.ts';
import { signCalls, verifyCalls } from '#contract/agreement/sign-calls.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { fillAgreements } from '#server/db/demo/agreement.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { agreementJobs } from './deadlines.ts';
import { agreementEventHandlers } from './event-handlers.ts';
import { agreementLookups } from './lookups.ts';
import { renderMissingAgreementPdfs } from './missing-pdfs.ts';
import { agreementPersonalData, eraseAgreementPersonalData, openAgreementsCheck } from './personal-data.ts';
import { agreementScopes } from './scopes.ts';
import { agreementService, countPendingSignatures, filterAgreements, signService, verifyService } from './service.ts';
import { sealAgreement } from './signing/seal.ts';
import { templateHandlers } from './templates.ts';
import { insertSystemTemplates } from './texts/system-templates.ts';
import { agreementTexts } from './texts.ts';

export const agreementModule: ServerModule = {
  lookups: agreementLookups,
  scopes: agreementScopes,
  readable: ['agreement'],
  calls: { agreement: agreementCalls, agreementTemplate: templateCalls, agreementSign: signCalls, agreementVerify: verifyCalls },
  routes: (services) => [
    ...serveCalls(agreementCalls, agreementService(services)),
    ...serveCalls(templateCalls, templateHandlers),
    ...serveCalls(signCalls, signService(services)),
    ...serveCalls(verifyCalls, verifyService(services)),
  ],
  jobs: agreementJobs,
  handlers: (services) => ({
    'agreement.seal': ({ agreementId }) => sealAgreement(services, agreementId),
    'agreement.papers': ({ agreementId }) => renderMissingAgreementPdfs(services, agreementId),
  }),
  eventHandlers: agreementEventHandlers,
  texts: agreementTexts,
  personalData: agreementPersonalData,
  erasePersonalData: eraseAgreementPersonalData,
  closingChecks: [openAgreementsCheck],
  vocabulary: insertSystemTemplates,
  pendingTasks: {
    sign: (ctx) => countPendingSignatures(ctx, pendingTaskKinds.sign.filter),
    signs: (ctx) => countPendingSignatures(ctx, pendingTaskKinds.signs.filter),
    send: (ctx) => countWithOldest(filterAgreements(ctx, { status: pendingTaskKinds.send.filter.status }), 'agreement.created_at'),
  },
  demo: ({ db }) => fillAgreements(db),
  withoutFeatures: {
    ...explainMissingFeatures('Open: an agreement is found through its tenancy.', 'search', 'personPage'),
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
  },
};
