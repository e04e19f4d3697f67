import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callsWithoutMoney, moneyControls } from '#contract/approval/controls.ts';
import { approvalRules, requestedActRules } from '#contract/approval/purposes.ts';
import { callTable } from '#server/modules.ts';

/** Modules in which every writing call is an act with money, or has a reason why it is none. */
const moneyModules = ['payment', 'commission', 'wallet', 'settlement', 'ledger', 'accounting', 'approval', 'invoice'];
const asked = new Set(moneyControls.flatMap(({ ask }) => ask));
const isCall = (name: string): boolean => {
  const [module = '', key = ''] = name.split('.');
  return callTable[module]?.[key] !== undefined;
};

test('controls: every writing call of a module with money is in the table, or has a reason', () => {
  const writing = moneyModules.flatMap((module) =>
    Object.entries(callTable[module] ?? {}).flatMap(([key, call]) => (call.method === 'GET' ? [] : [`${module}.${key}`])),
  );
  expect(writing.filter((name) => !asked.has(name) && !(name in callsWithoutMoney))).toEqual([]);
});

test('controls: every named call exists', () => {
  const named = [...asked, ...Object.keys(callsWithoutMoney), ...moneyControls.flatMap(({ approve }) => approve ?? [])];
  expect(named.filter((name) => !isCall(name))).toEqual([]);
});

test('controls: every approval rule about money belongs to an act', () => {
  // Neither is about money: an account of a super admin, and a move-out.
  const others = ['superadmin', 'disputedMoveOut'];
  const used = new Set<string>(moneyControls.flatMap(({ rule }) => rule ?? []));
  expect([...Object.keys(approvalRules), ...Object.keys(requestedActRules)].filter((name) => !used.has(name) && !others.includes(name))).toEqual([]);
});

test('controls: an act of one person states why one is enough', () => {
  expect(moneyControls.filter(({ rule, alone }) => (rule === null) !== (alone !== undefined)).map(({ act }) => act)).toEqual([]);
});

test('controls: every named test exists', () => {
  const missing = moneyControls.filter(({ test: [file, title] }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title));
  expect(missing.map(({ act, test: named }) => `${act}: ${named.join(' › ')}`)).toEqual([]);
});
