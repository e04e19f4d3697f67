import type { StateMachine } from './kernel/machine.ts';
import type { ContractModule } from './kernel/module.ts';
import { modules } from './modules.ts';

export const listMachines = (all: Readonly<Record<string, ContractModule>>): readonly StateMachine[] =>
  Object.values(all).flatMap((module) => module.machines ?? []);

/** Every status machine, for the documentation and for the test that looks for flaws. */
export const statusMachines = listMachines(modules);
