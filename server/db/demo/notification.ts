import { type EventName, getEventShape, type NotificationType } from '#contract/notification/events.ts';
import { clock } from '#contract/time/clock.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

type Entry = {
  readonly to: string;
  readonly event: EventName;
  readonly heading: string;
  readonly message: string;
  readonly subject?: string;
  readonly page?: string;
  readonly hoursAgo: number;
  readonly read?: true;
};

/** Recent notifications of each demo account. Their times count back from the time of filling, so that they are always recent. */
const entries: readonly Entry[] = [
  {
    to: 'tenant',
    event: 'message.broadcast',
    heading: 'No water on Saturday morning',
    message: 'The roof tank will be cleaned on Saturday from 8 AM to 11 AM. Store water on Friday evening.',
    hoursAgo: 3,
  },
  {
    to: 'tenant',
    event: 'policy.published',
    heading: 'New version of a policy',
    message: '“Terms for tenants and visitors” has a new version that applies from 1 August 2026. Read the new version to see the changes.',
    page: '/policy/1/tenant-terms',
    subject: 'Terms for tenants and visitors',
    hoursAgo: 26,
  },
  {
    to: 'tenant',
    event: 'security.new_device',
    heading: 'New sign-in to your account',
    message: 'New sign-in with Chrome on Android from 41.90.64.12. If this was not you, change your password now.',
    hoursAgo: 74,
    read: true,
  },
  {
    to: 'owner',
    event: 'invite.accepted',
    heading: 'Invitation accepted',
    message: 'Samuel Kiprop Koech accepted your invitation.',
    subject: 'Samuel Kiprop Koech',
    hoursAgo: 5,
  },
  {
    to: 'owner',
    event: 'security.new_device',
    heading: 'New sign-in to your account',
    message: 'New sign-in with Firefox on Windows from 105.163.2.77. If this was not you, change your password now.',
    hoursAgo: 30,
    read: true,
  },
  {
    to: 'agent',
    event: 'message.broadcast',
    heading: 'Add photos to your listings',
    message: 'From Monday, listings with fewer than five photos appear after all others in search. Add photos before Monday.',
    hoursAgo: 9,
  },
  {
    to: 'dealer',
    event: 'account.status_changed',
    heading: 'Your account is approved',
    message: 'You can start now: add a property, invite your team and answer enquiries.',
    hoursAgo: 50,
  },
  {
    to: 'admin',
    event: 'security.role_changed',
    heading: 'Your permissions were changed',
    message: 'You now have the role Platform admin.',
    hoursAgo: 96,
    read: true,
  },
  {
    to: 'admin',
    event: 'message.broadcast',
    heading: 'Support hours on Jamhuri Day',
    message: 'Support is available from 10 AM to 2 PM on 12 December.',
    hoursAgo: 7,
  },
  {
    to: 'subadmin',
    event: 'message.broadcast',
    heading: 'Support hours on Jamhuri Day',
    message: 'Support is available from 10 AM to 2 PM on 12 December.',
    hoursAgo: 7,
  },
  {
    to: 'superadmin',
    event: 'message.broadcast',
    heading: 'Support hours on Jamhuri Day',
    message: 'Support is available from 10 AM to 2 PM on 12 December.',
    hoursAgo: 7,
    read: true,
  },
];

export async function fillNotifications(db: Db): Promise<void> {
  const people = await db.selectFrom('person').select(['id', 'email']).execute();
  const idOf = new Map(people.map((person) => [person.email, person.id]));
  const oldestFirst = entries.toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  for (const [at, entry] of oldestFirst.entries()) {
    const personId = idOf.get(`${entry.to}@makao.test`);
    if (personId === undefined) continue;
    const { group, type = 'info' }: { group: string; type?: NotificationType } = getEventShape(entry.event);
    const when = new Date(clock.ms() - entry.hoursAgo * 3_600_000);
    const key = `demo:${at}`;
    const { heading, message, event } = entry;
    await db
      .insertInto('notification')
      .values({
        person_id: personId,
        event,
        event_group: group,
        event_key: key,
        heading,
        message,
        subject_name: entry.subject ?? '',
        type,
        page: entry.page ?? null,
        read: entry.read ?? false,
        created_at: when,
      })
      .execute();
    await db
      .insertInto('notification_delivery')
      .values({ key: `${key}:app`, person_id: personId, event, channel: 'app', state: 'delivered', created_at: when, updated_at: when, due_at: when })
      .execute();
  }
}
