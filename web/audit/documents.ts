import { documentNames } from '#contract/audit/labels.ts';
import type { Room } from '#contract/kernel/room.ts';
import { rooms } from '#contract/rooms.ts';

/** With those the rooms name beside them. */
const names: Readonly<Record<string, () => string>> = Object.assign({}, documentNames, ...Object.values<Room>(rooms).map((room) => room.audits));

/** A row of a document that this code does not know (an older or newer one's) is shown by its word. */
export const documentName = (document: string): string => names[document]?.() ?? readable(document);

/** `effective_from` as "Effective from". */
export const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
