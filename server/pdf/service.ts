import { Worker } from 'node:worker_threads';
import type { FastifyReply } from 'fastify';
import { m } from '#words/messages.js';
import { appendPages, putSignature } from './append.ts';
import { type Sealer, signCms } from './cms.ts';
import type { Drawing, Paper } from './parts.ts';

export type { Sealer } from './cms.ts';
export type { Letterhead, Paper, PaperLanguage, PaperSignature, PaperTable, Part } from './parts.ts';

type Answer = { readonly id: number; readonly bytes?: Uint8Array; readonly problem?: string };
type Waiting = { readonly done: (bytes: Uint8Array) => void; readonly failed: (problem: Error) => void };

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();

/** One thread for the whole process, started for the first document; it does not keep the process alive. */
function thread(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL('./draw-main.ts', import.meta.url));
  const gone = (problem: Error): void => {
    if (worker === made) worker = null;
    for (const { failed } of waiting.values()) failed(problem);
    waiting.clear();
  };
  made.on('message', ({ id, bytes, problem }: Answer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) made.unref();
    if (bytes) one?.done(bytes);
    else one?.failed(new Error(`a PDF could not be drawn: ${problem}`));
  });
  made.on('error', (problem) => gone(problem as Error));
  made.on('exit', () => gone(new Error('the PDF thread ended')));
  worker = made;
  return made;
}

/** A document as PDF: tagged, with its language and page numbers, in our own fonts. It is drawn in a separate thread. */
export function renderPaper(what: Paper): Promise<Uint8Array> {
  const drawing: Drawing = { ...what, pageWords: m.pdf_page({ page: '\u0001', of: '\u0002' }, { locale: what.language }) };
  const id = ++asked;
  return new Promise((done, failed) => {
    const to = thread();
    waiting.set(id, { done, failed });
    to.ref();
    to.postMessage({ id, paper: drawing });
  });
}

/** A document for download under its code. It is private and must not be cached. */
export const sendPaper = (reply: FastifyReply, { code, bytes }: { readonly code: string; readonly bytes: Uint8Array }) =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${code}.pdf"`,
    })
    .send(Buffer.from(bytes));

export { openSealer } from './own-certificate.ts';

/** The signed document with more pages appended and a seal, so that any later change is visible. The signed bytes stay unchanged. */
export function sealPaper(signed: Uint8Array, added: Uint8Array, sealer: Sealer, at: Date): Uint8Array {
  const { bytes, contents } = appendPages(signed, added, { name: sealer.name, says: 'Sealed by Makao', at });
  putSignature(bytes, contents, signCms(sealer, [bytes.subarray(0, contents.from), bytes.subarray(contents.to)]));
  return bytes;
}
