import { parentPort } from 'node:worker_threads';
import { drawPdfDocument } from './draw.ts';
import type { PdfDrawingInput } from './parts.ts';

/** The thread that draws documents one after the other, so that the main thread continues to answer requests. */
parentPort?.on('message', async ({ id, paper }: { id: number; paper: PdfDrawingInput }) => {
  try {
    const bytes = await drawPdfDocument(paper);
    parentPort?.postMessage({ id, bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (problem) {
    parentPort?.postMessage({ id, problem: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) });
  }
});
