import { createElement, type ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router';
import { findScreenRedirectPath } from '#contract/access/guard.ts';
import { useApp } from './app.tsx';
import { useCurrentScreen } from './current-screen.ts';

/** The check that the server made before rendering, repeated on every navigation and whenever the session changes. */
export function useScreenGuard(): ReactElement | null {
  const { visitor } = useApp();
  const current = useCurrentScreen();
  const { pathname, search } = useLocation();
  const target = current ? findScreenRedirectPath(current.screen, current.layout, visitor, pathname + search) : null;
  return target && target !== pathname + search ? createElement(Navigate, { to: target, replace: true }) : null;
}
