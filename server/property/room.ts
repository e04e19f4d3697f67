import { propertyCalls } from '#contract/property/calls.ts';
import { fillCatalogue } from '#server/db/demo/catalogue.ts';
import { fillProperty } from '#server/db/demo/property.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { propertyReferences } from './references.ts';
import { propertyScopes } from './scopes.ts';
import * as service from './service.ts';
import { propertyTexts } from './texts.ts';
import { propertyWaits } from './waits.ts';

export const propertyRoom: ServerRoom = {
  scopes: propertyScopes,
  references: propertyReferences,
  calls: { property: propertyCalls },
  routes: () => serve(propertyCalls, service),
  jobs: () => [{ name: 'property.expire', everyMinutes: 60, run: service.expireDue }],
  demo: async ({ db }) => {
    await db.transaction().execute(fillCatalogue);
    await fillProperty(db);
  },
  texts: propertyTexts,
  waits: propertyWaits,
};
