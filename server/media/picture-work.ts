import sharp from 'sharp';
import { makeWorkQueue, type WorkQueue } from '#server/kernel/process/work-queue.ts';

/**
 * A picture of 40 million pixels takes a hundred megabytes while it is drawn, so two are drawn at once, each by one thread, and nothing
 * of them is remembered. Who waits holds no connection and no file: a call takes its place before it begins (`draws` in the contract).
 */
export function makePictureWork(): WorkQueue {
  sharp.concurrency(1);
  sharp.cache(false);
  return makeWorkQueue({ atOnce: 2, waiting: 24 });
}
