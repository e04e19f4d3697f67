import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { bookingMachine } from './machine.ts';

type Home = { home: string };
type Until = Home & { date: string };
type Whose = Home & { name: string };
const applicant = { group: 'booking', channels: ['app', 'email', 'sms'] } as const;
const manager = { group: 'booking', channels: ['app', 'email'] } as const;

export const bookingRoom = room({
  machines: [bookingMachine],
  groups: { booking: m.notification_group_booking },
  events: {
    'booking.created': { ...applicant, params: payload<Until & { company: string }>() },
    'booking.approved': { ...applicant, type: 'success', params: payload<Until & { sum: string }>() },
    'booking.declined': { ...applicant, params: payload<Home & { reason: string }>() },
    'booking.expiring': { ...applicant, type: 'warning', params: payload<Until>() },
    'booking.expired': { ...applicant, type: 'warning', params: payload<Home>() },
    'booking.canceled': { ...applicant, type: 'warning', params: payload<Home & { reason: string }>() },
    'booking.more_asked': { ...applicant, params: payload<Home>() },
    'booking.backup': { ...applicant, params: payload<Home>() },
    'booking.next': { ...applicant, type: 'success', params: payload<Until>() },
    'booking.confirmed': { ...applicant, type: 'success', params: payload<Home>() },
    'booking.frozen': { ...applicant, type: 'warning', params: payload<Home>() },
    'booking.thawed': { ...applicant, params: payload<Home>() },
    'booking.received': { ...manager, type: 'success', params: payload<Whose & { date: string }>() },
    'booking.deciding': { ...manager, type: 'warning', params: payload<Whose & { date: string }>() },
    'booking.answered': { ...manager, params: payload<Whose>() },
    'booking.given_up': { ...manager, params: payload<Whose & { reason: string }>() },
  },
});
