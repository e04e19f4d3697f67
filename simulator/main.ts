import { startSimulator } from './start.ts';

/** Runs alone by `npm run daraja`, or next to `npm start`, which opens a channel for the address and ends the process. */
const wanted = Number(process.env.DARAJA_PORT || Number(process.env.PORT || 3000) + 1);
const beside = process.send !== undefined;

/** Beside a server any other port is acceptable if this one is taken. Alone, the port was requested and must be free. */
async function begin() {
  try {
    return await startSimulator({ port: wanted });
  } catch (problem) {
    if (beside && (problem as NodeJS.ErrnoException).code === 'EADDRINUSE') return startSimulator({ port: 0 });
    throw problem;
  }
}

try {
  const simulator = await begin();
  const stop = () => void simulator.close().finally(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  // The address is given last: its reader may end the simulator at once.
  if (beside) process.send?.({ url: simulator.url });
  else process.stdout.write(`\nM-Pesa simulator: ${simulator.url}\nThe server finds it with DARAJA_URL=${simulator.url}\n\n`);
} catch (problem) {
  const { code, message } = problem as NodeJS.ErrnoException;
  process.stderr.write(
    `${code === 'EADDRINUSE' ? `Port ${wanted} is taken by another program; start with another, for example DARAJA_PORT=${wanted + 1}.` : message}\n`,
  );
  process.exit(1);
}
