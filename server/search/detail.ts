import type pg from 'pg';
import { JsonText } from '#server/http/json-text.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readSimilarCards } from './cards.ts';
import { propertySql, unitPageSql } from './read-model.ts';
import { queryPublic } from './reader.ts';

export const readProperty = (reads: pg.Pool, { id }: { id: number }): Promise<JsonText> => shown(reads, propertySql(), 'property_id', id);
export const readUnitPage = (reads: pg.Pool, { id }: { id: number }): Promise<JsonText> => shown(reads, unitPageSql(), 'unit_id', id);

async function shown(reads: pg.Pool, text: string, column: 'property_id' | 'unit_id', id: number): Promise<JsonText> {
  const [row] = await queryPublic<{ j: string }>(reads, text, [id]);
  if (row) return new JsonText(row.j);
  throw await missing(reads, column, id);
}

/** 410 with similar listings for a record that was public once; 404 for one that never was. */
async function missing(reads: pg.Pool, column: 'property_id' | 'unit_id', id: number): Promise<Refusal> {
  const [last] = await queryPublic<{ id: number }>(
    reads,
    `select id from listing where ${column} = $1 and published_at is not null order by (status = 'live') desc, published_at desc limit 1`,
    [id],
  );
  if (!last) return new Refusal('notFound', sentence('itemNotFound'));
  return new Refusal('gone', sentence('listingUnavailable'), { alternatives: JSON.parse(await readSimilarCards(reads, last.id)) });
}
