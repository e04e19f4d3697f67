import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './answer.ts';

const tries = 3;

/** Two transactions that stood in each other's way: PostgreSQL ended one, which is simply run again, a little later than the other. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (problem) {
      if (!isBusy(problem) || tried > tries) throw problem;
      await pause(Math.random() * 40 * tried);
    }
  }
}
