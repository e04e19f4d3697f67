import type { ServerRoom } from '#server/kernel/room.ts';
import { jobsTexts } from './texts.ts';

export const jobsRoom: ServerRoom = { texts: jobsTexts };
