import { useLocation } from 'react-router';
import type { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';
import { useJournalSourceLink } from './source.ts';

/** The journals about a record, each with its text; readers of the ledger get a link to the journal. */
export function LedgerEffects({ of }: { of: readonly LedgerEffect[] }) {
  const { layout, link } = useDashboard();
  const { pathname } = useLocation();
  const sourceOf = useJournalSourceLink();
  const reads = layout === 'superadmin' || layout === 'admin';
  /** Other readers get a link to the source, unless it is this page. */
  const hrefOf = (one: LedgerEffect): string | undefined => {
    if (reads) return link('ledger.detail', { id: one.id, code: one.code });
    const href = sourceOf(one.page)?.href;
    return href === pathname ? undefined : href;
  };
  if (of.length === 0) return null;
  return (
    <Panel title={m.ledger_panel_booked()} pad={false}>
      <PanelRows>
        {of.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>
                <Said href={hrefOf(one)} text={one.says} />
              </b>
              <small>{[formatDate(one.day), one.code].join(' · ')}</small>
            </span>
            <span className="num">{formatKes(one.cents, true)}</span>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

const Said = ({ href, text }: { href: string | undefined; text: string }) => (href ? <AppLink href={href}>{text}</AppLink> : text);
