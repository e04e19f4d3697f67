import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import type { AccountFate } from './kinds.ts';
import { moveMachine } from './machine.ts';

const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const treasuryRoom = room({
  machines: [moveMachine],
  events: {
    /** To who keeps a paybill: Safaricom refuses its keys. */
    'payment.refused': { ...desk, binds: true, type: 'warning', params: payload<{ account: string }>() },
    /** To the other superadmins: where the platform's money comes to was changed, or waits for one of them. */
    'payment.account': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ who: string; name: string; number: string; became: AccountFate }>(),
    },
  },
});
