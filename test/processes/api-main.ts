/**
 * `node test/processes/api-main.ts`: a process of its own that answers calls on the database in DATABASE_URL, without pages. It prints its address.
 */
import { makeApp } from '#server/app.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';

const env = readEnv();
const services = openServices(env, env.DATABASE_URL ?? '');
const app = await makeApp(services, null);
process.on('SIGTERM', () => void app.close().then(() => services.database.close().then(() => process.exit(0))));
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
