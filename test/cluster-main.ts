/** `node test/cluster-main.ts`: a PostgreSQL for several kinds of test after each other. Prints its address; ends when its input does. */
import { startTestCluster } from './start-cluster.ts';

// Ctrl-C reaches the whole process group: the parent of this process ends first, then its input.
process.on('SIGINT', () => undefined);
const cluster = await startTestCluster();
process.stdin.on('end', () => void cluster.stop().then(() => process.exit(0)));
process.stdin.resume();
console.log(cluster.url);
