import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { drawingKinds, drawingUrlLimits, drawingViews } from '#contract/art/url.ts';
import { parseWithProblems } from '#contract/kernel/problems.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { drawProperty } from './illustrate.ts';
import { drawStreet } from './street.ts';

const digit = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-${most}]$`), { error: () => m.problem_range({ least: 0, most }) })
    .transform(Number)
    .optional();

const kindList = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(drawingKinds)).max(drawingUrlLimits.kinds));

const StreetQuery = z.strictObject({ kinds: kindList.optional(), light: digit(drawingUrlLimits.light) });

export const HomeArtQuery = z.strictObject({
  kind: z.enum(drawingKinds).optional(),
  county: z
    .string()
    .regex(/^\p{L}[\p{L}'’ .-]{0,39}$/u, { error: () => m.problem_county_name() })
    .optional(),
  view: z.enum(drawingViews).optional(),
  bedrooms: digit(drawingUrlLimits.bedrooms),
});

const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  // The address fully determines the picture, so it can be cached forever.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
} as const;

export const seedPattern = new RegExp(`^[\\w-]{1,${drawingUrlLimits.seed}}$`);

type Address = { Params: { seed: string } };

/** Serves drawings as files: replacements for missing photos, and the street of the public pages. */
export async function artRoutes(app: FastifyInstance): Promise<void> {
  const drawn = new LRUCache<string, string>({ max: 500 });

  const send = (reply: FastifyReply, asked: readonly unknown[], draw: () => string): FastifyReply => {
    const key = JSON.stringify(asked);
    const picture = drawn.get(key) ?? draw();
    drawn.set(key, picture);
    return reply.headers(headers).send(picture);
  };

  app.get<Address>('/art/street/:seed.svg', async (request, reply) => {
    const seed = seedOf(request.params.seed);
    const { kinds, light } = read(StreetQuery, request.query);
    return send(reply, ['street', seed, kinds, light], () => drawStreet(seed, kinds, light));
  });

  app.get<Address>('/art/home/:seed.svg', async (request, reply) => {
    const seed = seedOf(request.params.seed);
    const { kind, county, view, bedrooms } = read(HomeArtQuery, request.query);
    return send(reply, ['home', seed, kind, county, view, bedrooms], () => drawProperty({ seed, kind, county, view, bedrooms }));
  });
}

function seedOf(given: string): string {
  if (!seedPattern.test(given)) throw new Refusal('notFound', sentence('pageNotFound'));
  return given;
}

function read<T>(shape: z.ZodType<T>, query: unknown): T {
  const asked = parseWithProblems(shape, query);
  if ('problems' in asked) throw invalidInputRefusal(asked.problems);
  return asked.data;
}
