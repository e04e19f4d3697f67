import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foundRecordKinds } from '#contract/home/find-calls.ts';
import type { ContractModule } from '#contract/kernel/module.ts';
import { modules as contractModules } from '#contract/modules.ts';
import { type SharedFeature, sharedFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { modules } from '#server/modules.ts';

const declared: Readonly<Record<string, ContractModule>> = contractModules;
const all = Object.keys(sharedFeatures) as SharedFeature[];
const isFull = (record: object | undefined) => record !== undefined && Object.keys(record).length > 0;
/** Persons and companies are records of the module people; every other kind has the name of its module. */
const found = foundRecordKinds.map((kind) => (kind === 'person' || kind === 'company' ? 'people' : kind) as string);

/** A feature of a module is either registered by it, or shown by another module. */
const takesPart: Readonly<Record<SharedFeature, (name: string, module: ServerModule) => boolean>> = {
  search: (name) => found.includes(name),
  pending: (_, module) => isFull(module.pendingTasks),
  personPage: (_, module) => module.shownIn?.personPage !== undefined,
  messages: (name) => isFull(declared[name]?.events),
  reviewBasis: (_, module) => module.shownIn?.reviewBasis !== undefined,
  unitTimeline: (_, module) => module.shownIn?.unitTimeline !== undefined,
  export: (_, module) => isFull(module.personalData),
  erasure: (_, module) => module.erasePersonalData !== undefined,
  closing: (_, module) => (module.closingChecks ?? []).length > 0,
};
/** Features in which a module takes no part and gives no reason, and features with both a part and a reason. */
const gaps = (name: string, module: ServerModule) => ({
  silent: all.filter((feature) => !takesPart[feature](name, module) && module.withoutFeatures?.[feature] === undefined),
  both: all.filter((feature) => takesPart[feature](name, module) && module.withoutFeatures?.[feature] !== undefined),
});
const entries = Object.entries(modules);

describe('cross-cutting features', () => {
  test.each(entries)('module %s: uses each feature or states a reason in `withoutFeatures` of its module.ts', (name, module) => {
    expect(gaps(name, module)).toEqual({ silent: [], both: [] });
    for (const reason of Object.values(module.withoutFeatures ?? {})) expect(reason, name).toMatch(/^[A-Z].+ .+ .+\.$/);
  });

  test.each(entries.filter(([, module]) => module.shownIn))(
    'module %s: every file declared in `shownIn` exists and reads a table of the module',
    (name, { shownIn = {}, scopes = {} }) => {
      for (const file of Object.values(shownIn)) {
        expect(existsSync(file), file).toBe(true);
        const text = readFileSync(file, 'utf8');
        const tables = Object.keys(scopes).map((table) => table.split(':')[0] ?? '');
        expect(
          file.startsWith(`server/${name}/`) || tables.some((table) => new RegExp(`\\b${table}\\b`).test(text)),
          `${file} reads nothing of ${name}`,
        ).toBe(true);
      }
    },
  );

  test('the check reports a new module that neither uses a feature nor states a reason', () => {
    expect(gaps('new', {}).silent).toEqual(all);
    expect(gaps('new', { pendingTasks: { leads: async () => ({ count: 0 }) } }).silent).not.toContain('pending');
    expect(gaps('people', { withoutFeatures: { search: 'It is found by nobody.' } }).both).toEqual(['search']);
  });

  test('every feature is used by at least one module', () => {
    for (const feature of all)
      expect(
        entries.some(([name, module]) => takesPart[feature](name, module)),
        feature,
      ).toBe(true);
  });
});
