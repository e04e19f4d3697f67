/** Events of bookings with every parameter their types name (test/rules/events.test.ts). */
export const toldBooking = {
  'booking.created': { home: '<home>', company: '<company>', date: '<date>' },
  'booking.approved': { home: '<home>', sum: 'KES 95,000', date: '<date>', starts: '<starts>' },
  'booking.declined': { home: '<home>', reason: '<reason>' },
  'booking.expiring': { home: '<home>', date: '<date>' },
  'booking.canceled': { home: '<home>', reason: '<reason>' },
  'booking.shortlisted': { home: '<home>', company: '<company>', date: '<date>' },
  'booking.more_asked': { home: '<home>', unsent: '<unsent>' },
  'booking.next': { home: '<home>', date: '<date>' },
  'booking.frozen': { home: '<home>', why: 'platform' },
  'booking.agent_gone': { home: '<home>', agent: '<agent>', company: '<company>' },
  'booking.sold': { home: '<home>', company: '<company>', date: '<date>' },
  'booking.received': { home: '<home>', name: '<name>', date: '<date>' },
  'booking.deciding': { home: '<home>', name: '<name>', date: '<date>' },
  'booking.said_paid': { home: '<home>', name: '<name>', sum: 'KES 95,000' },
  'booking.answered': { home: '<home>', name: '<name>' },
  'booking.given_up': { home: '<home>', name: '<name>', reason: '<reason>' },
} as const;
