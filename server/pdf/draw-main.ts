import { parentPort } from 'node:worker_threads';
import { draw } from './draw.ts';
import type { Drawing } from './parts.ts';

/** The thread that draws papers: one after the other, so that requests are answered meanwhile. */
parentPort?.on('message', async ({ id, paper }: { id: number; paper: Drawing }) => {
  try {
    const bytes = await draw(paper);
    parentPort?.postMessage({ id, bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (problem) {
    parentPort?.postMessage({ id, problem: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) });
  }
});
