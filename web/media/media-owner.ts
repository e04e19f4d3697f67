import type { MediaItem } from '#contract/media/calls.ts';

/** The owner of the media a screen shows. */
export type MediaOwnerId = { readonly property_id: number } | { readonly unit_id: number };
/** The open dialog and its items. */
export type MediaTask = { readonly what: 'words' | 'redraw' | 'remove'; readonly items: readonly MediaItem[] };
