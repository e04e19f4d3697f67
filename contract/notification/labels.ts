import { labels } from '#contract/kernel/labels.ts';
import { eventChannels, notificationDeliveryStates, notificationDigestModes } from './events.ts';
import { broadcastMachine } from './machine.ts';

export const notificationChannelLabels = labels('notification_channel', eventChannels);
export const notificationDeliveryStateLabels = labels('notification_state', notificationDeliveryStates);
export const broadcastStateLabels = labels('notification_broadcast', broadcastMachine.states);
export const broadcastReachTexts = labels('notification_review', eventChannels);
export const digestModeLabels = labels('notification_digest', notificationDigestModes);
