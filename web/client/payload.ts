import { useMemo } from 'react';
import { useLoaderData } from 'react-router';

/**
 * A large view is sent to the browser as one text, because the router writes data value by value, which for a page of listings takes longer than
 * rendering it. The page that is rendered here gets the view itself.
 */
declare const inside: unique symbol;
export type PagePayload<T> = { readonly json: string; readonly [inside]?: T };

const views = new WeakMap<object, unknown>();

export function makePagePayload<T extends object>(view: T): PagePayload<T> {
  const sent = { json: JSON.stringify(view) };
  views.set(sent, view);
  return sent;
}

/** The id of the view where the page contains it outside of the data of its loaders (layout/fast-page.tsx). */
export const payloadId = 'page-view';
const besideThePage = (): string => document.getElementById(payloadId)?.textContent ?? '';

/** The view a loader sent with `{ payload: payload(view) }`. */
export function usePagePayload<T>(): T {
  const { payload: sent } = useLoaderData() as { payload: PagePayload<T> };
  return useMemo(() => (views.get(sent) ?? JSON.parse(sent.json || besideThePage())) as T, [sent]);
}
