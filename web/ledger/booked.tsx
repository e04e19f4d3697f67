import { useLocation } from 'react-router';
import type { Booked as BookedShape } from '#contract/ledger/booked.ts';
import { useDash } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { date, kes } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';
import { useSource } from './source.ts';

/** What stands in the books about a record, each a sentence; who reads the books goes on to the entry. */
export function Booked({ of }: { of: readonly BookedShape[] }) {
  const { layout, link } = useDash();
  const { pathname } = useLocation();
  const sourceOf = useSource();
  const reads = layout === 'superadmin' || layout === 'admin';
  /** Who does not read the books goes to what the entry is about, where that is not this very page. */
  const hrefOf = (one: BookedShape): string | undefined => {
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
              <small>{[date(one.day), one.code].join(' · ')}</small>
            </span>
            <span className="num">{kes(one.cents, true)}</span>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

const Said = ({ href, text }: { href: string | undefined; text: string }) => (href ? <A href={href}>{text}</A> : text);
