import { z } from 'zod';
import { companyRolesOrAdmins } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { id, moment } from '#contract/kernel/list.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { PublicPicture } from '#contract/search/shapes.ts';
import { maxFileBytes, mediaRooms } from './limits.ts';

/** The media of a property or of one unit: exactly one of the two ids. */
const owner = { property_id: id.optional(), unit_id: id.optional() };
const mediaType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const byId = z.object({ id });
const revision = z.number().int().optional();
const caption = z.string().trim().max(300);
const room = z.enum(mediaRooms);

export const MediaItem = z.object({
  id: z.number(),
  property_id: z.number(),
  unit_id: z.number().nullable(),
  media_type: z.number(),
  /** Images and floor plans; videos and tours have a URL instead. */
  picture: PublicPicture.nullable(),
  url: z.string().nullable(),
  caption: z.string(),
  alt: z.string(),
  room: z.string(),
  is_cover: z.boolean(),
  /** The original file name; empty for a URL. */
  name: z.string(),
  bytes: z.number().nullable(),
  taken_at: moment.nullable(),
  revision: z.number(),
});
export type MediaItem = z.output<typeof MediaItem>;

/** The same picture under another company. Only the platform sees this, and decides. */
const SimilarPicture = z.object({
  id: z.number(),
  item: z.object({ id: z.number(), picture: PublicPicture }),
  other: z.object({
    id: z.number(),
    picture: PublicPicture,
    property: z.object({ id: z.number(), code: z.string(), name: z.string() }),
    company: z.string(),
  }),
  distance: z.number(),
  created_at: moment,
});
export type SimilarPicture = z.output<typeof SimilarPicture>;

const UploadProgress = z.object({ id: z.number(), size: z.number(), received: z.number(), chunk_bytes: z.number(), expires_at: moment });
export type UploadProgress = z.output<typeof UploadProgress>;
const AllOf = z.object({ results: z.array(MediaItem), count: z.number() });

export const mediaCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/media/all_media/',
    summary: 'List the media of a property or unit in order',
    needs: ['units', 'read'],
    query: z.object(owner),
    result: AllOf.extend({ similar: z.array(SimilarPicture) }),
    fails: ['invalid', 'notFound'],
  }),
  start: call({
    method: 'POST',
    path: '/api/v2/media/start_upload/',
    summary: 'Start a chunked upload',
    needs: companyRolesOrAdmins('units', 'edit'),
    body: z.strictObject({
      ...owner,
      media_type: z.union([z.literal(0), z.literal(1), z.literal(3)]),
      name: singleLine.min(1).max(200),
      size: z.number().int().min(1).max(1_000_000_000),
      /** The item this file replaces. */
      replaces: id.optional(),
    }),
    result: UploadProgress,
    fails: ['invalid', 'notFound', 'conflict', 'tooLarge'],
    document: 'units',
    step: true,
  }),
  chunk: call({
    method: 'POST',
    path: '/api/v2/media/upload_chunk/',
    summary: 'Upload the next chunk of a file; a chunk out of order answers 409 with the bytes received',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: z.object({ id, at: z.coerce.number().int().min(0).max(maxFileBytes) }),
    upload: { field: 'chunk', kinds: ['images', 'videos'], piece: true },
    result: UploadProgress,
    fails: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupported'],
    document: 'units',
    step: true,
  }),
  status: call({
    method: 'GET',
    path: '/api/v2/media/upload_status/',
    summary: 'Get the number of bytes received of an upload',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    result: UploadProgress,
    fails: ['invalid', 'notFound'],
  }),
  finish: call({
    method: 'POST',
    path: '/api/v2/media/finish_upload/',
    summary: 'Complete an upload and create the media item; a file of the wrong type is discarded',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    result: MediaItem,
    draws: true,
    fails: ['invalid', 'notFound', 'conflict', 'unsupported', 'tooLarge'],
    document: 'units',
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/v2/media/cancel_upload/',
    summary: 'Cancel an upload',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['invalid', 'notFound'],
    document: 'units',
    step: true,
  }),
  addLink: call({
    method: 'POST',
    path: '/api/v2/media/add_link/',
    summary: 'Add a video or virtual tour from a supported host',
    needs: companyRolesOrAdmins('units', 'edit'),
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
    summary: 'Update the caption, description or room of a media item',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    body: z.strictObject({ caption: caption.optional(), alt: caption.optional(), room: room.optional(), revision }),
    result: MediaItem,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  updateCaptions: call({
    method: 'PATCH',
    path: '/api/v2/media/caption_media/',
    summary: 'Set the caption or room of several media items',
    needs: companyRolesOrAdmins('units', 'edit'),
    body: z.strictObject({ ids: z.array(id).min(1).max(60), caption: caption.optional(), room: room.optional() }),
    result: AllOf,
    fails: ['invalid', 'notFound'],
    document: 'units',
  }),
  reorder: call({
    method: 'PATCH',
    path: '/api/v2/media/order_media/',
    summary: 'Reorder the media items of a type; answers 409 with the current list if an item was added or removed since then',
    needs: companyRolesOrAdmins('units', 'edit'),
    body: z.strictObject({ ...owner, media_type: mediaType, ids: z.array(id).min(1).max(100) }),
    result: AllOf,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  setCover: call({
    method: 'PATCH',
    path: '/api/v2/media/set_cover/',
    summary: 'Set an image as the cover',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    result: MediaItem,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'units',
  }),
  redraw: call({
    method: 'PATCH',
    path: '/api/v2/media/redraw_media/',
    summary: 'Rotate and crop an image; the crop is in fractions of the rotated image',
    needs: companyRolesOrAdmins('units', 'edit'),
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
    summary: 'Delete a media item; its file is deleted once nothing refers to it',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['invalid', 'notFound'],
    document: 'units',
  }),
  dismissDuplicate: call({
    method: 'PATCH',
    path: '/api/v2/media/settle_similar/',
    summary: 'Confirm that two similar pictures may both be kept',
    needs: { only: platformRoles, with: ['units', 'edit'] },
    query: byId,
    body: z.strictObject({ note: z.string().trim().min(3).max(500) }),
    result: z.object({ id: z.number() }),
    fails: ['invalid', 'notFound'],
    document: 'units',
  }),
} as const;
