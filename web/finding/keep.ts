import type { Favourite } from '#contract/finding/calls.ts';
import { hrefOf } from '#contract/portal/card-href.ts';
import { clock } from '#contract/time/clock.ts';
import { sendBare } from '#web/client/bare.ts';
import { keptKey } from '#web/client/kept.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const most = 50;
/** Under way: whoever signs out meanwhile takes this away, and then nothing is kept. */
const asked = 'asked';

/**
 * Has the saved homes kept on this device by the service worker (server/pages/offline-worker.js), to be read without a network. Told again
 * when other homes are saved, the language is another one, the build is (this file's own address changes with it), or the day: a home that
 * was changed since is fetched anew.
 */
export async function keepHomes(ids: readonly number[]): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  const { lang } = document.documentElement;
  const mark = `${lang} ${import.meta.url} ${clock.today()} ${ids.join()}`;
  if (localStorage.getItem(keptKey) === mark) return;
  localStorage.setItem(keptKey, asked);
  const { results } = await sendBare<{ results: readonly Favourite[] }>('GET', `/api/v2/finding/favourites/?page=1&page_size=${most}`);
  if (!(await navigator.serviceWorker.register('/sw.js'))) return;
  const { active } = await navigator.serviceWorker.ready;
  if (localStorage.getItem(keptKey) !== asked) return;
  const homes = results.flatMap(({ title, changed_at, card }) =>
    card ? [{ href: hrefOf(card), title, price: kes(card.price_cents), place: card.place.name, picture: card.cover?.src ?? null, changed_at }] : [],
  );
  const says = { lang, title: m.finding_offline_title(), text: m.finding_offline_text(), none: m.finding_favourites_empty() };
  active?.postMessage({ type: 'keep', kept: { ...says, homes } });
  localStorage.setItem(keptKey, mark);
}
