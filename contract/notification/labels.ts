import { labels } from '#contract/kernel/labels.ts';
import { channels, deliveryStates, digests } from './events.ts';
import { broadcastMachine } from './machine.ts';

export const channelNames = labels('notification_channel', channels);
export const stateLabels = labels('notification_state', deliveryStates);
export const broadcastStateLabels = labels('notification_broadcast', broadcastMachine.states);
export const reachTexts = labels('notification_review', channels);
export const digestNames = labels('notification_digest', digests);
