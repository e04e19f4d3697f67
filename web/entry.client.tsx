import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isLocale, setLocaleSource } from '../words/locale.ts';
import { reloadOnLostChunk } from './layout/lost-chunk.ts';

setLocaleSource(() => (isLocale(document.documentElement.lang) ? document.documentElement.lang : 'en'));
reloadOnLostChunk();
startTransition(() => void hydrateRoot(document, <HydratedRouter />));
