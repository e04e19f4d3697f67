import { readEnv } from '#server/kernel/env.ts';
import { checkPlace } from '#server/kernel/process/start-checks.ts';
import { prepareDatabase } from './prepare.ts';

/** Makes the database, brings it up to date, fills what is asked for, and stops: `npm start` does so while it builds the pages. */
const env = readEnv();
await checkPlace(env);
const { stop } = await prepareDatabase(env);
await stop();
