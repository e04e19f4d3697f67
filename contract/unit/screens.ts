import { companyRoles, sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const unitScreens = screens({
  list: {
    at: 'units',
    layouts: sixRoles,
    needs: ['units', 'read'],
    view: 'unit/list',
    menu: { group: 'portfolio', icon: 'Door', order: 20 },
  },
  detail: { at: 'units/:id', layouts: sixRoles, needs: ['units', 'read'], view: 'unit/detail' },
  ofProperty: { at: 'properties/:id/units', layouts: sixRoles, needs: ['units', 'read'], view: 'unit/list' },
  create: { at: 'properties/:id/units/create_unit', layouts: companyRoles, needs: ['units', 'create'], view: 'unit/create' },
  import: { at: 'properties/:id/units/import_units', layouts: companyRoles, needs: ['units', 'create'], view: 'unit/import', ours: true },
});
