import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { screenAddresses } from '#contract/screens.ts';
import {
  buildNotificationChoiceKey,
  type EventName,
  eventChannels,
  eventGroups,
  eventShapes,
  getEventShape,
  isChannelOnByDefault,
  selectableEventGroups,
  selectEventChannels,
} from './events.ts';

const names = Object.keys(eventShapes) as EventName[];
const keys = eventGroups.flatMap((group) => eventChannels.map((channel) => buildNotificationChoiceKey(group, channel)));
const wishes = fc.dictionary(fc.constantFrom(...keys), fc.boolean()).map((said) => new Map(Object.entries(said)));

describe('notifications: choice of channels', () => {
  test('preferences apply to every optional event and never to a mandatory event', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), wishes, (name, said) => {
        const { group, channels: usual, always } = getEventShape(name);
        const { take, muted } = selectEventChannels(name, said);
        for (const channel of eventChannels) {
          const wanted = always ? undefined : said.get(buildNotificationChoiceKey(group, channel));
          expect(take.includes(channel)).toBe(wanted ?? usual.includes(channel));
          expect(muted.includes(channel)).toBe(usual.includes(channel) && wanted === false);
        }
      }),
    );
  });

  test('preferences offer only events that can be muted, with their current setting', () => {
    expect(selectableEventGroups).not.toContain('team');
    expect(selectableEventGroups).toContain('policy');
    expect(isChannelOnByDefault('policy', 'email')).toBe(true);
    expect(isChannelOnByDefault('policy', 'sms')).toBe(false);
    // The only SMS of this group is a mandatory one.
    expect(isChannelOnByDefault('invitation', 'sms')).toBe(false);
  });
});

test('notification screens: have exactly the addresses of the specification', () => {
  const own = screenAddresses.filter((a) => a.key === 'notification.list').map((a) => a.path);
  expect(own.sort()).toEqual(
    ['admin', 'agent', 'dealer', 'owner', 'subadmin', 'superadmin', 'tenant'].map((layout) => `/dashboard/${layout}/notifications`),
  );
});
