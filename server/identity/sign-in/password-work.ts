import { makeWorkQueue, type WorkQueue } from '#server/kernel/process/work-queue.ts';

/**
 * Hashing a password occupies a thread for a tenth of a second. Node has four such threads; pictures take up to two, and files, host names and thus
 * new database connections need one. So passwords are hashed one after the other, and when the queue is full a request is asked to retry. A waiting
 * request holds no connection (`withPreparation` of http/registry.ts).
 */
export const makePasswordWork = (): WorkQueue => makeWorkQueue({ atOnce: 1, waiting: 48 });
