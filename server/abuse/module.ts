import { abuseCalls } from '#contract/abuse/calls.ts';
import { fillAbuse } from '#server/db/demo/abuse.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { abusePersonalData } from './personal-data.ts';
import { abuseScopes } from './scopes.ts';
import { abuseService, countPendingReports } from './service.ts';
import { abuseTexts } from './texts.ts';

export const abuseModule: ServerModule = {
  scopes: abuseScopes,
  calls: { abuse: abuseCalls },
  routes: (services) => serveCalls(abuseCalls, abuseService(services)),
  demo: ({ db }) => fillAbuse(db),
  personalData: abusePersonalData,
  texts: abuseTexts,
  pendingTasks: { reports: countPendingReports },
  withoutFeatures: {
    search: 'Only Makao staff can find a complaint, in the list of complaints.',
    ...explainMissingFeatures('A complaint is confidential. No page of a person or a unit shows it.', 'personPage', 'reviewBasis', 'unitTimeline'),
    erasure: 'The complaint is kept. The complainant is anonymised with the account.',
    closing: 'An open complaint does not prevent an account from being closed.',
  },
};
