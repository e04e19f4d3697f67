/** `node bench/money-run-main.ts <run>`: a process that works on one invoice run until it is done, as a worker does. */
import { openHouse } from '#server/house.ts';
import { workOnRun } from '#server/invoice/service.ts';
import { readEnv } from '#server/kernel/env.ts';

const env = readEnv();
const house = openHouse(env, env.DATABASE_URL ?? '');
await workOnRun(house.database.db, Number(process.argv[2]));
await house.database.close();
process.exit(0);
