import { room } from '#contract/kernel/room.ts';
import { bidMachine, saleMachine } from './machine.ts';

export const bidRoom = room({ machines: [bidMachine, saleMachine] });
