import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseMapStyles, builtInMapStyleName, mapTilesFileName, mapTilesPath } from '#contract/map/base-map.ts';
import type { Env } from '#server/kernel/env.ts';

export type MapSettings = Pick<Env, 'MAP_STYLE_URL' | 'dataDir'>;

const fileOf = ({ dataDir }: MapSettings) => join(dataDir, mapTilesFileName);

/**
 * The source of map tiles: the configured style, otherwise the streets file in DATA_DIR, otherwise the public style. Null selects the built-in
 * drawing.
 */
export function getExternalMapStyleUrl(env: MapSettings): string | null {
  if (env.MAP_STYLE_URL === builtInMapStyleName) return null;
  return env.MAP_STYLE_URL ?? (existsSync(fileOf(env)) ? mapTilesPath : baseMapStyles.light);
}

/**
 * The origin of the map style, if another server provides it: pages and the map's worker may request tiles from it under the content security policy.
 */
export function findMapOrigin(env: MapSettings): string {
  const style = getExternalMapStyleUrl(env);
  return style === null || style === mapTilesPath ? '' : ` ${new URL(style).origin}`;
}

/** Serves the operator's map tile file in byte ranges, because the file is too large to be sent in one response. */
export function mountTiles(app: FastifyInstance, env: MapSettings): void {
  app.get(mapTilesPath, { config: { rateLimit: false } }, (request, reply) => sendPart(request, reply, fileOf(env)));
}

/** The maximum size of one range in bytes: larger than any tile or directory of tiles, so that maps work but the archive cannot be downloaded. */
const mostAtOnce = 4 * 1024 * 1024;

async function sendPart(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return reply.code(404).header('cache-control', 'no-cache').send();
  reply.headers({
    'accept-ranges': 'bytes',
    'content-type': 'application/vnd.pmtiles',
    'cache-control': 'public, max-age=86400',
    etag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`,
  });
  const asked = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const from = Number(asked?.[1]);
  const to = Math.min(Number(asked?.[2]), found.size - 1, from + mostAtOnce - 1);
  if (!asked || from > to) return reply.code(416).header('content-range', `bytes */${found.size}`).send();
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${from}-${to}/${found.size}`, 'content-length': to - from + 1 })
    .send(createReadStream(file, { start: from, end: to }));
}
