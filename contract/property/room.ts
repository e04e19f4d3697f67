import { payload } from '#contract/kernel/payload.ts';
import { companyRoles, sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { propertyMachine } from './machine.ts';

export const propertyRoom = room({
  screens: {
    list: {
      title: m.screens_property_list,
      at: 'properties',
      layouts: sixRoles,
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
    detail: { title: m.screens_property_detail, at: 'properties/:id', layouts: sixRoles, needs: ['property', 'read'], view: 'property/detail' },
    settings: {
      title: m.screens_property_settings,
      at: 'properties/:id/settings',
      layouts: sixRoles,
      needs: ['settings_property_general_settings', 'read'],
      view: 'property/settings',
    },
  },
  machines: [propertyMachine],
  topics: {
    /** Rent, charges, water or power changed somewhere in it: listings that inherit them follow (listing room), and `also` those of all units, or of one type, which then inherit these terms. */
    'property.terms': payload<{ propertyId: number; also?: { terms: readonly string[]; unitTypeId: number | null } }>(),
    /** What a listing waited for may be there: drafts that are to go live do (listing room). Promised by the database (listings_wait). */
    'property.ready': payload<{ propertyId: number }>(),
  },
  groups: { property: m.notification_group_property },
  events: {
    'property.to_verify': { group: 'property', channels: ['app'], params: payload<{ property: string }>() },
    /** What became of a verification. */
    'verification.passed': { group: 'property', channels: ['app', 'email'], type: 'success', params: payload<{ property: string }>() },
    'verification.failed': {
      group: 'property',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ property: string; reason: string }>(),
    },
    'property.expired': { group: 'property', channels: ['app', 'email'], type: 'warning', params: payload<{ property: string }>() },
    'property.stalled': { group: 'property', channels: ['app', 'email'], type: 'warning', params: payload<{ property: string; reason: string }>() },
    'property.released': { group: 'property', channels: ['app', 'email'], type: 'success', params: payload<{ property: string; reason: string }>() },
    'property.transferred': { group: 'property', channels: ['app', 'email'], params: payload<{ property: string; from: string; to: string }>() },
  },
});
