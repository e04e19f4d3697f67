import { makeWorkQueue, type WorkQueue } from '#server/kernel/process/work-queue.ts';

/**
 * Hashing a password keeps a thread busy for a tenth of a second. Node has four for everything that is slow, pictures take up to two, and
 * files, host names and with them new connections to the database need one: so passwords are hashed one after the other, and who comes
 * when the line is full is asked to come back. Who waits holds no connection (`inTwo` of http/registry.ts).
 */
export const makePasswordWork = (): WorkQueue => makeWorkQueue({ atOnce: 1, waiting: 48 });
