import { locationCalls } from '#contract/location/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { seedLandmarks } from './landmarks.ts';
import { seedLocations } from './seed-places.ts';
import * as service from './service.ts';

export const locationModule: ServerModule = {
  readable: ['location', 'location_path'],
  calls: { location: locationCalls },
  routes: () => serveCalls(locationCalls, service),
  vocabulary: async (tx) => {
    await seedLocations(tx);
    await seedLandmarks(tx);
  },
  withoutFeatures: explainMissingFeatures('Counties and towns are shared vocabulary and belong to no person or company.'),
};
