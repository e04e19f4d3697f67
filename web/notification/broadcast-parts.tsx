import type { Broadcast } from '#contract/notification/broadcasts.ts';
import { notificationChannelLabels } from '#contract/notification/labels.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import { getRoleName } from '#web/layout/role-names.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { broadcastStateNames } from './words.ts';

export const BroadcastStatusBadge = ({ status }: Pick<Broadcast, 'status'>) => (
  <ToneBadge tone={broadcastStateNames[status].tone}>{broadcastStateNames[status].label()}</ToneBadge>
);

/** A short description of the audience. */
export const formatBroadcastAudience = ({ user_type, region, property }: Broadcast): string =>
  [user_type !== null && getRoleName(user_type), region !== null && getCountyName(region), property].filter(Boolean).join(', ') ||
  m.notification_broadcast_chosen();
export const formatBroadcastChannels = ({ channels }: Broadcast): string =>
  channels.map((channel) => notificationChannelLabels[channel]()).join(', ');
