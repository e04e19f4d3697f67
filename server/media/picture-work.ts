import sharp from 'sharp';
import { makeWorkQueue, type WorkQueue } from '#server/kernel/process/work-queue.ts';

/**
 * Limits picture processing: decoding 40 million pixels takes a hundred megabytes, so two pictures are decoded at once, each by one thread, without a
 * cache. A queued call holds no connection and no file, because it enters the queue before it begins (`draws` in the contract).
 */
export function makePictureWork(): WorkQueue {
  sharp.concurrency(1);
  sharp.cache(false);
  return makeWorkQueue({ atOnce: 2, waiting: 24 });
}
