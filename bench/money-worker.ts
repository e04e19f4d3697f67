/** `node bench/money-worker.ts`: a worker of its own on the database in DATABASE_URL, with what payments need of it. Says so when it works. */
import { openHouse } from '#server/house.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { readEnv } from '#server/kernel/env.ts';
import { handlersManyOf, handlersOf, jobsOf } from '#server/rooms.ts';

const env = readEnv();
const url = env.DATABASE_URL ?? '';
const house = openHouse(env, url);
await startWorker(house, url, {
  handlers: handlersOf(house),
  many: handlersManyOf(house),
  jobs: jobsOf(house).filter(({ name }) => name.startsWith('payment.')),
});
console.log('at work');
