import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles, dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { propertyMachine } from './machine.ts';

export const propertyModule = defineModule({
  screens: {
    list: {
      title: m.screens_property_list,
      at: 'properties',
      layouts: dashboardRoles,
      needs: ['property', 'read'],
      view: 'property/list',
      menu: { group: 'portfolio', icon: 'Building', order: 10 },
    },
    create: {
      title: m.screens_property_create,
      at: 'properties/create_property',
      layouts: companyRoles,
      needs: ['property', 'create'],
      view: 'property/create',
    },
    detail: { title: m.screens_property_detail, at: 'properties/:id', layouts: dashboardRoles, needs: ['property', 'read'], view: 'property/detail' },
    settings: {
      title: m.screens_property_settings,
      at: 'properties/:id/settings',
      layouts: dashboardRoles,
      needs: ['settings_property_general_settings', 'read'],
      view: 'property/settings',
    },
  },
  machines: [propertyMachine],
  topics: {
    /**
     * Rent, charges, water or electricity changed in the property: listings that inherit them follow (listing module). With `also`, listings of all
     * units or of one type inherit these terms from now on.
     */
    'property.terms': definePayload<{ propertyId: number; also?: { terms: readonly string[]; unitTypeId: number | null } }>(),
    /** A condition of a listing may be met: drafts queued for publishing go live (listing module). Emitted by a database trigger (listings_wait). */
    'property.ready': definePayload<{ propertyId: number }>(),
  },
  groups: { property: m.notification_group_property },
  events: {
    'property.to_verify': { group: 'property', channels: ['app'], params: definePayload<{ property: string }>() },
    /** The outcome of a verification. */
    'verification.passed': { group: 'property', channels: ['app', 'email'], type: 'success', params: definePayload<{ property: string }>() },
    'verification.failed': {
      group: 'property',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ property: string; reason: string }>(),
    },
    'property.expired': { group: 'property', channels: ['app', 'email'], type: 'warning', params: definePayload<{ property: string }>() },
    'property.stalled': {
      group: 'property',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ property: string; reason: string }>(),
    },
    'property.released': {
      group: 'property',
      channels: ['app', 'email'],
      type: 'success',
      params: definePayload<{ property: string; reason: string }>(),
    },
    'property.transferred': {
      group: 'property',
      channels: ['app', 'email'],
      params: definePayload<{ property: string; from: string; to: string }>(),
    },
  },
});
