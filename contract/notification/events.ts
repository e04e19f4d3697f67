/** What people are told about, by event: the group they can mute it with, and the channels it takes unless they say otherwise. */
export const channels = ['app', 'email', 'sms'] as const;
export type Channel = (typeof channels)[number];

export const eventGroups = [
  'security',
  'account',
  'team',
  'invitation',
  'policy',
  'property',
  'listing',
  'lead',
  'finding',
  'abuse',
  'review',
  'message',
] as const;
export type EventGroup = (typeof eventGroups)[number];

/** How the message looks: the toast and the list take their colour from it. */
export const notificationTypes = ['info', 'success', 'warning'] as const;
export type NotificationType = (typeof notificationTypes)[number];

type EventShape = {
  readonly group: EventGroup;
  readonly channels: readonly Channel[];
  /** Cannot be muted and ignores quiet hours: links and codes somebody is waiting for. */
  readonly always?: true;
  /** Information, unless it says otherwise. */
  readonly type?: NotificationType;
};

export const events = {
  'account.verify_email': { group: 'account', channels: ['email'], always: true },
  'account.reset_password': { group: 'security', channels: ['email'], always: true },
  'account.passwordless_link': { group: 'security', channels: ['email'], always: true },
  'account.app_link': { group: 'account', channels: ['email', 'sms'], always: true },
  'security.password_changed': { group: 'security', channels: ['app', 'email'], type: 'warning' },
  'security.new_device': { group: 'security', channels: ['app', 'email'], type: 'warning' },
  'security.role_changed': { group: 'security', channels: ['app', 'email'], type: 'warning' },
  'security.looked_at': { group: 'security', channels: ['app', 'email'], always: true, type: 'warning' },
  /** To superadmins: something that was promised does not happen until somebody looks at it. */
  'jobs.dead': { group: 'security', channels: ['app', 'email'], always: true, type: 'warning' },
  'account.status_changed': { group: 'account', channels: ['app', 'email'] },
  'account.closing': { group: 'account', channels: ['email'], always: true },
  'invite.sent': { group: 'invitation', channels: ['email', 'sms'], always: true },
  'invite.accepted': { group: 'invitation', channels: ['app'], type: 'success' },
  'invite.revoked': { group: 'invitation', channels: ['email'] },
  'policy.published': { group: 'policy', channels: ['app', 'email'] },
  'search.match': { group: 'finding', channels: ['app', 'email'] },
  'favourite.price': { group: 'finding', channels: ['app', 'email'], type: 'success' },
  'favourite.taken': { group: 'finding', channels: ['app', 'email'] },
  'abuse.new': { group: 'abuse', channels: ['app', 'email'], type: 'warning' },
  'abuse.outcome': { group: 'abuse', channels: ['app'] },
  'review.new': { group: 'review', channels: ['app'] },
  'review.safety': { group: 'review', channels: ['app', 'email'], type: 'warning' },
  'review.reply': { group: 'review', channels: ['app'] },
  'review.hidden': { group: 'review', channels: ['app', 'email'], type: 'warning' },
  'listing.still': { group: 'listing', channels: ['app', 'email', 'sms'] },
  'listing.stale': { group: 'listing', channels: ['app', 'email'], type: 'warning' },
  'listing.paused': { group: 'listing', channels: ['app', 'email'], type: 'warning' },
  'featured.started': { group: 'listing', channels: ['app', 'email'], type: 'success' },
  'featured.ended': { group: 'listing', channels: ['app', 'email'] },
  'lead.new': { group: 'lead', channels: ['app', 'email', 'sms'], type: 'success' },
  'lead.assigned': { group: 'lead', channels: ['app', 'email'] },
  'property.to_verify': { group: 'property', channels: ['app'] },
  'property.verified': { group: 'property', channels: ['app', 'email'], type: 'success' },
  'property.rejected': { group: 'property', channels: ['app', 'email'], type: 'warning' },
  'property.expired': { group: 'property', channels: ['app', 'email'], type: 'warning' },
  'property.stalled': { group: 'property', channels: ['app', 'email'], type: 'warning' },
  'property.released': { group: 'property', channels: ['app', 'email'], type: 'success' },
  'property.transferred': { group: 'property', channels: ['app', 'email'] },
  'mandate.made': { group: 'property', channels: ['app', 'email'], type: 'success' },
  'mandate.changed': { group: 'property', channels: ['app'] },
  'mandate.ended': { group: 'property', channels: ['app', 'email'], type: 'warning' },
  'message.broadcast': { group: 'message', channels: ['app'] },
  'message.digest': { group: 'message', channels: ['email'], always: true },
  'message.test': { group: 'message', channels: ['app'], type: 'success' },
} as const satisfies Record<string, EventShape>;
export type EventName = keyof typeof events;

export const eventOf = (name: EventName): EventShape => events[name];
const shapes: readonly EventShape[] = Object.values(events);

/** Groups with something in them that can be muted: the rows of the preferences. */
export const choosableGroups: readonly EventGroup[] = eventGroups.filter((group) => shapes.some((e) => e.group === group && !e.always));

/** Whether a group takes a channel while its reader has said nothing about it. */
export const takesByDefault = (group: EventGroup, channel: Channel): boolean =>
  shapes.some((e) => e.group === group && !e.always && e.channels.includes(channel));

/** A reader's wishes by `group.channel`; what is not in it was never said. */
export type Wishes = ReadonlyMap<string, boolean>;
export const wishKey = (group: EventGroup, channel: Channel) => `${group}.${channel}` as const;

/** Which channels an event takes for a reader, and which of its usual ones they have muted. */
export function channelsFor(name: EventName, wishes: Wishes): { take: Channel[]; muted: Channel[] } {
  const { group, channels: usual, always } = eventOf(name);
  if (always) return { take: [...usual], muted: [] };
  const wanted = (channel: Channel) => wishes.get(wishKey(group, channel)) ?? usual.includes(channel);
  return { take: channels.filter(wanted), muted: usual.filter((channel) => !wanted(channel)) };
}

export const deliveryStates = ['queued', 'sent', 'delivered', 'failed', 'muted', 'throttled', 'bundled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Mails that can wait: each at once, or one summary in the morning. */
export const digests = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];
/** What nobody may wait for: a stranger in the account is no news for next Monday. */
export const canWait = (name: EventName): boolean => !eventOf(name).always && eventOf(name).group !== 'security';

/** Over this many people a broadcast is for superadmins. */
export const broadcastLimit = 500;
export const audienceKinds = ['role', 'region', 'people'] as const;
export type AudienceKind = (typeof audienceKinds)[number];
