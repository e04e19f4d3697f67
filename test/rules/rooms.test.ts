import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { savedSearchesPath } from '#contract/finding/public.ts';
import { jobNames } from '#contract/jobs/names.ts';
import { payload } from '#contract/kernel/payload.ts';
import { type Room, room } from '#contract/kernel/room.ts';
import { expand } from '#contract/kernel/screen.ts';
import { proofNames } from '#contract/ledger/proof-names.ts';
import { machinesOf } from '#contract/machines.ts';
import { eventGroups, events } from '#contract/notification/events.ts';
import { rooms as contractRooms } from '#contract/rooms.ts';
import { addresses, linkTo, screensOf } from '#contract/screens.ts';
import type { House } from '#server/kernel/house.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { jobsOf, rooms as serverRooms } from '#server/rooms.ts';
import * as menuIcons from '#web/ui/menu-icons.ts';

const declared: readonly Room[] = Object.values(contractRooms);
const served: readonly ServerRoom[] = Object.values(serverRooms);
const types = readFileSync('server/db/types.gen.ts', 'utf8');
const tables = [...(/export type DB = \{([^}]*)\}/.exec(types)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
const named = (pick: (one: Room) => object | undefined) => declared.flatMap((one) => Object.keys(pick(one) ?? {}));
/** Nothing of a house is touched while rooms name their handlers and jobs. */
const house = { database: {}, env: {} } as House;

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

describe('what rooms declare', () => {
  test('no two of them say the same name', () => {
    for (const pick of [(one: Room) => one.audits, (one: Room) => one.groups, (one: Room) => one.events, (one: Room) => one.topics])
      expect(twice(named(pick))).toEqual([]);
    expect(twice(declared.flatMap((one) => (one.machines ?? []).map((machine) => machine.table)))).toEqual([]);
    expect(
      twice(served.flatMap((one) => Object.entries(one.calls ?? {}).flatMap(([name, calls]) => Object.keys(calls).map((call) => `${name}.${call}`)))),
    ).toEqual([]);
    expect(twice(served.flatMap((one) => (one.jobs?.(house) ?? []).map((job) => job.name)))).toEqual([]);
  });

  test('a proof has a name that people read', () => {
    const proofs = served.flatMap((one) => (one.proofs ?? []).map(({ name }) => name));
    expect(proofs.length).toBeGreaterThan(10);
    expect(proofs.filter((name) => proofNames(name) === name)).toEqual([]);
  });

  test('a machine has a table', () => {
    expect(tables.length).toBeGreaterThan(50);
    expect(machinesOf(contractRooms).filter((machine) => !tables.includes(machine.table))).toEqual([]);
  });

  test('a topic has one handler', () => {
    const handled = served.flatMap((one) => Object.keys(one.handlers?.(house) ?? {}));
    expect(handled.sort()).toEqual(named((one) => one.topics).sort());
  });

  test('work that is promised or brought about by time has a name people read', () => {
    const queues = [...jobsOf(house).map((job) => job.name), ...named((one) => one.topics)];
    expect(queues.length).toBeGreaterThan(25);
    expect(queues.filter((queue) => !(queue in jobNames))).toEqual([]);
  });

  test('an event has a group and a text; events.test.ts reads the texts', () => {
    expect(Object.keys(Object.assign({}, ...served.map((one) => one.texts))).sort()).toEqual(Object.keys(events).sort());
    for (const [name, event] of Object.entries(events)) expect(eventGroups, name).toContain(event.group);
  });

  test('a screen has a view; one on the menu has an icon; a public view says which screen it is', () => {
    for (const { screen, layout, key, id } of addresses) {
      const file = `web/${screen.view}.tsx`;
      expect(existsSync(file), file).toBe(true);
      if (screen.menu) expect(Object.keys(menuIcons), id).toContain(screen.menu.icon);
      const [name = '', own = ''] = key.split('.');
      if (layout === 'default') expect(readFileSync(file, 'utf8'), file).toContain(`export const handle = screenHandle(${name}Public.${own}, m.`);
    }
    expect(savedSearchesPath).toBe(linkTo('finding.searches', 'tenant'));
  });
});

/** The smallest room there is: a folder a storey. That it needs one line in each list and nothing else is what these tables are made of. */
describe('a room that is added', () => {
  const visit = room({
    screens: {
      list: {
        title: () => 'Visits',
        at: 'visits',
        layouts: ['owner'],
        needs: 'signed-in',
        view: 'visit/list',
        menu: { group: 'top', icon: 'Door', order: 1 },
      },
    },
    machines: [{ table: 'visit', states: { open: 1, done: 2 }, start: 'open', moves: { finish: { from: ['open'], to: 'done', by: ['owner'] } } }],
    events: { 'visit.new': { group: 'property', channels: ['app'], params: payload<{ name: string }>() } },
    topics: { 'visit.made': payload<{ visitId: number }>() },
  });
  const all = { ...contractRooms, visit };

  test('has its address, menu and machine from its one line', () => {
    const own = expand(screensOf(all)).filter((a) => a.key.startsWith('visit.'));
    expect(own.map((a) => [a.path, a.screen.title?.(), a.screen.menu?.icon])).toEqual([['/dashboard/owner/visits', 'Visits', 'Door']]);
    expect(machinesOf(all).at(-1)?.table).toBe('visit');
    expect(expand(screensOf(all))).toHaveLength(addresses.length + 1);
  });
});

describe('the public pages', () => {
  test('reach no table of the dashboards, however many files away', () => {
    const barred = [
      'contract/rooms.ts',
      'contract/screens.ts',
      'contract/machines.ts',
      'web/layout/menu.ts',
      'web/layout/titles.ts',
      'web/layout/screen.ts',
    ];
    const roots = addresses.filter((a) => a.layout === 'default' && !a.path.startsWith('/dev/')).map((a) => `web/${a.screen.view}.tsx`);
    for (const start of ['web/root.tsx', 'web/layout/public-layout.tsx', ...roots]) expect([start, pathTo(start, barred)]).toEqual([start, null]);
    expect(pathTo('web/layout/dash-layout.tsx', barred)).not.toBeNull();
  });
});

/** How one file comes to import another, by what is fetched with it: types weigh nothing, and `import()` fetches later. */
function pathTo(start: string, barred: readonly string[]): string[] | null {
  const seen = new Set<string>();
  const walk = (file: string, path: readonly string[]): string[] | null => {
    if (barred.includes(file)) return [...path, file];
    if (seen.has(file) || !existsSync(file)) return null;
    seen.add(file);
    for (const [, what = '', from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (.*?)from '([#.][^']+)'/gms)) {
      const values = what
        .replace(/[{}\s]/g, '')
        .split(',')
        .filter(Boolean);
      if (/^type\b/.test(what) || (what.includes('{') && values.every((value) => value.startsWith('type')))) continue;
      const found = walk(from.startsWith('#') ? from.slice(1) : new URL(from, `file:///${file}`).pathname.slice(1), [...path, file]);
      if (found) return found;
    }
    return null;
  };
  return walk(start, []);
}
