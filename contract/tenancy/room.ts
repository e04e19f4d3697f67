import { room } from '#contract/kernel/room.ts';
import { tenancyMachine } from './machine.ts';

export const tenancyRoom = room({ machines: [tenancyMachine] });
