import { type MediaType, mediaTypes } from '#contract/catalogue/kinds.ts';
import { mediaRoomLabels } from '#contract/media/labels.ts';
import type { MediaRoom } from '#contract/media/limits.ts';
import type { MessageKey } from '#contract/messages.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { m } from '#words/messages.js';

export const parseMediaType = (text: string | null): MediaType => (text !== null && Object.hasOwn(mediaTypes, text) ? (text as MediaType) : 'image');

export const getMediaRoomName = (room: string): string => (Object.hasOwn(mediaRoomLabels, room) ? mediaRoomLabels[room as MediaRoom]() : room);

/** The reason an upload failed, as a sentence with the next step. */
export function formatUploadProblem(problem: unknown, word: (key: MessageKey) => string): string {
  if (problem instanceof CallRejectedError) {
    if (problem.status === 413) return m.media_problem_large();
    if (problem.status === 415) return m.media_problem_kind();
    if (/pixels|pikseli/.test(problem.body.fields?.file ?? '')) return m.media_problem_pixels();
    if (problem.body.fields?.file) return m.media_problem_broken();
    if (typeof problem.body.limit === 'number') return m.media_problem_full({ limit: problem.body.limit });
  }
  return toErrorMessage(problem, word).text;
}

export function getLinkHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
