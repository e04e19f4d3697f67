import { publicScreens } from '#contract/kernel/screen.ts';

export const notificationPublic = publicScreens({
  outbox: { at: '/dev/outbox', view: 'notification/outbox', ours: true },
});
