import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles, dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { unitMachine } from './machine.ts';

export const unitModule = defineModule({
  screens: {
    list: {
      title: m.screens_unit_list,
      at: 'units',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'unit/list',
      menu: { group: 'portfolio', icon: 'Door', order: 20 },
    },
    detail: { title: m.screens_unit_detail, at: 'units/:id', layouts: dashboardRoles, needs: ['units', 'read'], view: 'unit/detail' },
    ofProperty: {
      title: m.screens_unit_of_property,
      at: 'properties/:id/units',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'unit/list',
    },
    create: {
      title: m.screens_unit_create,
      at: 'properties/:id/units/create_unit',
      layouts: companyRoles,
      needs: ['units', 'create'],
      view: 'unit/create',
    },
    terms: {
      title: m.screens_unit_terms,
      at: 'properties/:id/terms',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'unit/terms',
      ours: true,
    },
    import: {
      title: m.screens_unit_import,
      at: 'properties/:id/units/import_units',
      layouts: companyRoles,
      needs: ['units', 'create'],
      view: 'unit/import',
      ours: true,
    },
  },
  machines: [unitMachine],
  topics: {
    /** A unit's status changed; the listing module pauses or resumes its listings. */
    'unit.moved': definePayload<{ unitId: number; from: string; to: string }>(),
    /** An occupied unit may be let from a date, or no longer. */
    'unit.let_ahead': definePayload<{ unitId: number }>(),
  },
});
