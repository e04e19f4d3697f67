import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { type AccountStatus, personMachine } from './machine.ts';
import { peopleScreens } from './screens.ts';

export const peopleRoom = room({
  screens: peopleScreens,
  machines: [personMachine],
  events: {
    'account.status_changed': { group: 'account', channels: ['app', 'email'], params: payload<{ status: AccountStatus; reason?: string }>() },
  },
});
