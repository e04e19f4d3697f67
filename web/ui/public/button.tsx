import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { type AnchorProps, AppLink } from '../link.tsx';
import classes from './button.module.css';

interface Look {
  variant?: 'filled' | 'default' | 'subtle';
  size?: 'sm' | 'md';
  /** Red for destructive actions; grey for subtle buttons. */
  tone?: 'accent' | 'gray' | 'red';
  fullWidth?: boolean;
  left?: ReactNode;
  right?: ReactNode;
  /** Keeps the label, shows a spinner in place of the left icon and ignores presses. The focus does not move. */
  loading?: boolean;
}

export type ButtonProps = Look &
  (({ href: string } & Omit<AnchorProps, keyof Look>) | ({ href?: undefined } & Omit<ComponentPropsWithRef<'button'>, keyof Look>));

export const Spinner = () => <span className={classes.spinner} data-motion="needed" aria-hidden="true" />;

const stop = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
  event.preventDefault();
  event.stopPropagation();
};

export function Button({ variant = 'filled', size = 'sm', tone = 'accent', fullWidth = false, left, right, loading = false, ...rest }: ButtonProps) {
  const start = loading ? <Spinner /> : left;
  const shared = {
    className: cx(classes.button, rest.className),
    'data-variant': variant,
    'data-size': size,
    'data-tone': tone,
    'data-full': fullWidth || undefined,
    'data-left': start ? true : undefined,
    'data-right': right ? true : undefined,
    'data-loading': loading || undefined,
  };
  if (rest.href !== undefined) {
    return (
      <AppLink {...rest} {...shared}>
        {start}
        {rest.children}
        {right}
      </AppLink>
    );
  }
  const { href: _none, ...button } = rest;
  return (
    <button type="button" {...button} {...shared} {...(loading ? { 'aria-disabled': true, 'aria-busy': true, onClick: stop } : {})}>
      {start}
      {button.children}
      {right}
    </button>
  );
}
