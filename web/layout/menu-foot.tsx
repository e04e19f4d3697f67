import { AppLink } from '#web/ui/link.tsx';
import type { UserMenuItem } from '#web/ui/shell/dash-parts.tsx';
import classes from './menu-foot.module.css';

/** On a phone the items of the user menu are at the foot of the drawer. */
export const MenuFooter = ({ moves }: { moves: readonly UserMenuItem[] }) => (
  <ul className={classes.list}>
    {moves.map(({ label, icon: Sign, href, onClick }) => (
      <li key={label}>
        {href ? (
          <AppLink className={classes.item} href={href}>
            {Sign && <Sign size={18} aria-hidden />}
            {label}
          </AppLink>
        ) : (
          <button type="button" className={classes.item} onClick={onClick}>
            {Sign && <Sign size={18} aria-hidden />}
            {label}
          </button>
        )}
      </li>
    ))}
  </ul>
);
