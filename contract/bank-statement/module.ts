import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';

type Sum = { sum: string };
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const bankStatementModule = defineModule({
  events: {
    /** A notification for a whole statement: the number of its unallocated payments. */
    'payment.waiting': { ...desk, binds: true, type: 'warning', params: definePayload<Sum & { count: string; lines: string; account: string }>() },
    /** To super admins: payouts are blocked until the difference is explained. */
    'payment.differs': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: definePayload<Sum & { account: string; day: string }>(),
    },
  },
  topics: {
    /** The import or undo of a statement continues. */
    'payment.import': definePayload<{ statementId: number }>(),
  },
});
