import { room } from '#contract/kernel/room.ts';
import { inspectionMachine } from './machine.ts';

export const inspectionRoom = room({ machines: [inspectionMachine] });
