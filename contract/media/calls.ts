import { z } from 'zod';
import { keepers } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { id, moment } from '#contract/kernel/list.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { Picture } from '#contract/search/shapes.ts';
import { maxFileBytes, rooms } from './limits.ts';

/** Whose media: a property's own, or one unit's. Exactly one of the two. */
const owner = { property_id: id.optional(), unit_id: id.optional() };
const mediaType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const byId = z.object({ id });
const revision = z.number().int().optional();
const caption = z.string().trim().max(300);
const room = z.enum(rooms);

export const MediaItem = z.object({
  id: z.number(),
  property_id: z.number(),
  unit_id: z.number().nullable(),
  media_type: z.number(),
  /** Images and floor plans; films and tours have an address instead. */
  picture: Picture.nullable(),
  url: z.string().nullable(),
  caption: z.string(),
  alt: z.string(),
  room: z.string(),
  is_cover: z.boolean(),
  /** The name of the file as it was sent; empty for an address. */
  name: z.string(),
  bytes: z.number().nullable(),
  taken_at: moment.nullable(),
  revision: z.number(),
});
export type MediaItem = z.output<typeof MediaItem>;

/** The same picture under another company; shown to the platform, which decides. */
const SimilarPicture = z.object({
  id: z.number(),
  item: z.object({ id: z.number(), picture: Picture }),
  other: z.object({
    id: z.number(),
    picture: Picture,
    property: z.object({ id: z.number(), code: z.string(), name: z.string() }),
    company: z.string(),
  }),
  distance: z.number(),
  created_at: moment,
});
export type SimilarPicture = z.output<typeof SimilarPicture>;

const Arriving = z.object({ id: z.number(), size: z.number(), received: z.number(), chunk_bytes: z.number(), expires_at: moment });
export type Arriving = z.output<typeof Arriving>;
const AllOf = z.object({ results: z.array(MediaItem), count: z.number() });

export const mediaCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/media/all_media/',
    summary: 'The media of a property or of a unit, in order',
    needs: ['units', 'read'],
    query: z.object(owner),
    result: AllOf.extend({ similar: z.array(SimilarPicture) }),
    fails: ['invalid', 'notFound'],
  }),
  start: call({
    method: 'POST',
    path: '/api/v2/media/start_upload/',
    summary: 'Announce a file that will arrive in pieces',
    needs: keepers('units', 'edit'),
    body: z.strictObject({
      ...owner,
      media_type: z.union([z.literal(0), z.literal(1), z.literal(3)]),
      name: line.min(1).max(200),
      size: z.number().int().min(1).max(1_000_000_000),
      /** The item whose place the file takes. */
      replaces: id.optional(),
    }),
    result: Arriving,
    fails: ['invalid', 'notFound', 'conflict', 'tooLarge'],
    document: 'units',
    step: true,
  }),
  chunk: call({
    method: 'POST',
    path: '/api/v2/media/upload_chunk/',
    summary: 'Send the next piece of a file; out of turn it answers 409 with how much has arrived',
    needs: keepers('units', 'edit'),
    query: z.object({ id, at: z.coerce.number().int().min(0).max(maxFileBytes) }),
    upload: { field: 'chunk', kinds: ['images', 'videos'], piece: true },
    result: Arriving,
    fails: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupported'],
    document: 'units',
    step: true,
  }),
  status: call({
    method: 'GET',
    path: '/api/v2/media/upload_status/',
    summary: 'How much of a file has arrived',
    needs: keepers('units', 'edit'),
    query: byId,
    result: Arriving,
    fails: ['invalid', 'notFound'],
  }),
  finish: call({
    method: 'POST',
    path: '/api/v2/media/finish_upload/',
    summary: 'Make the whole file an item; a file that is not what it should be is thrown away',
    needs: keepers('units', 'edit'),
    query: byId,
    result: MediaItem,
    draws: true,
    fails: ['invalid', 'notFound', 'conflict', 'unsupported', 'tooLarge'],
    document: 'units',
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/v2/media/cancel_upload/',
    summary: 'Give up a file that is still arriving',
    needs: keepers('units', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['invalid', 'notFound'],
    document: 'units',
    step: true,
  }),
  addLink: call({
    method: 'POST',
    path: '/api/v2/media/add_link/',
    summary: 'Add a film or a virtual tour that lies on one of the hosts we show',
    needs: keepers('units', 'edit'),
    body: z.strictObject({
      ...owner,
      media_type: z.union([z.literal(1), z.literal(2)]),
      url: z.string().trim().min(1).max(2000),
      caption: caption.default(''),
    }),
    result: MediaItem,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/media/update_media/',
    summary: 'Change the caption, the description or the room of an item',
    needs: keepers('units', 'edit'),
    query: byId,
    body: z.strictObject({ caption: caption.optional(), alt: caption.optional(), room: room.optional(), revision }),
    result: MediaItem,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  captions: call({
    method: 'PATCH',
    path: '/api/v2/media/caption_media/',
    summary: 'Give several items the same caption or room',
    needs: keepers('units', 'edit'),
    body: z.strictObject({ ids: z.array(id).min(1).max(60), caption: caption.optional(), room: room.optional() }),
    result: AllOf,
    fails: ['invalid', 'notFound'],
    document: 'units',
  }),
  order: call({
    method: 'PATCH',
    path: '/api/v2/media/order_media/',
    summary: 'Put the items of one type in order; 409 with what is there if somebody added or removed one meanwhile',
    needs: keepers('units', 'edit'),
    body: z.strictObject({ ...owner, media_type: mediaType, ids: z.array(id).min(1).max(100) }),
    result: AllOf,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  cover: call({
    method: 'PATCH',
    path: '/api/v2/media/set_cover/',
    summary: 'Make an image the cover',
    needs: keepers('units', 'edit'),
    query: byId,
    result: MediaItem,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  redraw: call({
    method: 'PATCH',
    path: '/api/v2/media/redraw_media/',
    summary: 'Turn an image, and cut it: fractions of the turned image',
    needs: keepers('units', 'edit'),
    query: byId,
    body: z.strictObject({
      turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
      cut: z
        .strictObject({
          x: z.number().min(0).max(1),
          y: z.number().min(0).max(1),
          width: z.number().min(0.05).max(1),
          height: z.number().min(0.05).max(1),
        })
        .optional(),
      revision,
    }),
    result: MediaItem,
    draws: true,
    fails: ['invalid', 'notFound', 'conflict', 'tooLarge'],
    document: 'units',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/media/delete_media/',
    summary: 'Delete an item; its file goes once nothing refers to it',
    needs: keepers('units', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['invalid', 'notFound'],
    document: 'units',
  }),
  settle: call({
    method: 'PATCH',
    path: '/api/v2/media/settle_similar/',
    summary: 'Say that two pictures that look alike may both stay',
    needs: { only: platformRoles, with: ['units', 'edit'] },
    query: byId,
    body: z.strictObject({ note: z.string().trim().min(3).max(500) }),
    result: z.object({ id: z.number() }),
    fails: ['invalid', 'notFound'],
    document: 'units',
  }),
} as const;
