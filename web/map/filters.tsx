import { type ReactNode, useCallback, useRef, useState } from 'react';
import { typedAmountToCents } from '#contract/money/cents.ts';
import { formatBedrooms, type ListingTypeKey, listingTypeSearchLabels } from '#contract/search/names.ts';
import { useApp } from '#web/layout/app.tsx';
import { buildSearchHref, pickSearchFilters } from '#web/portal/search/query.ts';
import { formatKes } from '#web/ui/format.ts';
import { IconAdjustmentsHorizontal } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import classes from './search.module.css';

/** "To rent, 2 bedrooms, up to KES 60,000". */
export function formatFilterSummary(params: URLSearchParams): string {
  const type = params.get('type');
  const beds = (params.get('beds') ?? '').split(',').filter(Boolean);
  const [min, max] = [Number(params.get('min')) || 0, Number(params.get('max')) || 0];
  const price =
    min && max
      ? m.map_price_between({ min: formatKes(typedAmountToCents(min)), max: formatKes(typedAmountToCents(max)) })
      : max
        ? m.map_price_to({ max: formatKes(typedAmountToCents(max)) })
        : '';
  return [
    type && type in listingTypeSearchLabels ? listingTypeSearchLabels[type as ListingTypeKey]() : m.map_any_type(),
    beds.length > 0 ? beds.map(formatBedrooms).join(' / ') : m.map_any_size(),
    price || (min ? m.map_price_from({ min: formatKes(typedAmountToCents(min)) }) : m.map_any_price()),
  ].join(', ');
}

/** The list's filters over the map, loaded on demand; without scripts or a connection the link leads to the list. */
export function useFilterSheet(params: URLSearchParams): { button: (className?: string) => ReactNode; sheet: ReactNode } {
  const { locale } = useApp();
  const alive = useIsMounted();
  const box = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [form, setForm] = useState<ReactNode>(null);
  const elsewhere = `${buildSearchHref('/listings', pickSearchFilters(params))}#filters`;
  const close = useCallback(() => box.current?.close(), []);
  const open = async () => {
    setBusy(true);
    try {
      const { loadFilterForm: filterForm } = await import('./filter-sheet.tsx');
      setForm(await filterForm(params, locale, close));
      box.current?.showModal();
    } catch {
      location.assign(elsewhere);
    }
    setBusy(false);
  };
  const icon = <IconAdjustmentsHorizontal size={16} aria-hidden />;
  const button = (className?: string) => {
    const look = { variant: 'default', left: icon, children: m.map_filters(), ...(className ? { className } : {}) } as const;
    return alive ? (
      <Button {...look} loading={busy} onClick={open} aria-haspopup="dialog" />
    ) : (
      <Button {...look} href={elsewhere} soft rel="nofollow" />
    );
  };
  const sheet = (
    <dialog ref={box} className={classes.filterSheet} aria-label={m.map_filters()} onClose={() => setForm(null)}>
      {form}
    </dialog>
  );
  return { button, sheet };
}
