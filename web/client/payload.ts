import { useMemo } from 'react';
import { useLoaderData } from 'react-router';

/**
 * A large view on its way to the browser as one text: the router writes data value by value, which for a page of offers takes longer
 * than drawing it. The page being rendered here gets the view itself.
 */
declare const inside: unique symbol;
export type Parcel<T> = { readonly json: string; readonly [inside]?: T };

const views = new WeakMap<object, unknown>();

export function parcel<T extends object>(view: T): Parcel<T> {
  const sent = { json: JSON.stringify(view) };
  views.set(sent, view);
  return sent;
}

/** Where the page itself brings the view, outside of the data of its loaders (quick-page.tsx). */
export const parcelId = 'page-view';
const besideThePage = (): string => document.getElementById(parcelId)?.textContent ?? '';

/** The view a loader sent with `{ parcel: parcel(view) }`. */
export function useParcel<T>(): T {
  const { parcel: sent } = useLoaderData() as { parcel: Parcel<T> };
  return useMemo(() => (views.get(sent) ?? JSON.parse(sent.json || besideThePage())) as T, [sent]);
}
