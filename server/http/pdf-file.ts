import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';

const unpack = promisify<Uint8Array, { maxOutputLength: number; finishFlush: number }, Buffer>(inflate);
/** Limits for decompressed objects: of one stream, of all streams, and their number. A CV has a few hundred kilobytes of them. */
const mostOfOne = 4 * 1024 * 1024;
const mostOfAll = 32 * 1024 * 1024;
const mostStreams = 10_000;
/** The dictionary before a stream. */
const longest = 4000;

/**
 * An action that runs a script or a program, or whose type is in another object. A text may contain the word JavaScript too, but only an action has
 * it as its type.
 */
const action = /\/S(?:[\s\0]*\/(?:JavaScript|Launch)|[\s\0]+\d+[\s\0]+\d+[\s\0]+R)(?![A-Za-z])/;
/**
 * A file inside the PDF, for example a program that the reader offers to open: every embedded file has a file specification with /EF, whatever refers
 * to it.
 */
const embedded = /\/EF[\s\0]*(?:<<|\d+[\s\0]+\d+[\s\0]+R)|\/Type[\s\0]*\/EmbeddedFile(?![A-Za-z])/;
/** PDF allows every letter of a name to be written as its character code. */
const spelled = (text: string): string =>
  text.includes('#') ? text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
/** PDF allows a comment between any two tokens, so comments are removed for a second test. */
const acts = (text: string): boolean => {
  const bare = text.replace(/%[^\r\n]*/g, ' ');
  return [action, embedded].some((pattern) => pattern.test(text) || pattern.test(bare));
};

/** Whether opening this PDF may run a script or a program, or whether it contains another file. Compressed objects are decompressed and checked too, within the limits above. */
export async function isDangerousPdf(data: Uint8Array): Promise<boolean> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const text = bytes.toString('latin1');
  if (acts(spelled(text))) return true;
  const locked = text.includes('/Encrypt');
  let [left, streams] = [mostOfAll, 0];
  for (const { index, 0: mark } of text.matchAll(/(?<!end)stream(?:\r\n|\r|\n)/g)) {
    if (++streams > mostStreams) return true;
    const before = text.slice(Math.max(index - longest, 0), index);
    const at = before.lastIndexOf('obj');
    if (at < 0) return true;
    const facts = spelled(before.slice(at));
    if (!facts.includes('/ObjStm')) continue;
    // The PDF is compressed in an unsupported way or encrypted, so its content cannot be checked.
    if (!facts.includes('/FlateDecode') || /\/Predictor\s+[2-9]/.test(facts) || locked) return true;
    try {
      const objects = await unpack(bytes.subarray(index + mark.length), { maxOutputLength: mostOfOne, finishFlush: constants.Z_SYNC_FLUSH });
      left -= objects.length;
      if (left < 0 || acts(spelled(objects.toString('latin1')))) return true;
    } catch {
      return true;
    }
  }
  return false;
}
