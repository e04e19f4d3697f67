import type { z } from 'zod';
import type { Needs } from '#contract/access/documents.ts';
import type { UploadKind, UploadType } from '#contract/constants.ts';
import type { MessageKey } from '#contract/messages.ts';
import type { AuditDocument } from '#contract/rooms.ts';
import type { Failure } from './failures.ts';

/**
 * One call of the API, declared once: the server serves it, the client sends it, the documentation prints it and the
 * test sweep walks it. What a caller gives is split by where it travels (path, query, body) and merged into one flat
 * input for the service; the three may not share a name (a test says so).
 */
export type CallShape = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly needs: Needs;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The call takes one file in this field of a multipart form; `kinds` are those of contract/constants.ts. */
  readonly upload?: {
    readonly field: string;
    readonly kinds: readonly UploadKind[];
    /** Of those kinds, these types alone. */
    readonly types?: readonly UploadType[];
    /** A piece of a file: what it is shows only at its beginning. */
    readonly piece?: true;
    /** So many bytes at most, where it is not what every upload may have. */
    readonly most?: number;
  };
  /** So many bytes of a body at most, where it is more than every call takes (body.ts). */
  readonly bodyMost?: number;
  readonly result: z.ZodType;
  readonly fails: readonly Failure[];
  /** The reads, by their addresses, that answer nothing any more for the `id` this took away: nobody asks them of it again. */
  readonly takes?: readonly `/api/${string}`[];
  /** What the screen says when it worked. */
  readonly toast?: MessageKey;
  /** What the audit row calls the thing a write changes; required of every write by the registry's type. */
  readonly document?: AuditDocument;
  /** Why this write passes even while somebody looks at the product as another person; without a reason none does. */
  readonly whileImpersonating?: string;
  /** About the caller's own account, whoever they are: open to those who may do nothing else yet. */
  readonly ownAccount?: true;
  /** What only the person themselves reads, not whoever looks as them. */
  readonly ownEyesOnly?: true;
  /** Dangerous: the caller must have proved who they are within the last minutes (server/identity/sign-in/fresh.ts). */
  readonly fresh?: true;
  /** The same, of some of what may be given. */
  readonly freshFor?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** A GET that changes something all the same, because the specification says so: it runs and is audited like any write. */
  readonly writes?: true;
  /** Only counts something: nobody's record changes, so no audit row is owed. */
  readonly counts?: true;
  /** A step on the way to a change that another call makes and records: it may leave no audit row of its own. */
  readonly step?: true;
  /** The answer holds something that is shown once: it is not kept for a repeat, which is told that it was done. */
  readonly secret?: true;
  /** Shown as long as it may be seen, and each look counts: a repeat is answered anew, and no answer is kept for one. */
  readonly anew?: true;
  /** Draws pictures, which is done a few at a time: the call waits for its turn before it begins. */
  readonly draws?: true;
  /** The same answer for everybody: anybody may keep it for an hour, and ask by its ETag whether it still holds. */
  readonly shared?: true;
  /** In browsers: this call with its schemas, which stay behind until a form asks for them (calls.config.ts). */
  readonly whole?: () => Promise<CallShape>;
};

/** A file as the service gets it: its bytes and what they are by their content, whatever its name says. */
export type Uploaded = { readonly data: Uint8Array; readonly type: UploadType; readonly name: string };
export type UploadedPiece = {
  readonly data: Uint8Array /** Null where the bytes say nothing, as those in the middle of a file. */;
  readonly type: UploadType | null;
};
type Arriving<C extends CallShape> = C extends { readonly upload: { readonly piece: true } }
  ? { readonly file: UploadedPiece }
  : C extends { readonly upload: object }
    ? { readonly file: Uploaded }
    : unknown;
type Sending<C extends CallShape> = C extends { readonly upload: { readonly field: infer F extends string } } ? { readonly [K in F]: Blob } : unknown;

type Part<S> = S extends z.ZodObject ? z.output<S> : unknown;
type Sent<S> = S extends z.ZodObject ? z.input<S> : unknown;
type Flat<T> = { [K in keyof T]: T[K] };

export const call = <const C extends CallShape>(shape: C): C => shape;

/** What the service receives. */
export type Input<C extends CallShape> = Flat<Part<C['params']> & Part<C['query']> & Part<C['body']> & Arriving<C>>;
/** What a caller may write, before defaults and coercion. */
export type Given<C extends CallShape> = Flat<Sent<C['params']> & Sent<C['query']> & Sent<C['body']> & Sending<C>>;
export type Result<C extends CallShape> = z.input<C['result']>;
export type Answer<C extends CallShape> = z.output<C['result']>;

export const isWrite = (c: CallShape): boolean => c.method !== 'GET' || c.writes === true;
/** A repeat under the same key gets the first answer. */
export const isKeyed = (c: CallShape): boolean => isWrite(c) && c.anew !== true;

/** Distributes a flat input over the address and the body of a request; the mirror of what the server merges. */
export function toRequest(c: CallShape, given: Readonly<Record<string, unknown>>): { url: string; body: Record<string, unknown> | null } {
  const taken = new Set<string>();
  const path = c.path.replace(/:(\w+)/g, (_, name: string) => {
    taken.add(name);
    return encodeURIComponent(String(given[name]));
  });
  const search = new URLSearchParams();
  for (const name of Object.keys(c.query?.shape ?? {})) {
    taken.add(name);
    appendQuery(search, name, given[name]);
  }
  const body = c.body ? Object.fromEntries(Object.entries(given).filter(([name, value]) => !taken.has(name) && value !== undefined)) : null;
  const query = search.toString();
  return { url: query ? `${path}?${query}` : path, body };
}

function appendQuery(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one));
  else if (typeof value === 'object') for (const [key, one] of Object.entries(value)) appendQuery(search, `${name}[${key}]`, one);
  else search.append(name, String(value));
}
