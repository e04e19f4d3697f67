import { IconArrowDownRight, IconArrowUpRight, IconChevronRight } from '../icons.ts';
import { AppLink } from '../link.tsx';
import classes from './kpi-strip.module.css';

export interface KpiTile {
  label: string;
  value: string;
  /** The address of the filtered list whose rows this figure counts. */
  href: string;
  delta?: {
    dir: 'up' | 'down';
    /** Whether the change in this direction is good; by default, up is good. */
    good?: boolean;
    text: string;
    /** The direction as a word for screen readers. */
    label: string;
  };
  hint?: string;
  /** The tile takes a full line on a phone. The first tile usually does. */
  wide?: boolean;
}

function Delta({ dir, good = dir === 'up', text, label }: NonNullable<KpiTile['delta']>) {
  const Arrow = dir === 'up' ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={good ? classes.good : classes.bad}>
      <Arrow size={13} aria-hidden />
      <span className="sr-only">{label} </span>
      {text}
    </span>
  );
}

export const KpiStrip = ({ items }: { items: readonly KpiTile[] }) => (
  <div className={classes.strip}>
    {items.map(({ label, value, href, delta, hint, wide }) => (
      <AppLink key={label} href={href} className={classes.tile} data-wide={wide || undefined}>
        <span className={classes.label}>
          <span>{label}</span>
          <IconChevronRight size={14} aria-hidden />
        </span>
        <span className={classes.value}>{value}</span>
        {(delta || hint) && (
          <span className={classes.hint}>
            {delta && <Delta {...delta} />}
            {hint}
          </span>
        )}
      </AppLink>
    ))}
  </div>
);

/** The number of tiles that are shown while their figures load, so that the layout does not move. */
export const KpiStripPlaceholder = ({ tiles, label }: { tiles: number; label: string }) => (
  <div className={classes.strip} role="status" aria-busy="true" aria-label={label}>
    {Array.from({ length: tiles }, (_, at) => `tile-${at}`).map((key, at) => (
      <span key={key} className={classes.tile} data-wide={at === 0 || undefined}>
        <span className={classes.bone} />
        <span className={classes.bone} data-value />
        <span className={classes.bone} />
      </span>
    ))}
  </div>
);
