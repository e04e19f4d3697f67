import type { Machine } from './kernel/machine.ts';
import type { Module } from './kernel/module.ts';
import { modules } from './modules.ts';

export const machinesOf = (all: Readonly<Record<string, Module>>): readonly Machine[] =>
  Object.values(all).flatMap((module) => module.machines ?? []);

/** Every status machine, for the documentation and for the test that looks for flaws. */
export const machineTable = machinesOf(modules);
