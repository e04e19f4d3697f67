import { propertyCalls } from '#contract/property/calls.ts';
import { fillCatalogue } from '#server/db/demo/catalogue/catalogue.ts';
import { fillProperty } from '#server/db/demo/property.ts';
import { fillChecks } from '#server/db/demo/verification.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { propertyLookups } from './lookups.ts';
import { propertyReferences } from './references.ts';
import { propertyScopes } from './scopes.ts';
import * as service from './service.ts';
import { propertyTexts } from './texts.ts';
import { evidence } from './verification-checks.ts';
import { propertyWaits } from './waits.ts';

export const propertyRoom: ServerRoom = {
  lookups: propertyLookups,
  scopes: propertyScopes,
  readable: ['property_check'],
  references: propertyReferences,
  calls: { property: propertyCalls },
  routes: (house) => serve(propertyCalls, { ...service, evidence: evidence(house) }),
  jobs: () => [{ name: 'property.expire', everyMinutes: 60, run: service.expireDue }],
  demo: async ({ db }) => {
    await db.transaction().execute(fillCatalogue);
    await fillProperty(db);
    await fillChecks(db);
  },
  texts: propertyTexts,
  waits: propertyWaits,
  without: {
    ...because('A property belongs to a company, not to a person.', 'personPage', 'reviewBasis'),
    unitTimeline: 'A property is shown with its units; the timeline is of one unit.',
    ...because('A property belongs to a company and stays when a person leaves.', 'export', 'erasure', 'closing'),
  },
};
