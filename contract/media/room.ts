import { sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

/** One view for both: whose media an address is about is its `at`. */
export const mediaRoom = room({
  screens: {
    property: { title: m.screens_media_property, at: 'properties/:id/media', layouts: sixRoles, needs: ['units', 'read'], view: 'media/property' },
    unit: { title: m.screens_media_unit, at: 'units/:id/media', layouts: sixRoles, needs: ['units', 'read'], view: 'media/unit' },
  },
});
