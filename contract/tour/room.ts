import { room } from '#contract/kernel/room.ts';
import { tourMachine } from './machine.ts';

export const tourRoom = room({ machines: [tourMachine] });
