import type { Booked as BookedShape } from '#contract/ledger/booked.ts';
import { useDash } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { date, kes } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';

/** What stands in the books about a record, each a sentence; who reads the books goes on to the entry. */
export function Booked({ of }: { of: readonly BookedShape[] }) {
  const { layout, link } = useDash();
  const reads = layout === 'superadmin' || layout === 'admin';
  if (of.length === 0) return null;
  return (
    <Panel title={m.ledger_panel_booked()} pad={false}>
      <PanelRows>
        {of.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>{reads ? <A href={link('ledger.detail', { id: one.id, code: one.code })}>{one.says}</A> : one.says}</b>
              <small>{[date(one.day), one.code].join(' · ')}</small>
            </span>
            <span className="num">{kes(one.cents, true)}</span>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}
