import { locationCalls } from '#contract/location/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { startLandmarks } from './landmarks.ts';
import * as service from './service.ts';
import { startPlaces } from './start.ts';

export const locationRoom: ServerRoom = {
  readable: ['location', 'location_path'],
  calls: { location: locationCalls },
  routes: () => serve(locationCalls, service),
  vocabulary: async (tx) => {
    await startPlaces(tx);
    await startLandmarks(tx);
  },
  without: because('Counties and towns are vocabulary of the platform.'),
};
