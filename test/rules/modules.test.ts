import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { savedSearchesPath } from '#contract/finding/public.ts';
import { jobLabels } from '#contract/jobs/names.ts';
import { type ContractModule, defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { expandScreens } from '#contract/kernel/screen.ts';
import { getLedgerCheckLabel } from '#contract/ledger/check-names.ts';
import { listMachines } from '#contract/machines.ts';
import { modules as contractModules } from '#contract/modules.ts';
import { eventGroups, eventShapes } from '#contract/notification/events.ts';
import { collectScreens, linkTo, screenAddresses } from '#contract/screens.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildScheduledJobs, modules as serverModules } from '#server/modules.ts';
import * as menuIcons from '#web/ui/menu-icons.ts';

const declared: readonly ContractModule[] = Object.values(contractModules);
const served: readonly ServerModule[] = Object.values(serverModules);
const types = readFileSync('server/db/types.gen.ts', 'utf8');
const tables = [...(/export type DB = \{([^}]*)\}/.exec(types)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
const named = (pick: (one: ContractModule) => object | undefined) => declared.flatMap((one) => Object.keys(pick(one) ?? {}));
/** No service is used while modules declare their handlers and jobs. */
const services = { database: {}, env: {} } as RunningServices;

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

describe('module declarations', () => {
  test('no two modules declare the same name', () => {
    for (const pick of [
      (one: ContractModule) => one.audits,
      (one: ContractModule) => one.groups,
      (one: ContractModule) => one.events,
      (one: ContractModule) => one.topics,
    ])
      expect(twice(named(pick))).toEqual([]);
    expect(twice(declared.flatMap((one) => (one.machines ?? []).map((machine) => machine.table)))).toEqual([]);
    expect(
      twice(served.flatMap((one) => Object.entries(one.calls ?? {}).flatMap(([name, calls]) => Object.keys(calls).map((call) => `${name}.${call}`)))),
    ).toEqual([]);
    expect(twice(served.flatMap((one) => (one.jobs?.(services) ?? []).map((job) => job.name)))).toEqual([]);
  });

  test('each ledger check has a readable name', () => {
    const proofs = served.flatMap((one) => (one.proofs ?? []).map(({ name }) => name));
    expect(proofs.length).toBeGreaterThan(10);
    expect(proofs.filter((name) => getLedgerCheckLabel(name) === name)).toEqual([]);
  });

  test('each state machine has a table', () => {
    expect(tables.length).toBeGreaterThan(50);
    expect(listMachines(contractModules).filter((machine) => !tables.includes(machine.table))).toEqual([]);
  });

  test('each topic has one handler', () => {
    const handled = served.flatMap((one) => Object.keys(one.handlers?.(services) ?? {}));
    expect(handled.sort()).toEqual(named((one) => one.topics).sort());
  });

  test('every job and topic has a readable name', () => {
    const queues = [...buildScheduledJobs(services).map((job) => job.name), ...named((one) => one.topics)];
    expect(queues.length).toBeGreaterThan(25);
    expect(queues.filter((queue) => !(queue in jobLabels))).toEqual([]);
  });

  test('each event has a group and a text', () => {
    expect(Object.keys(Object.assign({}, ...served.map((one) => one.texts))).sort()).toEqual(Object.keys(eventShapes).sort());
    for (const [name, event] of Object.entries(eventShapes)) expect(eventGroups, name).toContain(event.group);
  });

  test('every screen has a view, every menu screen has an icon, and every public view names its screen', () => {
    for (const { screen, layout, key, id } of screenAddresses) {
      const file = `web/${screen.view}.tsx`;
      expect(existsSync(file), file).toBe(true);
      if (screen.menu) expect(Object.keys(menuIcons), id).toContain(screen.menu.icon);
      const [name = '', own = ''] = key.split('.');
      if (layout === 'default')
        expect(readFileSync(file, 'utf8'), file).toContain(`export const handle = makeScreenHandle(${name}PublicScreens.${own}, m.`);
    }
    expect(savedSearchesPath).toBe(linkTo('finding.searches', 'tenant'));
  });
});

/** The smallest possible module: one folder per layer. These tables are built so that it needs one line in each list and nothing else. */
describe('new module', () => {
  const visit = defineModule({
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
    events: { 'visit.new': { group: 'property', channels: ['app'], params: definePayload<{ name: string }>() } },
    topics: { 'visit.made': definePayload<{ visitId: number }>() },
  });
  const all = { ...contractModules, visit };

  test('one line in the list of modules adds the address, menu entry and state machine of a new module', () => {
    const own = expandScreens(collectScreens(all)).filter((a) => a.key.startsWith('visit.'));
    expect(own.map((a) => [a.path, a.screen.title?.(), a.screen.menu?.icon])).toEqual([['/dashboard/owner/visits', 'Visits', 'Door']]);
    expect(listMachines(all).at(-1)?.table).toBe('visit');
    expect(expandScreens(collectScreens(all))).toHaveLength(screenAddresses.length + 1);
  });
});

describe('public pages', () => {
  test('import no module list of the dashboards, directly or through other files', () => {
    const barred = [
      'contract/modules.ts',
      'contract/screens.ts',
      'contract/machines.ts',
      'web/layout/menu.ts',
      'web/layout/titles.ts',
      'web/layout/screen.ts',
    ];
    const roots = screenAddresses.filter((a) => a.layout === 'default' && !a.path.startsWith('/dev/')).map((a) => `web/${a.screen.view}.tsx`);
    for (const start of ['web/root.tsx', 'web/layout/public-layout.tsx', ...roots]) expect([start, pathTo(start, barred)]).toEqual([start, null]);
    expect(pathTo('web/layout/dash-layout.tsx', barred)).not.toBeNull();
  });
});

/**
 * The chain of imports from one file to a forbidden file, or null. Only imports that are loaded with the page count: type imports and `import()` do
 * not.
 */
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
