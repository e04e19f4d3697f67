import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addresses } from '#contract/screens.ts';
import { channels, channelsFor, choosableGroups, type EventName, eventGroups, eventOf, events, takesByDefault, wishKey } from './events.ts';

const names = Object.keys(events) as EventName[];
const keys = eventGroups.flatMap((group) => channels.map((channel) => wishKey(group, channel)));
const wishes = fc.dictionary(fc.constantFrom(...keys), fc.boolean()).map((said) => new Map(Object.entries(said)));

describe('which way an event goes', () => {
  test('a wish is kept for every event that is not always, and has no say over one that is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), wishes, (name, said) => {
        const { group, channels: usual, always } = eventOf(name);
        const { take, muted } = channelsFor(name, said);
        for (const channel of channels) {
          const wanted = always ? undefined : said.get(wishKey(group, channel));
          expect(take.includes(channel)).toBe(wanted ?? usual.includes(channel));
          expect(muted.includes(channel)).toBe(usual.includes(channel) && wanted === false);
        }
      }),
    );
  });

  test('only what can be muted is offered, and it is offered as it stands', () => {
    expect(choosableGroups).not.toContain('team');
    expect(choosableGroups).toContain('policy');
    expect(takesByDefault('policy', 'email')).toBe(true);
    expect(takesByDefault('policy', 'sms')).toBe(false);
    // Its only SMS is one that always comes.
    expect(takesByDefault('invitation', 'sms')).toBe(false);
  });
});

test('the screen stands at exactly the addresses of the specification', () => {
  const own = addresses.filter((a) => a.key === 'notification.list').map((a) => a.path);
  expect(own.sort()).toEqual(
    ['admin', 'agent', 'dealer', 'owner', 'subadmin', 'superadmin', 'tenant'].map((layout) => `/dashboard/${layout}/notifications`),
  );
});
