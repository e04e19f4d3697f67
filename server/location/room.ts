import { locationCalls } from '#contract/location/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { startLandmarks } from './landmarks.ts';
import * as service from './service.ts';
import { startPlaces } from './start.ts';

export const locationRoom: ServerRoom = {
  calls: { location: locationCalls },
  routes: () => serve(locationCalls, service),
  vocabulary: async (tx) => {
    await startPlaces(tx);
    await startLandmarks(tx);
  },
};
