import { defineModule } from '#contract/kernel/module.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';

/** One view for both screens; `at` in the address identifies the record whose media are shown. */
export const mediaModule = defineModule({
  screens: {
    property: {
      title: m.screens_media_property,
      at: 'properties/:id/media',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'media/property',
    },
    unit: { title: m.screens_media_unit, at: 'units/:id/media', layouts: dashboardRoles, needs: ['units', 'read'], view: 'media/unit' },
  },
});
