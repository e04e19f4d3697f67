import type { ServerRoom } from '#server/kernel/room.ts';
import { artRoutes } from './routes.ts';

export const artRoom: ServerRoom = {
  http: artRoutes,
};
