/** What people are told about, by event: the group they can mute it with, and the channels it takes unless they say otherwise. */
export const channels = ['app', 'email', 'sms'] as const;
export type Channel = (typeof channels)[number];

export const eventGroups = ['security', 'account', 'team', 'invitation', 'policy', 'message'] as const;
export type EventGroup = (typeof eventGroups)[number];

type EventShape = {
  readonly group: EventGroup;
  readonly channels: readonly Channel[] /** Cannot be muted and ignores quiet hours: links and codes somebody is waiting for. */;
  readonly always?: true;
};

export const events = {
  'account.verify_email': { group: 'account', channels: ['email'], always: true },
  'account.reset_password': { group: 'security', channels: ['email'], always: true },
  'account.passwordless_link': { group: 'security', channels: ['email'], always: true },
  'security.password_changed': { group: 'security', channels: ['app', 'email'] },
  'security.new_device': { group: 'security', channels: ['app', 'email'] },
  'security.role_changed': { group: 'security', channels: ['app', 'email'] },
  'account.status_changed': { group: 'account', channels: ['app', 'email'] },
  'account.closing': { group: 'account', channels: ['email'], always: true },
  'invite.sent': { group: 'invitation', channels: ['email', 'sms'], always: true },
  'invite.accepted': { group: 'invitation', channels: ['app'] },
  'invite.revoked': { group: 'invitation', channels: ['email'] },
  'policy.published': { group: 'policy', channels: ['app', 'email'] },
  'message.broadcast': { group: 'message', channels: ['app'] },
  'message.test': { group: 'message', channels: ['app'] },
} as const satisfies Record<string, EventShape>;
export type EventName = keyof typeof events;
