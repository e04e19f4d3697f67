/** `node test/processes/api-main.ts`: a process of its own that answers calls on the database in DATABASE_URL, without pages. Prints its address. */
import { makeApp } from '#server/app.ts';
import { openHouse } from '#server/house.ts';
import { readEnv } from '#server/kernel/env.ts';

const env = readEnv();
const house = openHouse(env, env.DATABASE_URL ?? '');
const app = await makeApp(house, null);
process.on('SIGTERM', () => void app.close().then(() => house.database.close().then(() => process.exit(0))));
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
