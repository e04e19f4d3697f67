import type { z } from 'zod';
import type { AccessRequirement } from '#contract/access/documents.ts';
import type { UploadKind, UploadType } from '#contract/constants.ts';
import type { MessageKey } from '#contract/messages.ts';
import type { AuditDocument } from '#contract/modules.ts';
import type { FailureCode } from './failures.ts';

/**
 * One call of the API, declared once: the server serves it, the client sends it, the documentation prints it and the test sweep requests it. Its
 * input is declared by where it is sent (path, query, body) and merged into one flat object for the service, so a test checks that the three share no
 * name.
 */
export type CallShape = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly needs: AccessRequirement;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The call takes one file in this field of a multipart form; `kinds` are those of contract/constants.ts. */
  readonly upload?: {
    readonly field: string;
    readonly kinds: readonly UploadKind[];
    /** The accepted types among these kinds. */
    readonly types?: readonly UploadType[];
    /** A piece of a file, whose type is only visible at the beginning of the file. */
    readonly piece?: true;
    /** The limit in bytes, where it differs from that of every upload. */
    readonly most?: number;
  };
  /** The limit of the body in bytes, where it is more than that of every call (body.ts). */
  readonly bodyMost?: number;
  readonly result: z.ZodType;
  readonly fails: readonly FailureCode[];
  /** The reads, by address, that answer nothing for the deleted `id`: clients do not request them again. */
  readonly takes?: readonly `/api/${string}`[];
  /** The message of the screen after success. */
  readonly toast?: MessageKey;
  /** The audit row's document for the changed record; the registry's type requires it of every write. */
  readonly document?: AuditDocument;
  /** Why this write is allowed while viewing as another user; without a reason it is not. */
  readonly whileImpersonating?: string;
  /** The call concerns the caller's own account, so it is also open to people without other permissions. */
  readonly ownAccount?: true;
  /** Only the person themselves may read the answer, not an admin who views as that person. */
  readonly ownEyesOnly?: true;
  /** A sensitive call: the caller must have confirmed their identity within the last minutes (server/identity/sign-in/fresh-session.ts). */
  readonly fresh?: true;
  /** Requires a fresh confirmation for some inputs only. */
  readonly freshFor?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** A GET that changes data, because the specification requires this. It runs and is audited like a write. */
  readonly writes?: true;
  /** The call only increments a counter. No record of a person changes, so no audit row is required. */
  readonly counts?: true;
  /** The call is a step towards a change that another call makes and records, so it may have no audit row of its own. */
  readonly step?: true;
  /** The answer contains a value that is shown once. It is not stored for a repeat, which only learns that the write was done. */
  readonly secret?: true;
  /** Each read is checked and logged: a repeat runs again, and no answer is stored for it. */
  readonly anew?: true;
  /** The call processes images, of which only a few run at a time, so it is queued before it begins. */
  readonly draws?: true;
  /** The answer is the same for every caller: it may be cached for an hour and revalidated by ETag. */
  readonly shared?: true;
  /** In browsers: this call with its schemas, which are loaded when a form needs them (calls.config.ts). */
  readonly whole?: () => Promise<CallShape>;
};

/** A file as the service gets it: its bytes and its type by content, whatever its name is. */
export type UploadedFile = { readonly data: Uint8Array; readonly type: UploadType; readonly name: string };
export type UploadedChunk = {
  readonly data: Uint8Array /** Null if the bytes do not show the type, as in the middle of a file. */;
  readonly type: UploadType | null;
};
type Arriving<C extends CallShape> = C extends { readonly upload: { readonly piece: true } }
  ? { readonly file: UploadedChunk }
  : C extends { readonly upload: object }
    ? { readonly file: UploadedFile }
    : unknown;
type Sending<C extends CallShape> = C extends { readonly upload: { readonly field: infer F extends string } } ? { readonly [K in F]: Blob } : unknown;

type Part<S> = S extends z.ZodObject ? z.output<S> : unknown;
type Sent<S> = S extends z.ZodObject ? z.input<S> : unknown;
type Flat<T> = { [K in keyof T]: T[K] };

export const call = <const C extends CallShape>(shape: C): C => shape;

/** What the service receives. */
export type HandlerInput<C extends CallShape> = Flat<Part<C['params']> & Part<C['query']> & Part<C['body']> & Arriving<C>>;
/** What a caller may write, before defaults and coercion. */
export type CallInput<C extends CallShape> = Flat<Sent<C['params']> & Sent<C['query']> & Sent<C['body']> & Sending<C>>;
export type HandlerResult<C extends CallShape> = z.input<C['result']>;
export type CallResult<C extends CallShape> = z.output<C['result']>;

export const isWriteCall = (c: CallShape): boolean => c.method !== 'GET' || c.writes === true;
/** A repeat under the same key gets the first answer. */
export const hasIdempotencyKey = (c: CallShape): boolean => isWriteCall(c) && c.anew !== true;

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
