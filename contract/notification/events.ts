import type { EventChannel, EventShape, NotificationType } from '#contract/kernel/event.ts';
import { eventChannels, notificationTypes } from '#contract/kernel/event.ts';
import type { ContractModule } from '#contract/kernel/module.ts';
import { platformRoles, type Role } from '#contract/kernel/roles.ts';
import { type EventGroup, type EventName, modules } from '#contract/modules.ts';

export type { EventChannel, EventGroup, EventName, NotificationType };
export { eventChannels, notificationTypes };

/** All events and groups of the modules. Browsers get only the group names (`modulesOfPages` of calls.config.ts). */
const all: readonly ContractModule[] = Object.values(modules);
export const eventShapes: Readonly<Record<string, EventShape>> = Object.assign({}, ...all.map((module) => module.events));
export const eventGroupLabels = Object.assign({}, ...all.map((module) => module.groups)) as Readonly<Record<EventGroup, () => string>>;
export const eventGroups = Object.keys(eventGroupLabels) as EventGroup[];

type Event = EventShape & { readonly group: EventGroup };
export const getEventShape = (name: EventName): Event => eventShapes[name] as Event;
const shapes: readonly EventShape[] = Object.values(eventShapes);

/** Groups with at least one event that can be muted: the rows of the preferences. */
export const selectableEventGroups: readonly EventGroup[] = eventGroups.filter((group) => shapes.some((e) => e.group === group && !e.always));

/** Whether a group uses a channel when the reader has set no preference. */
export const isChannelOnByDefault = (group: EventGroup, channel: EventChannel): boolean =>
  shapes.some((e) => e.group === group && !e.always && e.channels.includes(channel));

/** A reader's preferences by `group.channel`; a missing entry means no preference. */
export type NotificationChoices = ReadonlyMap<string, boolean>;
export const buildNotificationChoiceKey = (group: EventGroup, channel: EventChannel) => `${group}.${channel}` as const;

/**
 * The channels an event uses for a reader, and those of its default channels that the reader muted. When the sender chose channels, no others are
 * used.
 */
export function selectEventChannels(
  name: EventName,
  wishes: NotificationChoices,
  chosen?: readonly EventChannel[],
): { take: EventChannel[]; muted: EventChannel[] } {
  const { group, channels: usual, always } = getEventShape(name);
  if (chosen) {
    const muted = chosen.filter((channel) => wishes.get(buildNotificationChoiceKey(group, channel)) === false);
    return { take: chosen.filter((channel) => !muted.includes(channel)), muted };
  }
  if (always) return { take: [...usual], muted: [] };
  const wanted = (channel: EventChannel) => wishes.get(buildNotificationChoiceKey(group, channel)) ?? usual.includes(channel);
  return { take: eventChannels.filter(wanted), muted: usual.filter((channel) => !wanted(channel)) };
}

/** Without an email address the message is sent by SMS instead, unless the reader muted SMS for this group. */
export function selectFallbackChannels(
  name: EventName,
  wishes: NotificationChoices,
  chosen: readonly EventChannel[] | undefined,
  mailbox: boolean,
): ReturnType<typeof selectEventChannels> {
  const { take, muted } = selectEventChannels(name, wishes, chosen);
  if (mailbox || chosen || !take.includes('email')) return { take, muted };
  const { group, always } = getEventShape(name);
  const texted = always || wishes.get(buildNotificationChoiceKey(group, 'sms')) !== false;
  return { take: take.filter((one) => one !== 'email').concat(texted && !take.includes('sms') ? ['sms'] : []), muted };
}

export const notificationDeliveryStates = ['queued', 'sent', 'delivered', 'failed', 'muted', 'throttled', 'bundled'] as const;
export type NotificationDeliveryState = (typeof notificationDeliveryStates)[number];

/** How non-urgent emails are sent: each at once, or in one summary in the morning. */
export const notificationDigestModes = ['off', 'daily', 'weekly'] as const;
export type NotificationDigestMode = (typeof notificationDigestModes)[number];
/** Whether an event may go into a summary: security events are always sent at once. */
export const canBeDigested = (name: EventName): boolean => !getEventShape(name).always && getEventShape(name).group !== 'security';

/** SMS cost money: only the platform sends broadcasts by SMS, until companies pay for their own. */
export const canBroadcastByChannel = (channel: EventChannel, role: Role): boolean =>
  channel !== 'sms' || (platformRoles as readonly Role[]).includes(role);
/** How many days ahead a broadcast may be scheduled. */
export const maxBroadcastDaysAhead = 90;
/** A broadcast to more people needs a super admin. */
export const maxBroadcastRecipients = 500;
export const broadcastAudienceKinds = ['role', 'region', 'property', 'people'] as const;
export type BroadcastAudienceKind = (typeof broadcastAudienceKinds)[number];

/** Without a date filter the delivery log covers this many days: counting all of it would be too slow. */
export const defaultDeliveryLogDays = 30;
