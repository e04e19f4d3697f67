import { uploads } from '#contract/constants.ts';

/** Numbers and hosts of catalogue media, for every storey, without Zod. */
export const mediaLimits = { image: { property: 30, unit: 20 }, other: 10 } as const;
/** A piece of a file: small enough to be sent again over a bad line, large enough not to be mostly headers. */
export const chunkBytes = 512 * 1024;
/** How long a file that stopped arriving is waited for, in minutes. */
export const uploadMinutes = 120;
/** Files one person may have on their way at once; the page sends three at a time. */
export const openUploads = 60;

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const videoTypes = ['video/mp4', 'video/webm', 'video/x-matroska', 'video/mpeg', 'audio/mpeg'] as const;
export const maxFileBytes = uploads.maxBytes;

export const rooms = ['', 'front', 'living', 'kitchen', 'bedroom', 'bathroom', 'balcony', 'garden', 'parking', 'amenity', 'view', 'other'] as const;
export type Room = (typeof rooms)[number];
