import { payload } from '#contract/kernel/payload.ts';
import { sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import type { FrozenFor } from './kinds.ts';
import { bookingMachine } from './machine.ts';

type Home = { home: string };
type Until = Home & { date: string };
type Whose = Home & { name: string };
const applicant = { group: 'booking', channels: ['app', 'email', 'sms'] } as const;
const manager = { group: 'booking', channels: ['app', 'email'] } as const;

const needs = ['booking', 'read'] as const;
const own = { only: ['tenant'], with: ['booking', 'create'] } as const;

export const bookingRoom = room({
  screens: {
    list: {
      title: m.screens_booking_list,
      at: 'properties/booking',
      layouts: sixRoles,
      needs,
      view: 'booking/list',
      menu: { group: 'portfolio', icon: 'HomeKey', order: 45 },
    },
    detail: { title: m.screens_booking_detail, at: 'properties/booking/:id', layouts: sixRoles, needs, view: 'booking/detail' },
    own: {
      title: m.screens_booking_own,
      at: 'booking',
      layouts: ['tenant'],
      needs: own,
      view: 'booking/own',
      menu: { group: 'top', icon: 'HomeKey', order: 5 },
    },
    one: { title: m.screens_booking_detail, at: 'booking/:id/:code', layouts: ['tenant'], needs: own, view: 'booking/one' },
    apply: {
      title: m.screens_booking_apply,
      at: 'apply/:listing_id',
      layouts: ['tenant'],
      needs: own,
      view: 'booking/apply',
      returns: true,
      ours: true,
    },
  },
  machines: [bookingMachine],
  groups: { booking: m.notification_group_booking },
  events: {
    'booking.created': { ...applicant, binds: true, params: payload<Until & { company: string }>() },
    'booking.approved': { ...applicant, type: 'success', binds: true, params: payload<Until & { sum: string; starts: string }>() },
    'booking.declined': { ...applicant, params: payload<Home & { reason: string }>() },
    'booking.expiring': { ...applicant, type: 'warning', binds: true, params: payload<Until>() },
    'booking.expired': { ...applicant, type: 'warning', params: payload<Home>() },
    'booking.canceled': { ...applicant, type: 'warning', params: payload<Home & { reason: string }>() },
    'booking.shortlisted': { ...applicant, type: 'success', binds: true, params: payload<Until & { company: string }>() },
    /** `unsent`: nobody asked, a bid was accepted and its application is still to be sent. */
    'booking.more_asked': { ...applicant, binds: true, params: payload<Home & { unsent?: string }>() },
    'booking.backup': { ...applicant, params: payload<Home>() },
    'booking.next': { ...applicant, type: 'success', binds: true, params: payload<Until>() },
    'booking.confirmed': { ...applicant, type: 'success', params: payload<Home>() },
    'booking.frozen': { ...applicant, type: 'warning', binds: true, params: payload<Home & { why: FrozenFor }>() },
    'booking.sold': { ...applicant, type: 'warning', binds: true, params: payload<Until & { company: string }>() },
    /** Whoever let it for its holder is gone: `company` decides now. */
    'booking.agent_gone': { ...applicant, params: payload<Home & { agent: string; company: string }>() },
    'booking.thawed': { ...applicant, params: payload<Home>() },
    'booking.received': { ...manager, type: 'success', binds: true, params: payload<Whose & { date: string }>() },
    'booking.deciding': { ...manager, type: 'warning', binds: true, params: payload<Whose & { date: string }>() },
    'booking.said_paid': { ...manager, type: 'success', binds: true, params: payload<Whose & { sum: string }>() },
    'booking.answered': { ...manager, params: payload<Whose>() },
    'booking.given_up': { ...manager, params: payload<Whose & { reason: string }>() },
  },
  topics: {
    /** One that led to nothing gives back the place it took of a promotion. */
    'booking.unused': payload<{ bookingId: number }>(),
  },
});
