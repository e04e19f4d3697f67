import type { EventChannel } from '#contract/notification/events.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export const emptyBroadcastDraft = {
  heading: '',
  message: '',
  heading_sw: '',
  message_sw: '',
  role: '',
  region: '',
  property_id: '',
  channels: ['app'] as string[],
  when: 'now',
  at: '',
};
export type BroadcastDraft = typeof emptyBroadcastDraft;

/** The chosen kind, county and property; `audience` is the narrowest of them. */
export const toBroadcastAudienceInput = ({ role, region, property_id }: BroadcastDraft) => ({
  audience: property_id ? ('property' as const) : region ? ('region' as const) : ('role' as const),
  ...(role ? { user_type: Number(role) } : {}),
  ...(region ? { region } : {}),
  ...(property_id ? { property_id: Number(property_id) } : {}),
});
export const hasBroadcastAudience = ({ role, region, property_id }: BroadcastDraft): boolean => Boolean(role || region || property_id);

/** Typed dates and hours are in Nairobi time, wherever the sender's computer is. */
export const toBroadcastMoment = (typed: string): string => `${typed.slice(0, 16)}:00+03:00`;
export const toBroadcastInput = (draft: BroadcastDraft) => ({
  heading: draft.heading,
  message: draft.message,
  heading_sw: draft.heading_sw,
  message_sw: draft.message_sw,
  channels: draft.channels as EventChannel[],
  ...(draft.when === 'later' ? { at: toBroadcastMoment(draft.at) } : {}),
  ...toBroadcastAudienceInput(draft),
});

export const broadcastProblemTexts = {
  heading: m.notification_send_need_heading,
  message: m.notification_send_need_message,
  at: m.notification_send_need_at,
};
export const checkBroadcastDraft = (draft: BroadcastDraft): Record<string, string> => ({
  ...(hasBroadcastAudience(draft) ? {} : { role: m.notification_send_need_audience() }),
  ...(draft.channels.length > 0 ? {} : { channels: m.notification_send_need_channel() }),
});

/** The result: being sent, or scheduled. */
export const formatBroadcastResult = ({ people: count }: { people: number }, { at }: { at?: string | undefined }): string =>
  at === undefined ? m.said_broadcast({ count }) : m.said_broadcast_later({ count, when: formatDateTime(at) });
