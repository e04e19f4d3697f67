import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeRoadTile } from './pmtiles.ts';

/** A tile server with sample streets, for tests of the public style and of its failure. */
export type TileServer = {
  readonly url: string;
  /** `style` or `tiles` stop answering. */
  silent: 'style' | 'tiles' | null;
  readonly asked: string[];
  close(): Promise<void>;
};

export async function startTileServer(credit: string): Promise<TileServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    const isStyle = url.endsWith('/style.json');
    if (made.silent === (isStyle ? 'style' : 'tiles')) return;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    if (!isStyle) return void response.end(makeRoadTile('roads', 'kind', 'major_road'));
    const source = { type: 'vector', tiles: [`${made.url}/{z}/{x}/{y}.pbf`], maxzoom: 14, attribution: credit };
    const paint = { 'line-color': '#c05000', 'line-width': 4 };
    const layers = [
      { id: 'paper', type: 'background', paint: { 'background-color': '#f0f0f0' } },
      { id: 'road', type: 'line', source: 'streets', 'source-layer': 'roads', paint },
    ];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ version: 8, sources: { streets: source }, layers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: TileServer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    silent: null,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return made;
}
