import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { leadCalls } from '#contract/lead/calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import type { ServerNode } from './nodes.ts';

export type WriteKind = 'enquiry' | 'lead' | 'picture';
/** The answer to a writer; only a 200 is a promise. */
export type AcknowledgedWrite = { readonly kind: WriteKind; readonly name: string; readonly answer: unknown };
export type WriteTally = {
  readonly acknowledged: AcknowledgedWrite[];
  readonly sent: string[];
  repeats: number;
  readonly statuses: Map<string, number>;
};
export type WriteTarget = { readonly listing: number; readonly token: string };

export const createWriteTally = (): WriteTally => ({ acknowledged: [], sent: [], repeats: 0, statuses: new Map() });

/**
 * Writes one record after the other while `running` allows it, each under a key of its own. An unacknowledged write is repeated under the same key at
 * the next node until it is acknowledged, or until `giveUp`.
 */
export async function writeRecordsUntilAcknowledged(
  at: number,
  web: readonly ServerNode[],
  given: WriteTarget,
  tally: WriteTally,
  when: { running(): boolean; giveUp(): boolean },
): Promise<void> {
  for (let n = 0; when.running(); n += 1) {
    const kind: WriteKind = at === 0 ? 'picture' : at % 2 ? 'enquiry' : 'lead';
    const name = `chaos-${at}-${n}`;
    const key = randomUUID();
    tally.sent.push(name);
    for (let tries = 0; !when.giveUp(); tries += 1) {
      const node = web[(at + n + tries) % web.length];
      if (tries > 0) tally.repeats += 1;
      const answer = node ? await send(node.url, kind, { ...given, name, key, seed: at * 10_000 + n }) : null;
      const status = String(answer?.status ?? 'no answer');
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      if (answer?.status === 200) {
        tally.acknowledged.push({ kind, name, answer: answer.json });
        break;
      }
      if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.json)}`);
      await pause(50 + Math.random() * 150);
    }
    await pause(20);
  }
}

type One = WriteTarget & { readonly name: string; readonly key: string; readonly seed: number };

async function send(url: string, kind: WriteKind, { listing, token, name, key, seed }: One): Promise<{ status: number; json: unknown } | null> {
  const phone = `07${String(10_000_000 + seed).padStart(8, '0')}`;
  const address = `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`;
  const headers = { 'idempotency-key': key, 'x-forwarded-for': address };
  const json = (path: string, body: object, more = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...headers, ...more, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  try {
    const signed = { authorization: `Bearer ${token}` };
    const answer = await (kind === 'enquiry'
      ? json(leadCalls.enquire.path, { listing_id: listing, name, phone, message: 'Is it free?' })
      : kind === 'lead'
        ? json(leadCalls.create.path, { listing_id: listing, name, phone }, signed)
        : fetch(url + picture.path, {
            method: 'POST',
            headers: { ...headers, ...signed },
            body: await form(name, seed),
            signal: AbortSignal.timeout(15_000),
          }));
    return { status: answer.status, json: await answer.json().catch(() => null) };
  } catch {
    return null;
  }
}

const picture = familyCalls.owner.picture;

/** Another colour each time, so that each has its own bytes to store. */
async function form(name: string, seed: number): Promise<FormData> {
  const background = { r: seed & 255, g: (seed >> 8) & 255, b: (seed * 7) & 255 };
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const made = new FormData();
  made.append(picture.upload.field, new Blob([new Uint8Array(png)], { type: 'image/png' }), `${name}.png`);
  return made;
}
