import { labels } from '#contract/kernel/labels.ts';
import { deliveryStates, eventChannels, notificationDigestModes } from './events.ts';
import { broadcastMachine } from './machine.ts';

export const notificationChannelNames = labels('notification_channel', eventChannels);
export const deliveryStateLabels = labels('notification_state', deliveryStates);
export const broadcastStateLabels = labels('notification_broadcast', broadcastMachine.states);
export const broadcastReachTexts = labels('notification_review', eventChannels);
export const digestModeNames = labels('notification_digest', notificationDigestModes);
