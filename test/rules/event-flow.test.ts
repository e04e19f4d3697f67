import { describe, expect, test } from 'vitest';
import { writeEventsPage } from '#server/kernel/generated/event-docs.ts';
import { modules } from '#server/modules.ts';

const page = writeEventsPage(modules);
const rowOf = (name: string, section: string) =>
  (page.split(`## ${section}`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .find((line) => line.startsWith(`| \`${name}\``))
    ?.split(' | ') ?? [];
const rowsOf = (section: string) => [...(page.split(`## ${section}`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)];

describe('generated page of events', () => {
  test('names the publisher, the reacting modules and the possible messages of each event', () => {
    const [, publisher, reactions] = rowOf('property.decided', 'In the same transaction');
    expect(publisher).toBe('property');
    expect(reactions).toContain('**inspection**: inspection.canceled');
    expect(rowOf('listing.closed', 'After the commit').slice(1).join()).toContain('**finding**: favourite.taken');
  });
  test('names the recipients of each message, such as tenants or platform staff', () => {
    expect(rowOf('tenancy.active', 'Messages').at(-1)).toBe('heads of owner and agency, tenants |');
    expect(rowOf('settlement.alarm', 'Messages').at(-1)).toBe('superadmins |');
    expect(rowOf('abuse.new', 'Messages').at(-1)).toBe('platform staff |');
  });
  test('shows a publisher for every domain event and a sender for every message', () => {
    const unpublished = rowsOf('In the same transaction').filter(([, , rest = '']) => rest.startsWith('– |'));
    expect(unpublished.map(([, name]) => name)).toEqual([]);
    expect(
      rowsOf('Messages')
        .filter(([, , rest = '']) => rest.split(' | ')[2] === '–')
        .map(([, name]) => name),
    ).toEqual([]);
    // Only the demo redraws documents by this topic.
    expect(
      rowsOf('After the commit')
        .filter(([, , rest = '']) => rest.startsWith('– |'))
        .map(([, name]) => name),
    ).toEqual(['agreement.papers']);
  });
});
