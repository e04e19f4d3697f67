import { propertyCalls } from '#contract/property/calls.ts';
import { fillCatalogue } from '#server/db/demo/catalogue.ts';
import { fillProperty } from '#server/db/demo/property.ts';
import { fillChecks } from '#server/db/demo/verification.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { propertyReferences } from './references.ts';
import { propertyScopes } from './scopes.ts';
import * as service from './service.ts';
import { propertyTexts } from './texts.ts';
import { evidence } from './verification-checks.ts';
import { propertyWaits } from './waits.ts';

export const propertyRoom: ServerRoom = {
  scopes: propertyScopes,
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
};
