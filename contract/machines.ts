import type { Machine } from './kernel/machine.ts';
import type { Room } from './kernel/room.ts';
import { rooms } from './rooms.ts';

export const machinesOf = (all: Readonly<Record<string, Room>>): readonly Machine[] => Object.values(all).flatMap((room) => room.machines ?? []);

/** Every status machine, for the documentation and for the test that looks for flaws. */
export const machineTable = machinesOf(rooms);
