import { setTimeout as pause } from 'node:timers/promises';
import { isBusyProblem } from './answer.ts';

const tries = 3;

/** Two transactions blocked each other. PostgreSQL ended one, which is run again, a little later than the other. */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (problem) {
      if (!isBusyProblem(problem) || tried > tries) throw problem;
      await pause(Math.random() * 40 * tried);
    }
  }
}
