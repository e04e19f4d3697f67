import { createElement, type ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router';
import { guardScreen } from '#contract/access/guard.ts';
import { useApp } from './app.tsx';
import { useCurrentScreen } from './current-screen.ts';

/** The check that the server made before rendering, repeated on every navigation and whenever the session changes. */
export function useGuard(): ReactElement | null {
  const { visitor } = useApp();
  const current = useCurrentScreen();
  const { pathname, search } = useLocation();
  const target = current ? guardScreen(current.screen, current.layout, visitor, pathname + search) : null;
  return target && target !== pathname + search ? createElement(Navigate, { to: target, replace: true }) : null;
}
