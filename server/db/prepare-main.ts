import { readEnv } from '#server/kernel/env.ts';
import { checkPortAndDataDirectory } from '#server/kernel/process/start-checks.ts';
import { prepareDatabase } from './prepare.ts';

/** Creates the database, migrates it, fills in demo data if requested, and stops. `npm start` runs this while it builds the pages. */
const env = readEnv();
await checkPortAndDataDirectory(env);
const { stop } = await prepareDatabase(env);
await stop();
