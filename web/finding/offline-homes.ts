import type { Favourite } from '#contract/finding/calls.ts';
import { buildListingCardHref } from '#contract/portal/card-href.ts';
import { clock } from '#contract/time/clock.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { offlineHomesKey } from '#web/client/offline-data.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const most = 50;
/** In progress: a sign-out removes this mark, and then nothing is stored. */
const asked = 'asked';

/**
 * Asks the service worker (server/pages/offline-worker.js) to store the saved homes on this device for offline reading. Repeated when the homes, the
 * language, the build (this file's own URL changes with it) or the day changes; a home that changed since is loaded again.
 */
export async function saveHomesOffline(ids: readonly number[]): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  const { lang } = document.documentElement;
  const mark = `${lang} ${import.meta.url} ${clock.today()} ${ids.join()}`;
  if (localStorage.getItem(offlineHomesKey) === mark) return;
  localStorage.setItem(offlineHomesKey, asked);
  const { results } = await sendCallByPath<{ results: readonly Favourite[] }>('GET', `/api/v2/finding/favourites/?page=1&page_size=${most}`);
  if (!(await navigator.serviceWorker.register('/sw.js'))) return;
  const { active } = await navigator.serviceWorker.ready;
  if (localStorage.getItem(offlineHomesKey) !== asked) return;
  const homes = results.flatMap(({ title, changed_at, card }) =>
    card
      ? [
          {
            href: buildListingCardHref(card),
            title,
            price: formatKes(card.price_cents),
            place: card.place.name,
            picture: card.cover?.src ?? null,
            changed_at,
          },
        ]
      : [],
  );
  const says = { lang, title: m.finding_offline_title(), text: m.finding_offline_text(), none: m.finding_favourites_empty() };
  active?.postMessage({ type: 'keep', kept: { ...says, homes } });
  localStorage.setItem(offlineHomesKey, mark);
}
