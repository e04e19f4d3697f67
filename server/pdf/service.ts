import { Worker } from 'node:worker_threads';
import type { FastifyReply } from 'fastify';
import { m } from '#words/messages.js';
import { appendPages, writeSignature } from './append.ts';
import { type PdfSealer, signCms } from './cms.ts';
import type { PdfDocumentContent, PdfDrawingInput } from './parts.ts';

export type { PdfSealer } from './cms.ts';
export type { Letterhead, PdfDocumentContent, PdfDocumentLanguage, PdfDocumentPart, PdfDocumentSignature, PdfDocumentTable } from './parts.ts';

type Answer = { readonly id: number; readonly bytes?: Uint8Array; readonly problem?: string };
type Waiting = { readonly done: (bytes: Uint8Array) => void; readonly failed: (problem: Error) => void };

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();

/** The drawing thread of the process. It starts with the first document and does not keep the process alive. */
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
  made.on('exit', () => gone(new Error('the PDF thread ended unexpectedly')));
  worker = made;
  return made;
}

/** Renders a document as a tagged PDF with its language, page numbers and our own fonts. A separate thread draws it. */
export function renderPdfDocument(what: PdfDocumentContent): Promise<Uint8Array> {
  const drawing: PdfDrawingInput = { ...what, pageWords: m.pdf_page({ page: '\u0001', of: '\u0002' }, { locale: what.language }) };
  const id = ++asked;
  return new Promise((done, failed) => {
    const to = thread();
    waiting.set(id, { done, failed });
    to.ref();
    to.postMessage({ id, paper: drawing });
  });
}

/** Sends a document as a download named by its code. The response is private and must not be cached. */
export const sendPdfDocument = (reply: FastifyReply, { code, bytes }: { readonly code: string; readonly bytes: Uint8Array }) =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${code}.pdf"`,
    })
    .send(Buffer.from(bytes));

export { openSealer } from './own-certificate.ts';

/** Appends pages to a signed document and seals it, so that any later change is visible. The signed bytes stay unchanged. */
export function sealPdfDocument(signed: Uint8Array, added: Uint8Array, sealer: PdfSealer, at: Date): Uint8Array {
  const { bytes, contents } = appendPages(signed, added, { name: sealer.name, says: 'Sealed by Makao', at });
  writeSignature(bytes, contents, signCms(sealer, [bytes.subarray(0, contents.from), bytes.subarray(contents.to)]));
  return bytes;
}
