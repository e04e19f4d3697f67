import { publicScreens } from '#contract/kernel/screen.ts';

export const notificationPublicScreens = publicScreens({
  outbox: { at: '/dev/outbox', view: 'notification/outbox', ours: true },
});
