import { room } from '#contract/kernel/room.ts';
import { bookingMachine } from './machine.ts';

export const bookingRoom = room({ machines: [bookingMachine] });
