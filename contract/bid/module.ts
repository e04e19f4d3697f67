import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { bidMachine, saleMachine } from './machine.ts';

type About = { name: string; title: string; amount: string };
const both = { group: 'bid', channels: ['app', 'email'] } as const;
const needs = ['offers', 'read'] as const;
const everybody = [...dashboardRoles, 'tenant'] as const;

export const bidModule = defineModule({
  screens: {
    list: {
      title: m.screens_bid_list,
      at: 'properties/offers/bids',
      layouts: dashboardRoles,
      needs,
      view: 'bid/list',
      menu: { group: 'portfolio', icon: 'Gavel', order: 46 },
      ours: true,
    },
    one: {
      title: m.screens_bid_one,
      at: 'properties/offers/bids/:id',
      spelled: { tenant: 'booking/bids/:id' },
      layouts: everybody,
      needs,
      view: 'bid/bid-detail',
      ours: true,
    },
    sales: {
      title: m.screens_bid_sales,
      at: 'properties/offers/sales',
      spelled: { tenant: 'booking/sales' },
      layouts: everybody,
      needs,
      view: 'bid/sales',
      ours: true,
    },
    sale: {
      title: m.screens_bid_sale,
      at: 'properties/offers/sales/:id',
      spelled: { tenant: 'booking/sales/:id' },
      layouts: everybody,
      needs,
      view: 'bid/sale',
      ours: true,
    },
    mine: {
      title: m.screens_bid_mine,
      at: 'booking/bids',
      layouts: ['tenant'],
      needs: { only: ['tenant'] },
      view: 'bid/my-bids',
      menu: { group: 'top', icon: 'Gavel', order: 14 },
      ours: true,
    },
    make: {
      title: m.screens_bid_make,
      at: 'booking/bid/:listing_id',
      layouts: ['tenant'],
      needs: { only: ['tenant'] },
      view: 'bid/make-bid',
      returns: true,
      ours: true,
    },
  },
  machines: [bidMachine, saleMachine],
  audits: { bid: m.audit_document_bid, sale: m.audit_document_sale },
  groups: { bid: m.notification_group_bid },
  events: {
    'offer.new': { ...both, binds: true, params: definePayload<About & { date: string }>() },
    'offer.countered': { ...both, binds: true, params: definePayload<About & { date: string }>() },
    'offer.accepted': { ...both, type: 'success', binds: true, params: definePayload<About>() },
    'offer.declined': { ...both, params: definePayload<About>() },
    'offer.withdrawn': { ...both, params: definePayload<About>() },
    /** To the bidder: the agent no longer answers for the home, and `company` does. */
    'offer.agent_gone': { ...both, params: definePayload<{ title: string; agent: string; company: string }>() },
    'offer.expired': { ...both, type: 'warning', params: definePayload<About>() },
  },
});
