import { uploadRules } from '#contract/constants.ts';

/** Limits of media, for every layer, without Zod. */
export const mediaLimits = { image: { property: 30, unit: 20 }, other: 10 } as const;
/** The size of an upload piece: small enough to resend over a bad connection, large enough to keep the overhead of headers low. */
export const uploadChunkBytes = 512 * 1024;
/** Minutes after which an upload without activity is deleted. */
export const uploadExpiryMinutes = 120;
/** Unfinished uploads per person; the page sends three at a time. */
export const maxOpenUploads = 60;

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const videoTypes = ['video/mp4', 'video/webm', 'video/x-matroska', 'video/mpeg', 'audio/mpeg'] as const;
export const maxFileBytes = uploadRules.maxBytes;

export const mediaRooms = [
  '',
  'front',
  'living',
  'kitchen',
  'bedroom',
  'bathroom',
  'balcony',
  'garden',
  'parking',
  'amenity',
  'view',
  'other',
] as const;
export type MediaRoom = (typeof mediaRooms)[number];
