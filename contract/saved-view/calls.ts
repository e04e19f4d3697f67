import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { id } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';

const base = '/api/v2/saved_view';
/** A list is named by its screen, so its views work with that screen in any layout. */
const list = z
  .string()
  .trim()
  .regex(/^[A-Za-z_]{1,40}\.[A-Za-z_]{1,39}$/, { error: () => m.views_problem_list() });
const name = singleLine.min(1).max(60);
const query = z.string().max(2000);
const SavedView = z.object({ id: z.number(), list: z.string(), name: z.string(), query: z.string() });
export type SavedView = z.output<typeof SavedView>;

export const savedViewCalls = {
  list: call({
    method: 'GET',
    path: `${base}/fetch_views/`,
    summary: 'List the caller’s saved views of a list, by name',
    needs: 'signed-in',
    query: z.object({ list }),
    result: z.object({ views: z.array(SavedView) }),
    fails: [],
  }),
  save: call({
    method: 'POST',
    path: `${base}/save_view/`,
    summary: 'Save the address of a list as a view; an existing view of the same name is replaced',
    needs: 'signed-in',
    body: z.strictObject({ list, name, query }),
    result: SavedView,
    fails: ['conflict'],
    document: 'account',
  }),
  rename: call({
    method: 'PATCH',
    path: `${base}/rename_view/`,
    summary: 'Rename a saved view',
    needs: 'signed-in',
    query: z.object({ id }),
    body: z.strictObject({ name }),
    result: SavedView,
    fails: ['notFound', 'conflict'],
    document: 'account',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/delete_view/`,
    summary: 'Delete a saved view',
    needs: 'signed-in',
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'account',
  }),
} as const;
