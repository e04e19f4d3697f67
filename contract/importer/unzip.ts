/** Reads the parts of a zip with a limit on the unpacked size. The sizes a zip states are not trusted; the output is counted. */

export type ZipProblem = 'not_zip' | 'too_large';
export class ZipError extends Error {
  readonly problem: ZipProblem;
  constructor(problem: ZipProblem) {
    super(problem);
    this.problem = problem;
  }
}

const mostParts = 2000;
type Part = { readonly method: number; readonly packed: Uint8Array<ArrayBuffer> };

/** Opens a zip. `text(name)` unpacks one part; all unpacked parts together stay under `most` bytes. */
export function openZip(bytes: Uint8Array<ArrayBuffer>, most: number): { names: string[]; text: (name: string) => Promise<string | null> } {
  const parts = partsOf(bytes);
  let left = most;
  const text = async (name: string) => {
    const part = parts.get(name);
    if (!part) return null;
    const unfolded = part.method === 0 ? part.packed : await inflate(part.packed, left);
    left -= unfolded.length;
    if (left < 0) throw new ZipError('too_large');
    return new TextDecoder().decode(unfolded);
  };
  return { names: [...parts.keys()], text };
}

function partsOf(bytes: Uint8Array<ArrayBuffer>): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count > mostParts) throw new ZipError('too_large');
  const parts = new Map<string, Part>();
  try {
    for (let n = 0, at = start; n < count; n++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new ZipError('not_zip');
      const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [named, extra, note] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
      const local = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (method === 0 || method === 8) parts.set(name.replace(/^\//, ''), { method, packed: bytes.subarray(from, from + size) });
      at += 46 + named + extra + note;
    }
  } catch (problem) {
    // An offset outside the file.
    if (problem instanceof RangeError) throw new ZipError('not_zip');
    throw problem;
  }
  return parts;
}

/** The directory at the end of the file, before a comment of at most 64 KB. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new ZipError('not_zip');
}

async function inflate(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) throw new ZipError('too_large');
      chunks.push(value);
    }
  } catch (problem) {
    void reader.cancel().catch(() => undefined);
    throw problem instanceof ZipError ? problem : new ZipError('not_zip');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
