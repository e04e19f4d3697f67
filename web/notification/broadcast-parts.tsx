import type { Broadcast } from '#contract/notification/broadcasts.ts';
import { notificationChannelNames } from '#contract/notification/labels.ts';
import { countyName } from '#contract/reference/counties.ts';
import { roleName } from '#web/layout/role-names.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { broadcastStateNames } from './words.ts';

export const BroadcastStatusBadge = ({ status }: Pick<Broadcast, 'status'>) => (
  <ToneBadge tone={broadcastStateNames[status].tone}>{broadcastStateNames[status].label()}</ToneBadge>
);

/** A short description of the audience. */
export const broadcastAudienceText = ({ user_type, region, property }: Broadcast): string =>
  [user_type !== null && roleName(user_type), region !== null && countyName(region), property].filter(Boolean).join(', ') ||
  m.notification_broadcast_chosen();
export const broadcastChannelsText = ({ channels }: Broadcast): string => channels.map((channel) => notificationChannelNames[channel]()).join(', ');
