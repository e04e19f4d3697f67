import { startSimulator } from './start.ts';

/** Runs as a program (`npm run daraja`), or as a child process of `npm start`, which receives the address and ends the process. */
const wanted = Number(process.env.DARAJA_PORT || Number(process.env.PORT || 3000) + 1);
const beside = process.send !== undefined;

/** A child process uses any free port if its own port is occupied. A program must use the port that was requested. */
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
  // The address is sent last, because the process that reads it may end the simulator immediately.
  if (beside) process.send?.({ url: simulator.url });
  else process.stdout.write(`\nM-Pesa simulator: ${simulator.url}\nTo use the simulator, start the server with DARAJA_URL=${simulator.url}\n\n`);
} catch (problem) {
  const { code, message } = problem as NodeJS.ErrnoException;
  process.stderr.write(
    `${code === 'EADDRINUSE' ? `Port ${wanted} is used by another program. Set another port, for example DARAJA_PORT=${wanted + 1}.` : message}\n`,
  );
  process.exit(1);
}
