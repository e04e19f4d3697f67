/** The numbers of the specification, section 9, each written once. Screens, servers and tests import them. */
export const uploadRules = {
  maxBytes: 5 * 1024 * 1024,
  images: ['jpeg', 'jpg', 'png', 'webp'],
  videos: ['mp3', 'mp4', 'mkv', 'webm', 'mpeg'],
  documents: ['pdf', 'doc', 'docx', 'docm', 'csv', 'txt'],
} as const;

export type UploadKind = 'images' | 'videos' | 'documents';
export type UploadType = (typeof uploadRules)[UploadKind][number];

export const requestTimes = {
  timeoutMs: 15_000,
  unauthorizedLimit: 4,
  retryStatuses: [502, 503, 504],
  retries: 3,
  retryDelayMs: 1000,
  /** The statuses after which a generic client may repeat a request. The client of the pages repeats only `retryStatuses`. */
  genericRetryStatuses: [408, 409, 425, 429, 500, 502, 503, 504],
} as const;

export const cacheSeconds = 3600;

export const sessionTimes = { refreshMs: 36_000, reloadGuardMs: 10_000, buildPollMs: 300_000 } as const;

export const socketRetries = { tries: 100, delayMs: 5000 } as const;

export const toastDurations = { closeAfterMs: 6000, visible: 9, live: { closeAfterMs: 10_000, soundStopMs: 1500 } } as const;

export const notificationLimits = { markedAtOnce: 21 } as const;

export const currencyPaging = { page: 1, pageSize: 10 } as const;

export const loadingBar = { throttleMs: 0, durationMs: 3000, heightPx: 2, colour: 'green' } as const;

export const tooltipDelayMs = 100;

/** 0 means unlimited. */
export const maxTags = 0;

export const timeZone = 'Africa/Nairobi';

/** Enumerations of section 3.1 that no module owns yet. A module that needs one as its owner takes it over. */
export const auditChangeKinds = { add: 1, edit: 2, delete: 3, undefined: 4 } as const;
export type AuditChangeKind = keyof typeof auditChangeKinds;
export const auditChangeLabels = { add: 'Created', edit: 'Updated', delete: 'Delete', undefined: 'Undefined' } as const satisfies Record<
  AuditChangeKind,
  string
>;

export const accentKeys = ['accent', 'secondary', 'rose', 'blue', 'sky', 'emerald', 'yellow', 'orange', 'stone', 'slate'] as const;
export type AccentName = (typeof accentKeys)[number];

export const accountPrompts = ['none', 'select_account', 'login', 'create'] as const;
export type AccountPrompt = (typeof accountPrompts)[number];
