import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isLocale, setLocaleSource } from '../words/locale.ts';
import { reloadOnLostChunk } from './layout/lost-chunk.ts';

setLocaleSource(() => (isLocale(document.documentElement.lang) ? document.documentElement.lang : 'en'));
reloadOnLostChunk();
const start = () => startTransition(() => void hydrateRoot(document, <HydratedRouter />));
// Painting and scrolling come first; after 500 ms a busy phone starts the scripts anyway.
if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 500 });
else start();
