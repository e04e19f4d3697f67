import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { listingMachine } from './machine.ts';
import { listingPublicScreens } from './public.ts';

export const listingModule = defineModule({
  screens: {
    ...listingPublicScreens,
    list: {
      title: m.screens_listing_list,
      at: 'properties/listings',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'listing/list',
      menu: { group: 'portfolio', icon: 'Speakerphone', order: 30 },
      ours: true,
    },
    detail: {
      title: m.screens_listing_detail,
      at: 'properties/listings/:id',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'listing/detail',
      makes: true,
      ours: true,
    },
    ofProperty: {
      title: m.screens_listing_of_property,
      at: 'properties/:id/listings',
      layouts: dashboardRoles,
      needs: ['units', 'read'],
      view: 'listing/property-listings',
      ours: true,
    },
    analytics: {
      title: m.screens_listing_analytics,
      at: 'properties/:id/analytics',
      layouts: ['agent', 'dealer', 'owner'],
      needs: ['property_analytics', 'read'],
      view: 'listing/analytics',
    },
    /** No permission document names the rates, so no role can grant them. */
    rates: {
      title: m.screens_listing_rates,
      at: 'buyer_rates',
      layouts: ['superadmin'],
      needs: { only: ['superadmin'], with: ['settings_general_settings', 'edit'] },
      view: 'listing/rates',
      menu: { group: 'platform', icon: 'Discount', order: 70 },
      ours: true,
    },
  },
  machines: [listingMachine],
  audits: { listing: m.audit_document_listing, buyer_rates: m.audit_document_buyer_rates },
  groups: { listing: m.notification_group_listing },
  events: {
    'listing.still': { group: 'listing', channels: ['app', 'email', 'sms'], params: definePayload<{ title: string }>() },
    'listing.stale': { group: 'listing', channels: ['app', 'email'], type: 'warning', params: definePayload<{ title: string }>() },
    'listing.live': { group: 'listing', channels: ['app', 'email', 'sms'], type: 'success', params: definePayload<{ title: string }>() },
    'listing.paused': { group: 'listing', channels: ['app', 'email'], type: 'warning', params: definePayload<{ title: string; reason: string }>() },
  },
  topics: {
    /** A listing went live, changed its price or ended; people who saved it or have a matching search are notified (finding module). */
    'listing.published': definePayload<{ listingId: number }>(),
    'listing.repriced': definePayload<{ listingId: number; from: number; to: number }>(),
    'listing.closed': definePayload<{ listingId: number; as: string }>(),
  },
});
