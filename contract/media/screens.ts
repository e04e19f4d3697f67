import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

/** One view for both: whose media an address is about is its `at`. */
export const mediaScreens = screens({
  property: { at: 'properties/:id/media', layouts: sixRoles, needs: ['units', 'read'], view: 'media/property' },
  unit: { at: 'units/:id/media', layouts: sixRoles, needs: ['units', 'read'], view: 'media/unit' },
});
