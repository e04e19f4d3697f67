import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';

type Sum = { sum: string };
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const bankStatementRoom = room({
  events: {
    /** The same of a whole statement, in one: so many of its lines wait. */
    'payment.waiting': { ...desk, binds: true, type: 'warning', params: payload<Sum & { count: string; lines: string; account: string }>() },
    /** To superadmins: nothing is paid out until it is known why. */
    'payment.differs': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: payload<Sum & { account: string; day: string }>(),
    },
  },
  topics: {
    /** A statement goes on being taken over, or back. */
    'payment.import': payload<{ statementId: number }>(),
  },
});
