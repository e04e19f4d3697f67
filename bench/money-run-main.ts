/** `node bench/money-run-main.ts <run>`: a process that works on one invoice run until it is done, as a worker does. */

import { processInvoiceRun } from '#server/invoice/service.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';

const env = readEnv();
const services = openServices(env, env.DATABASE_URL ?? '');
await processInvoiceRun(services.database.db, Number(process.argv[2]));
await services.database.close();
process.exit(0);
