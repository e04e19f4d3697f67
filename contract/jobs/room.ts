import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';

export const jobsRoom = room({
  events: {
    /** To superadmins: something that was promised does not happen until somebody looks at it. */
    'jobs.dead': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ queue: string; problem: string }>(),
    },
  },
});
