import type { Channel, EventShape, NotificationType } from '#contract/kernel/event.ts';
import { channels, notificationTypes } from '#contract/kernel/event.ts';
import { platformRoles, type Role } from '#contract/kernel/roles.ts';
import type { Room } from '#contract/kernel/room.ts';
import { type EventGroup, type EventName, rooms } from '#contract/rooms.ts';

export type { Channel, EventGroup, EventName, NotificationType };
export { channels, notificationTypes };

/** Every event and every group, gathered from the rooms. Browsers have the groups' names only (`roomsOfPages` of calls.config.ts). */
const all: readonly Room[] = Object.values(rooms);
export const events: Readonly<Record<string, EventShape>> = Object.assign({}, ...all.map((room) => room.events));
export const groupNames = Object.assign({}, ...all.map((room) => room.groups)) as Readonly<Record<EventGroup, () => string>>;
export const eventGroups = Object.keys(groupNames) as EventGroup[];

type Event = EventShape & { readonly group: EventGroup };
export const eventOf = (name: EventName): Event => events[name] as Event;
const shapes: readonly EventShape[] = Object.values(events);

/** Groups with something in them that can be muted: the rows of the preferences. */
export const choosableGroups: readonly EventGroup[] = eventGroups.filter((group) => shapes.some((e) => e.group === group && !e.always));

/** Whether a group takes a channel while its reader has said nothing about it. */
export const takesByDefault = (group: EventGroup, channel: Channel): boolean =>
  shapes.some((e) => e.group === group && !e.always && e.channels.includes(channel));

/** A reader's wishes by `group.channel`; what is not in it was never said. */
export type Wishes = ReadonlyMap<string, boolean>;
export const wishKey = (group: EventGroup, channel: Channel) => `${group}.${channel}` as const;

/**
 * Which channels an event takes for a reader, and which of its usual ones they have muted. Where whoever tells it chose the channels, it
 * takes none but those.
 */
export function channelsFor(name: EventName, wishes: Wishes, chosen?: readonly Channel[]): { take: Channel[]; muted: Channel[] } {
  const { group, channels: usual, always } = eventOf(name);
  if (chosen) {
    const muted = chosen.filter((channel) => wishes.get(wishKey(group, channel)) === false);
    return { take: chosen.filter((channel) => !muted.includes(channel)), muted };
  }
  if (always) return { take: [...usual], muted: [] };
  const wanted = (channel: Channel) => wishes.get(wishKey(group, channel)) ?? usual.includes(channel);
  return { take: channels.filter(wanted), muted: usual.filter((channel) => !wanted(channel)) };
}

/** Where there is no mailbox, what would have gone there is texted; unless SMS about such things are not wished for. */
export function channelsWithout(
  name: EventName,
  wishes: Wishes,
  chosen: readonly Channel[] | undefined,
  mailbox: boolean,
): ReturnType<typeof channelsFor> {
  const { take, muted } = channelsFor(name, wishes, chosen);
  if (mailbox || chosen || !take.includes('email')) return { take, muted };
  const { group, always } = eventOf(name);
  const texted = always || wishes.get(wishKey(group, 'sms')) !== false;
  return { take: take.filter((one) => one !== 'email').concat(texted && !take.includes('sms') ? ['sms'] : []), muted };
}

export const deliveryStates = ['queued', 'sent', 'delivered', 'failed', 'muted', 'throttled', 'bundled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Mails that can wait: each at once, or one summary in the morning. */
export const digests = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];
/** What nobody may wait for: a stranger in the account is no news for next Monday. */
export const canWait = (name: EventName): boolean => !eventOf(name).always && eventOf(name).group !== 'security';

/** SMS cost money: messages to many go by SMS from the platform's own people only, until a company pays for its own. */
export const mayBroadcastBy = (channel: Channel, role: Role): boolean => channel !== 'sms' || (platformRoles as readonly Role[]).includes(role);
/** How far ahead a message to many may be put off. */
export const broadcastDays = 90;
/** Over this many people a broadcast is for superadmins. */
export const broadcastLimit = 500;
export const audienceKinds = ['role', 'region', 'property', 'people'] as const;
export type AudienceKind = (typeof audienceKinds)[number];

/** So far back the log of deliveries goes while nobody asks for days: all of it is too long to be counted for every look. */
export const logDays = 30;
