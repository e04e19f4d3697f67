/** Where bytes lie. A key is the hash of what it holds, so writing it twice is writing it once. */
export type Storage = {
  readonly put: (key: string, data: Uint8Array, type: string) => Promise<void>;
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly remove: (key: string) => Promise<void>;
};
