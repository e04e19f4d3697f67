import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callsWithoutMoney, moneyControls } from '#contract/approval/controls.ts';
import { approvalRules, type RequestedActKind, requestedActRules } from '#contract/approval/purposes.ts';
import { callTable } from '#server/modules.ts';

/** Modules in which every writing call is an act with money, or has a reason why it is none. */
const moneyModules = [
  ...['payment', 'commission', 'wallet', 'settlement', 'withdraw', 'ledger', 'accounting', 'approval', 'invoice', 'featured', 'booking'],
  // People get permissions on money, or a part of it, through these.
  ...['people', 'access', 'invitation'],
];
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

test('controls: an act whose evidence is the reason asks for it in every call', () => {
  const lacking = moneyControls
    .filter(({ evidence }) => evidence === 'Reason')
    .flatMap(({ ask }) => ask)
    .filter((name) => {
      const [module = '', key = ''] = name.split('.');
      const call = callTable[module]?.[key];
      return (
        !call ||
        !('body' in call) ||
        !JSON.stringify(z.toJSONSchema(call.body ?? z.object({}), { io: 'input', unrepresentable: 'any' })).includes('"reason"')
      );
    });
  expect(lacking).toEqual([]);
});

test('controls: the calls that request an act are those whose permissions the requester still has at the approval', () => {
  const named = moneyControls.flatMap(({ rule, ask }) => (rule !== null && rule in requestedActRules ? ask.map((name) => ({ rule, name })) : []));
  const others = named.filter(({ rule, name }) => {
    const [module = '', key = ''] = name.split('.');
    const needs = JSON.stringify(callTable[module]?.[key]?.needs);
    const { asks }: { asks: readonly unknown[] } = requestedActRules[rule as RequestedActKind];
    return !asks.some((one) => JSON.stringify(one) === needs);
  });
  expect(others).toEqual([]);
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
