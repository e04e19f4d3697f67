import { companyRoles, sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const propertyScreens = screens({
  list: {
    at: 'properties',
    layouts: sixRoles,
    needs: ['property', 'read'],
    view: 'property/list',
    menu: { group: 'portfolio', icon: 'Building', order: 10 },
  },
  create: { at: 'properties/create_property', layouts: companyRoles, needs: ['property', 'create'], view: 'property/create' },
  detail: { at: 'properties/:id', layouts: sixRoles, needs: ['property', 'read'], view: 'property/detail' },
  settings: { at: 'properties/:id/settings', layouts: sixRoles, needs: ['settings_property_general_settings', 'read'], view: 'property/settings' },
  utilities: { at: 'properties/:id/utilities', layouts: companyRoles, needs: ['property_utilities', 'read'], view: 'property/utilities' },
});
