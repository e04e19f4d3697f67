import classes from '#web/ui/status.module.css';

/** A status with label and colour from the loader, so that the table of all statuses stays on the server. */
export const CardBadge = ({ badge }: { badge: { label: string; color: string; dot: string } }) => (
  <span className={classes.badge} data-c={badge.color}>
    <span className={classes.dot} data-dot={badge.dot} aria-hidden="true" />
    {badge.label}
  </span>
);
