import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { WebEntry } from './server-side.ts';

/** The web side that the server mounts, built or from its sources. */
export type WebBuild = {
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  readonly entry: () => Promise<WebEntry>;
  readonly id: string;
  /** Serves scripts, styles and pictures. */
  readonly mountFiles: (app: FastifyInstance) => Promise<void>;
};
