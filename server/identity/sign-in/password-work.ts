import { makeWorkQueue, type WorkQueue } from '#server/kernel/process/work-queue.ts';

/**
 * Hashing a password occupies a thread for a tenth of a second. Node has four such threads: pictures use up to two, and files, host names and new
 * database connections need one. Passwords are therefore hashed one after the other, and requests are asked to retry when the queue is full. A
 * pending request holds no connection (`withPreparation` of http/registry.ts).
 */
export const makePasswordHashQueue = (): WorkQueue => makeWorkQueue({ atOnce: 1, waiting: 48 });
