import type { FastifyRequest } from 'fastify';
import { type UploadType, uploadRules } from '#contract/constants.ts';
import type { CallShape, UploadedChunk, UploadedFile } from '#contract/kernel/call.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { invalidInputRefusal } from './answer.ts';
import { toDownloadFileName } from './file-name.ts';
import { isDangerousPdf } from './pdf-file.ts';
import { sniffUploadType } from './upload-type.ts';
import { isDangerousWordFile } from './word-file.ts';

export const uploadLimits = { fileSize: uploadRules.maxBytes, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 25, headerPairs: 50 } as const;

type Upload = NonNullable<CallShape['upload']>;
const mostOf = ({ most }: Upload): number => most ?? uploadRules.maxBytes;

/**
 * Reads a form: its one file, whose type is detected by its content, and its other fields. A form without the file is accepted here; the registry
 * reports the missing file.
 */
export async function readUpload(
  request: FastifyRequest,
  { upload }: CallShape,
): Promise<{ body: Record<string, unknown>; file: UploadedFile | UploadedChunk | undefined }> {
  if (!upload) throw new Error('the call does not accept a file');
  const body: Record<string, unknown> = {};
  if (!request.isMultipart()) {
    if (request.headers['content-type']) throw new Refusal('unsupported', m.shell_refusal_send_file({ field: upload.field }));
    return { body, file: undefined };
  }
  let file: UploadedFile | UploadedChunk | undefined;
  try {
    for await (const part of request.parts({ limits: { ...uploadLimits, fileSize: mostOf(upload) } })) {
      if (part.type === 'field') {
        body[part.fieldname] = part.value;
        continue;
      }
      const data = await part.toBuffer();
      if (part.fieldname !== upload.field) throw invalidInputRefusal({ [part.fieldname]: m.problem_unknown_field() });
      if (data.length === 0) continue;
      const type = upload.piece ? sniffUploadType(data) : typeOf(data, upload, part.filename);
      if (!upload.piece && ((type === 'docx' && (await isDangerousWordFile(data))) || (type === 'pdf' && (await isDangerousPdf(data)))))
        throw invalidInputRefusal({ [upload.field]: m.problem_file_active() }, 'unsupported');
      file = type === null || upload.piece ? { data, type } : { data, type, name: toDownloadFileName(part.filename, type) };
    }
  } catch (problem) {
    throw readable(problem, upload);
  }
  return { body, file };
}

/** Detects the file type and rejects a type that the call does not accept, regardless of the file name. */
function typeOf(data: Uint8Array, { field, kinds, types }: Upload, name: string): UploadType {
  const type = sniffUploadType(data);
  const taken = types ?? (kinds.flatMap((kind) => [...uploadRules[kind]]) as readonly UploadType[]);
  if (type && taken.includes(type)) return type;
  if (taken.includes('pdf') && /\.pdf$/i.test(name)) throw invalidInputRefusal({ [field]: m.problem_file_not_pdf() }, 'unsupported');
  const why = m.problem_file_types({ types: taken.join(', ') });
  throw invalidInputRefusal({ [field]: why }, 'unsupported');
}

/** Translates errors of the form parser into messages of the catalogue; a malformed form is an error of the client. */
function readable(problem: unknown, upload: Upload): unknown {
  if (problem instanceof Refusal || !(problem instanceof Error)) return problem;
  const code = 'code' in problem ? String(problem.code) : '';
  const why = m.problem_file_size({ most: mostOf(upload) / (1024 * 1024) });
  if (code === 'FST_REQ_FILE_TOO_LARGE') return invalidInputRefusal({ [upload.field]: why }, 'tooLarge');
  if (code.startsWith('FST_')) return new Refusal('tooLarge', m.shell_refusal_parts());
  return new Refusal('invalid', m.shell_refusal_form({ why: problem.message }));
}
