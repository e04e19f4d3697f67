import { lineKinds } from '#contract/settlement/kinds.ts';
import type { SettlementFull } from '#contract/settlement/shapes.ts';
import { partNames, staysNames } from '#contract/settlement/words.ts';
import { Lines } from '#web/ui/dash/facts.tsx';
import { date } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

/** Why it is this number: what it is made of, and what stays behind and why, to the cent. */
export function Why({ of: f, freesOn = null }: { of: SettlementFull['figures']; freesOn?: string | null }) {
  const rest = f.left - f.held - f.reserve - f.later;
  const stays = [
    ...(['held', 'reserve', 'later'] as const).map((name) => ({ label: staysNames[name](), cents: f[name] })),
    { label: rest < 100 ? m.settlement_part_cents() : m.settlement_part_unasked(), cents: rest },
  ].filter(({ cents }) => cents > 0);
  return (
    <div className={classes.stack}>
      <Lines
        exact
        items={lineKinds.filter((kind) => f[kind] !== 0).map((kind) => ({ label: partNames[kind](), cents: f[kind] }))}
        total={{ label: m.settlement_part_total(), cents: f.total }}
      />
      <Lines
        exact
        items={[
          { label: m.settlement_part_left(), cents: -f.left },
          { label: m.settlement_part_fee(), cents: -f.fee },
        ].filter(({ cents }) => cents !== 0)}
        total={{ label: m.settlement_column_net(), cents: f.net }}
      />
      {stays.length > 0 && (
        <>
          <strong>{m.settlement_stays()}</strong>
          <Lines exact items={stays} />
          {freesOn && <p className={classes.quiet}>{m.settlement_frees_on({ day: date(freesOn) })}</p>}
        </>
      )}
    </div>
  );
}
