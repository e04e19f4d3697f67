import type { MediaItem } from '#contract/media/calls.ts';

/** Whose pictures a screen shows. */
export type Of = { readonly property_id: number } | { readonly unit_id: number };
/** What is being done to which of them. */
export type Doing = { readonly what: 'words' | 'redraw' | 'remove'; readonly items: readonly MediaItem[] };
