import type { InspectionFull } from '#contract/inspection/calls.ts';
import { itemId, nameIn } from '#contract/inspection/kinds.ts';
import { chargeNames } from '#contract/inspection/words.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { kes } from '#web/ui/format.ts';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import { foundText } from './names.ts';
import { Photos } from './parts.tsx';

/** Room by room: what was found, beside how it was when they came, and what the other side says. */
export function Found({ one }: { one: InspectionFull }) {
  return one.areas.map((area) => (
    <Panel key={area.key} title={nameIn(getLocale(), area)}>
      <ul className={classes.items}>
        {area.items.map((item) => (
          <Item key={item.key} one={one} id={itemId(area, item)} name={nameIn(getLocale(), item)} />
        ))}
      </ul>
    </Panel>
  ));
}

export function Item({ one, id, name }: { one: InspectionFull; id: string; name: string }) {
  const now = one.answers.find((answer) => answer.item === id);
  const then = one.baseline?.answers.find((answer) => answer.item === id);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3>{name}</h3>
        {!one.baseline && <span>{foundText(now)}</span>}
      </div>
      <div className={one.baseline ? classes.beside : undefined}>
        {one.baseline && (
          <div>
            <p className={classes.quiet}>{m.inspection_at_move_in()}</p>
            <p>{foundText(then)}</p>
            {then?.note && <p className={classes.quiet}>{then.note}</p>}
            <Photos of={one.baseline.photos.filter((photo) => photo.item === id)} name={name} />
          </div>
        )}
        <div>
          {one.baseline && (
            <>
              <p className={classes.quiet}>{m.inspection_now()}</p>
              <p>{foundText(now)}</p>
            </>
          )}
          {now?.note && <p className={classes.quiet}>{now.note}</p>}
          {now?.cost_cents ? (
            <p className={classes.quiet}>
              {kes(now.cost_cents)}, {chargeNames[now.charge_to]()}
            </p>
          ) : null}
          {now?.also_said.map((said) => (
            <p key={said.at} className={classes.quiet}>
              {m.inspection_also_said({ by: said.by, text: said.text })}
            </p>
          ))}
          <Photos of={one.photos.filter((photo) => photo.item === id)} name={name} />
          {now?.answer === 'disputed' && <p className={classes.disputed}>{m.inspection_disputed_because({ note: now.answer_note })}</p>}
        </div>
      </div>
    </li>
  );
}
