import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findKinds } from '#contract/home/finds.ts';
import type { Room } from '#contract/kernel/room.ts';
import { rooms as contractRooms } from '#contract/rooms.ts';
import { type Feature, features } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { rooms } from '#server/rooms.ts';

const declared: Readonly<Record<string, Room>> = contractRooms;
const all = Object.keys(features) as Feature[];
const isFull = (record: object | undefined) => record !== undefined && Object.keys(record).length > 0;
/** Persons and companies are records of the module people; every other kind has the name of its module. */
const found = findKinds.map((kind) => (kind === 'person' || kind === 'company' ? 'people' : kind) as string);

/** What a module registers, or another module shows of it. */
const takesPart: Readonly<Record<Feature, (name: string, room: ServerRoom) => boolean>> = {
  search: (name) => found.includes(name),
  pending: (_, room) => isFull(room.waits),
  personPage: (_, room) => room.shownIn?.personPage !== undefined,
  messages: (name) => isFull(declared[name]?.events),
  reviewBasis: (_, room) => room.shownIn?.reviewBasis !== undefined,
  unitTimeline: (_, room) => room.shownIn?.unitTimeline !== undefined,
  export: (_, room) => isFull(room.holdings),
  erasure: (_, room) => room.forget !== undefined,
  closing: (_, room) => (room.closing ?? []).length > 0,
};
/** Features without a part and without a reason, and features with both. */
const gaps = (name: string, room: ServerRoom) => ({
  silent: all.filter((feature) => !takesPart[feature](name, room) && room.without?.[feature] === undefined),
  both: all.filter((feature) => takesPart[feature](name, room) && room.without?.[feature] !== undefined),
});
const entries = Object.entries(rooms);

describe('cross-cutting features', () => {
  test.each(entries)('module %s: has a part in each feature, or a reason in `without` of its room.ts', (name, room) => {
    expect(gaps(name, room)).toEqual({ silent: [], both: [] });
    for (const reason of Object.values(room.without ?? {})) expect(reason, name).toMatch(/^[A-Z].+ .+ .+\.$/);
  });

  test.each(entries.filter(([, room]) => room.shownIn))('module %s: is read by the files that show it', (name, { shownIn = {}, scopes = {} }) => {
    for (const file of Object.values(shownIn)) {
      expect(existsSync(file), file).toBe(true);
      const text = readFileSync(file, 'utf8');
      const tables = Object.keys(scopes).map((table) => table.split(':')[0] ?? '');
      expect(
        file.startsWith(`server/${name}/`) || tables.some((table) => new RegExp(`\\b${table}\\b`).test(text)),
        `${file} reads nothing of ${name}`,
      ).toBe(true);
    }
  });

  test('a new module fails until it declares its place', () => {
    expect(gaps('new', {}).silent).toEqual(all);
    expect(gaps('new', { waits: { leads: async () => ({ count: 0 }) } }).silent).not.toContain('pending');
    expect(gaps('people', { without: { search: 'It is found by nobody.' } }).both).toEqual(['search']);
  });

  test('every feature has a module that takes part', () => {
    for (const feature of all)
      expect(
        entries.some(([name, room]) => takesPart[feature](name, room)),
        feature,
      ).toBe(true);
  });
});
