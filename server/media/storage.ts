/** The storage of file bytes. A key is the hash of its content, so writing it twice has no further effect. */
export type FileStorage = {
  readonly put: (key: string, data: Uint8Array, type: string) => Promise<void>;
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly remove: (key: string) => Promise<void>;
};
