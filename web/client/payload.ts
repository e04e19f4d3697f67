import { useMemo } from 'react';
import { useLoaderData } from 'react-router';

/**
 * A large view on its way to the browser as one text: the router writes data value by value, which for a page of offers takes longer
 * than drawing it. The page being rendered here gets the view itself.
 */
declare const inside: unique symbol;
export type PagePayload<T> = { readonly json: string; readonly [inside]?: T };

const views = new WeakMap<object, unknown>();

export function payload<T extends object>(view: T): PagePayload<T> {
  const sent = { json: JSON.stringify(view) };
  views.set(sent, view);
  return sent;
}

/** Where the page itself brings the view, outside of the data of its loaders (layout/fast-page.tsx). */
export const payloadId = 'page-view';
const besideThePage = (): string => document.getElementById(payloadId)?.textContent ?? '';

/** The view a loader sent with `{ payload: payload(view) }`. */
export function usePagePayload<T>(): T {
  const { payload: sent } = useLoaderData() as { payload: PagePayload<T> };
  return useMemo(() => (views.get(sent) ?? JSON.parse(sent.json || besideThePage())) as T, [sent]);
}
