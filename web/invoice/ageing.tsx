import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { AgeBucket } from '#contract/invoice/kinds.ts';
import { ageBucketLabels } from '#contract/invoice/labels.ts';
import type { CallInput } from '#contract/kernel/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

type Asked = CallInput<typeof invoiceCalls.ageing>['z_filter'];

/** The ageing of arrears: the balance due by age as one bar, of which each part opens its invoices. */
export function InvoiceAgeing({ z_filter, href }: { z_filter: Asked; href: (age: AgeBucket | null) => string }) {
  const { data } = useCall(invoiceCalls.ageing, { z_filter }, { quiet: true });
  const parts = (data?.buckets ?? []).filter(({ cents }) => cents > 0);
  if (parts.length === 0) return null;
  const open = z_filter?.aged;
  return (
    <section className={classes.ageing} aria-label={m.invoices_ageing()}>
      <div className={classes.stacked} aria-hidden>
        {parts.map(({ age, cents }) => (
          <span key={age} data-age={age} style={{ flexGrow: cents }} />
        ))}
      </div>
      <ul>
        {parts.map(({ age, cents, count }) => (
          <li key={age}>
            <AppLink href={href(open === age ? null : age)} aria-current={open === age ? 'true' : undefined} preventScrollReset>
              <span className={classes.swatch} data-age={age} aria-hidden />
              <span>
                {ageBucketLabels[age]()} <b className="num">{formatKes(cents)}</b> <small>{m.invoices_count({ count })}</small>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
