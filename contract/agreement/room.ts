import { room } from '#contract/kernel/room.ts';
import { agreementMachine } from './machine.ts';

export const agreementRoom = room({ machines: [agreementMachine] });
