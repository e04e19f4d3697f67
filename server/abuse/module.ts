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
    search: 'A report is found in its list by the platform alone.',
    ...explainMissingFeatures('A report is confidential and shown on no page of a person or a home.', 'personPage', 'reviewBasis', 'unitTimeline'),
    erasure: 'The report stays; its reporter is nameless with the account.',
    closing: 'An open report keeps no account open.',
  },
};
