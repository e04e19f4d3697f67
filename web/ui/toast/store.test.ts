import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToastStore, type ToastInput } from './store.ts';

const FADE = 140;
const say = (title: string, more: Partial<ToastInput> = {}): ToastInput => ({ kind: 'info', title, ...more });
const fresh = (limit = 3, autoClose = 6000) => createToastStore({ limit, autoClose, fade: FADE });
const titles = (store: ReturnType<typeof fresh>) => store.shown().map((one) => one.title);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('display of toasts', () => {
  test('the newest toast is on top', () => {
    const store = fresh();
    store.add(say('first'));
    store.add(say('second'));
    expect(titles(store)).toEqual(['second', 'first']);
  });

  test('a toast over the limit appears with its full display time after another toast closes', () => {
    const store = fresh(2);
    for (const title of ['a', 'b', 'c']) store.add(say(title));
    expect(titles(store)).toEqual(['b', 'a']);
    expect(store.waiting()).toHaveLength(1);
    vi.advanceTimersByTime(6000 + FADE);
    expect(titles(store)).toEqual(['c']);
    vi.advanceTimersByTime(5999);
    expect(store.shown()[0]?.leaving).toBe(false);
    vi.advanceTimersByTime(1 + FADE);
    expect(titles(store)).toEqual([]);
  });

  test('no toast is shown before a layout configures the toast store', () => {
    const store = createToastStore({ limit: 0, autoClose: 0, fade: FADE });
    store.add(say('early'));
    expect(titles(store)).toEqual([]);
    store.configure({ limit: 9, autoClose: 6000 });
    expect(titles(store)).toEqual(['early']);
  });

  test('a new toast with the id of a displayed toast replaces the displayed toast and restarts the timer', () => {
    const store = fresh();
    store.add(say('saving', { id: 'save' }));
    vi.advanceTimersByTime(5000);
    store.add(say('saved', { id: 'save' }));
    expect(titles(store)).toEqual(['saved']);
    vi.advanceTimersByTime(5000);
    expect(store.shown()[0]?.leaving).toBe(false);
    vi.advanceTimersByTime(1000 + FADE);
    expect(titles(store)).toEqual([]);
  });
});

describe('closing of toasts', () => {
  test('a toast fades out before its removal', () => {
    const store = fresh();
    const id = store.add(say('a'));
    store.close(id);
    expect(store.shown()[0]?.leaving).toBe(true);
    vi.advanceTimersByTime(FADE);
    expect(titles(store)).toEqual([]);
  });

  test('a toast can have a different display time or remain until a person closes the toast', () => {
    const store = fresh();
    store.add(say('long', { autoClose: 10_000 }));
    store.add(say('stays', { autoClose: false }));
    vi.advanceTimersByTime(6000 + FADE);
    expect(titles(store)).toEqual(['stays', 'long']);
    vi.advanceTimersByTime(4000 + FADE);
    expect(titles(store)).toEqual(['stays']);
  });

  test('closing a toast twice or closing an unknown id has no effect', () => {
    const store = fresh();
    const id = store.add(say('a'));
    store.close(id);
    store.close(id);
    store.close('nobody');
    vi.advanceTimersByTime(FADE * 2);
    expect(titles(store)).toEqual([]);
  });

  test('a queued toast can be closed before it appears', () => {
    const store = fresh(1);
    store.add(say('a'));
    const id = store.add(say('b'));
    store.close(id);
    expect(store.waiting()).toHaveLength(0);
  });
});

describe('pausing of toasts', () => {
  test('a pause preserves the remaining display time of displayed toasts and of toasts added during the pause', () => {
    const store = fresh();
    store.add(say('a'));
    vi.advanceTimersByTime(4000);
    store.pause();
    store.add(say('b'));
    vi.advanceTimersByTime(60_000);
    expect(titles(store)).toEqual(['b', 'a']);
    store.resume();
    vi.advanceTimersByTime(2000 + FADE);
    expect(titles(store)).toEqual(['b']);
    vi.advanceTimersByTime(4000 + FADE);
    expect(titles(store)).toEqual([]);
  });
});

test('toasts: listeners get every change until they unsubscribe', () => {
  const store = fresh();
  const heard = vi.fn();
  const leave = store.subscribe(heard);
  const id = store.add(say('a'));
  store.close(id);
  vi.advanceTimersByTime(FADE);
  expect(heard).toHaveBeenCalledTimes(3);
  leave();
  store.add(say('b'));
  expect(heard).toHaveBeenCalledTimes(3);
});
