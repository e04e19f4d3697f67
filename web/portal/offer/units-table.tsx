import { CardBadge } from '#web/portal/card/badge.tsx';
import type { UnitRowView, UnitTableLabels } from './property-view.ts';
import classes from './units-table.module.css';

/** A table that becomes cards on a phone, with the same cells. */
export const UnitsTable = ({ rows, says }: { rows: readonly UnitRowView[]; says: UnitTableLabels }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">{says.unit}</th>
        <th scope="col">{says.type}</th>
        <th scope="col">{says.size}</th>
        <th scope="col">{says.floor}</th>
        <th scope="col" className={classes.amount}>
          {says.price}
        </th>
        <th scope="col">{says.status}</th>
        <th scope="col">{says.available}</th>
        <td />
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          <td>{row.type}</td>
          <td>{row.size}</td>
          <td>{row.floor}</td>
          <td className={classes.amount}>
            {row.price && (
              <>
                {row.price} <small>{row.per}</small>
              </>
            )}
          </td>
          <td>
            <CardBadge badge={row.badge} />
          </td>
          <td>{row.available}</td>
          <td className={classes.go}>
            {row.href && (
              <a href={row.href} data-soft aria-label={`${says.view} ${row.name}`}>
                {says.view}
              </a>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
