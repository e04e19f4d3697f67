import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import type { BookingFreezeReason } from './kinds.ts';
import { bookingMachine } from './machine.ts';

type Home = { home: string };
type Until = Home & { date: string };
type Whose = Home & { name: string };
const applicant = { group: 'booking', channels: ['app', 'email', 'sms'] } as const;
const manager = { group: 'booking', channels: ['app', 'email'] } as const;

const needs = ['booking', 'read'] as const;
const own = { only: ['tenant'], with: ['booking', 'create'] } as const;

export const bookingModule = defineModule({
  screens: {
    list: {
      title: m.screens_booking_list,
      at: 'properties/booking',
      layouts: dashboardRoles,
      needs,
      view: 'booking/list',
      menu: { group: 'portfolio', icon: 'HomeKey', order: 45 },
    },
    detail: { title: m.screens_booking_detail, at: 'properties/booking/:id', layouts: dashboardRoles, needs, view: 'booking/detail' },
    own: {
      title: m.screens_booking_own,
      at: 'booking',
      layouts: ['tenant'],
      needs: own,
      view: 'booking/my-bookings',
      menu: { group: 'top', icon: 'HomeKey', order: 5 },
    },
    one: { title: m.screens_booking_detail, at: 'booking/:id/:code', layouts: ['tenant'], needs: own, view: 'booking/my-booking' },
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
    'booking.created': { ...applicant, binds: true, params: definePayload<Until & { company: string }>() },
    'booking.approved': { ...applicant, type: 'success', binds: true, params: definePayload<Until & { sum: string; starts: string }>() },
    'booking.declined': { ...applicant, params: definePayload<Home & { reason: string }>() },
    'booking.expiring': { ...applicant, type: 'warning', binds: true, params: definePayload<Until>() },
    'booking.expired': { ...applicant, type: 'warning', params: definePayload<Home>() },
    'booking.canceled': { ...applicant, type: 'warning', params: definePayload<Home & { reason: string }>() },
    'booking.shortlisted': { ...applicant, type: 'success', binds: true, params: definePayload<Until & { company: string }>() },
    /** `unsent`: a bid was accepted, and its application has not been sent yet. */
    'booking.more_asked': { ...applicant, binds: true, params: definePayload<Home & { unsent?: string }>() },
    'booking.backup': { ...applicant, params: definePayload<Home>() },
    'booking.next': { ...applicant, type: 'success', binds: true, params: definePayload<Until>() },
    'booking.confirmed': { ...applicant, type: 'success', params: definePayload<Home>() },
    'booking.frozen': { ...applicant, type: 'warning', binds: true, params: definePayload<Home & { why: BookingFreezeReason }>() },
    'booking.sold': { ...applicant, type: 'warning', binds: true, params: definePayload<Until & { company: string }>() },
    /** The agent who let the home lost the mandate: `company` decides now. */
    'booking.agent_gone': { ...applicant, params: definePayload<Home & { agent: string; company: string }>() },
    'booking.thawed': { ...applicant, params: definePayload<Home>() },
    'booking.received': { ...manager, type: 'success', binds: true, params: definePayload<Whose & { date: string }>() },
    'booking.deciding': { ...manager, type: 'warning', binds: true, params: definePayload<Whose & { date: string }>() },
    'booking.said_paid': { ...manager, type: 'success', binds: true, params: definePayload<Whose & { sum: string }>() },
    'booking.answered': { ...manager, params: definePayload<Whose>() },
    'booking.given_up': { ...manager, params: definePayload<Whose & { reason: string }>() },
  },
  topics: {
    /** A booking that ended without a tenancy releases its place in a promotion. */
    'booking.unused': definePayload<{ bookingId: number }>(),
  },
});
