import { useRef } from 'react';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import classes from './filters.module.css';
import type { FiltersView } from './filters-view.ts';

/** Rounds to usual amounts: people do not search for a rent of KES 23,417. */
const roundTo = (value: number): number => {
  const step = value >= 1_000_000 ? 100_000 : value >= 100_000 ? 5_000 : 500;
  return Math.round(value / step) * step;
};

/** The distribution of prices, two number fields, and with scripts a slider that sets them. */
export function PriceFilter({ prices, says }: { prices: FiltersView['prices']; says: FiltersView['says'] }) {
  const alive = useIsMounted();
  const min = useRef<HTMLInputElement>(null);
  const max = useRef<HTMLInputElement>(null);
  const steps = prices.bars.length;
  const at = (share: number) => prices.from + ((prices.to - prices.from) * share) / steps;
  const stepOf = (price: string, otherwise: number) =>
    price === '' || prices.to <= prices.from
      ? otherwise
      : Math.min(steps, Math.max(0, Math.round(((Number(price) - prices.from) / (prices.to - prices.from)) * steps)));
  // The ends mean "any": a thumb at the end sets no filter.
  const write = (field: HTMLInputElement | null, share: number, end: number) => {
    if (!field) return;
    field.value = share === end ? '' : String(roundTo(at(share)));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <fieldset className={classes.group}>
      <legend>{says.price}</legend>
      {steps > 0 && (
        <div className={classes.bars} aria-hidden="true">
          {prices.bars.map((bar, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            <i key={index} style={{ height: `${Math.max(4, bar.share)}%` }} data-in={bar.on || undefined} />
          ))}
        </div>
      )}
      {alive && steps > 0 && (
        <div className={classes.thumbs} key={`${prices.min} ${prices.max} ${prices.from} ${prices.to}`}>
          <input
            type="range"
            min={0}
            max={steps}
            defaultValue={stepOf(prices.min, 0)}
            aria-label={says.lowest}
            onChange={(event) => write(min.current, Number(event.target.value), 0)}
          />
          <input
            type="range"
            min={0}
            max={steps}
            defaultValue={stepOf(prices.max, steps)}
            aria-label={says.highest}
            onChange={(event) => write(max.current, Number(event.target.value), steps)}
          />
        </div>
      )}
      <div className={classes.twoNumbers}>
        <label>
          <span>{says.lowest}</span>
          <input ref={min} name="min" type="number" min={0} step="any" inputMode="numeric" defaultValue={prices.min} placeholder={prices.fromLabel} />
        </label>
        <label>
          <span>{says.highest}</span>
          <input ref={max} name="max" type="number" min={0} step="any" inputMode="numeric" defaultValue={prices.max} placeholder={prices.toLabel} />
        </label>
      </div>
    </fieldset>
  );
}
