import type { ReactNode } from 'react';
import { IconChevronRight } from '#web/ui/icons.ts';
import classes from './sections.module.css';

export interface PageSectionProps {
  id: string;
  title: string;
  text?: string;
  more?: { label: string; href: string };
  children: ReactNode;
}

/** A titled section of a public page, with a link to more. */
export const PageSection = ({ id, title, text, more, children }: PageSectionProps) => (
  <section className={classes.section} aria-labelledby={id}>
    <div className={classes.head}>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {more && (
        <a href={more.href} data-soft className={classes.more}>
          {more.label}
          <IconChevronRight size={14} aria-hidden />
        </a>
      )}
    </div>
    {children}
  </section>
);

export const EstateLinks = ({ estates }: { estates: readonly { name: string; from: string; href: string }[] }) => (
  <ul className={classes.estates}>
    {estates.map((one) => (
      <li key={one.href}>
        <a href={one.href} data-soft>
          <strong>{one.name}</strong>
          <span>{one.from}</span>
        </a>
      </li>
    ))}
  </ul>
);

export const PlatformFigures = ({ numbers }: { numbers: readonly { value: string; label: string }[] }) => (
  <dl className={classes.numbers}>
    {numbers.map((one) => (
      <div key={one.label}>
        <dt>{one.label}</dt>
        <dd>{one.value}</dd>
      </div>
    ))}
  </dl>
);
