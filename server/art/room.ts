import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { artRoutes } from './routes.ts';

export const artRoom: ServerRoom = {
  http: artRoutes,
  without: because('It draws pictures and keeps nothing.'),
};
