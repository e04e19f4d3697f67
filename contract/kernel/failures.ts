/** The only list of failures: each has its HTTP status and the title of its toast. */
export const failures = {
  invalid: { status: 400, error: 'Bad Request' },
  signedOut: { status: 401, error: 'Unauthorized' },
  forbidden: { status: 403, error: 'Forbidden' },
  notFound: { status: 404, error: 'Not Found' },
  conflict: { status: 409, error: 'Conflict' },
  wrongState: { status: 409, error: 'Illegal transition' },
  gone: { status: 410, error: 'Gone' },
  tooLarge: { status: 413, error: 'Payload Too Large' },
  unsupported: { status: 415, error: 'Unsupported Media Type' },
  keyReused: { status: 422, error: 'Unprocessable Content' },
  tooMany: { status: 429, error: 'Too Many Requests' },
  broken: { status: 500, error: 'Internal Server Error' },
  full: { status: 507, error: 'Insufficient Storage' },
  away: { status: 503, error: 'Service Unavailable' },
} as const satisfies Record<string, { status: number; error: string }>;

export type FailureCode = keyof typeof failures;

/** The shape of every error answer. `fields` contains an error text for each invalid input; the other fields are optional. */
export type FailureBody = {
  readonly error: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly missing?: string;
  readonly request_id?: string;
  readonly [extra: string]: unknown;
};
