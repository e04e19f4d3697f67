import { mediaTypes } from '#contract/catalogue/kinds.ts';
import { labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { mediaRooms } from './limits.ts';

export const mediaTypeLabels = labels('media_type', mediaTypes, { virtual_tour: m.media_type_tour, floor_plan: m.media_type_plan });
export const mediaRoomLabels = labels('media_room', mediaRooms, { '': m.media_room_none });
