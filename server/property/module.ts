import { propertyCalls } from '#contract/property/calls.ts';
import { fillCatalogue } from '#server/db/demo/catalogue/catalogue.ts';
import { fillDemoPropertySettings } from '#server/db/demo/property.ts';
import { fillPropertyVerifications } from '#server/db/demo/verification.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { propertyLookups } from './lookups.ts';
import { propertyPendingTasks } from './pending-tasks.ts';
import { propertyReferences } from './references.ts';
import { propertyScopes } from './scopes.ts';
import * as service from './service.ts';
import { propertyTexts } from './texts.ts';
import { uploadVerificationEvidence } from './verification-checks.ts';

export const propertyModule: ServerModule = {
  lookups: propertyLookups,
  scopes: propertyScopes,
  references: propertyReferences,
  calls: { property: propertyCalls },
  routes: (services) => serveCalls(propertyCalls, { ...service, uploadEvidence: uploadVerificationEvidence(services) }),
  jobs: () => [{ name: 'property.expire', everyMinutes: 60, run: service.expireDueVerifications }],
  demo: async ({ db }) => {
    await db.transaction().execute(fillCatalogue);
    await fillDemoPropertySettings(db);
    await fillPropertyVerifications(db);
  },
  texts: propertyTexts,
  pendingTasks: propertyPendingTasks,
  withoutFeatures: {
    ...explainMissingFeatures('A property belongs to a company, not to a person.', 'personPage', 'reviewBasis'),
    unitTimeline: 'The timeline is about one unit. A property has its own page.',
    ...explainMissingFeatures('A property belongs to a company and is kept when a person closes an account.', 'export', 'erasure', 'closing'),
  },
};
