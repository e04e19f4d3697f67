import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapStyleTimeoutMs } from '#contract/map/base-map.ts';
import { makeRoadTile, makeTileArchive } from '#test/servers/pmtiles.ts';
import { startTileServer, type TileServer } from '#test/servers/tile-server.ts';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

const nairobi = '/mapsearch?bbox=36.74,-1.32,36.84,-1.25&zoom=13';
const credits = (page: Page) => page.locator('.maplibregl-ctrl-attrib');
const ours = /Natural Earth/;

describe('map streets drawn from a map style', () => {
  let streets: TileServer;
  let stage: JourneyEnvironment;
  beforeAll(async () => {
    streets = await startTileServer('Streets of the test');
    stage = await openJourneyEnvironment({ MAP_STYLE_URL: `${streets.url}/style.json` });
  });
  afterAll(async () => {
    await stage?.close();
    await streets?.close();
  });

  test('are drawn below the pins, and the browser requests no other origin', async () => {
    const { page, go, settled, done } = await stage.enter();
    const origins = new Set<string>();
    page.on('request', (request) => void (request.url().startsWith('http') && origins.add(new URL(request.url()).origin)));
    // On a busy machine the map needs longer than the time limit after which it shows no streets.
    await page.addInitScript((limit) => {
      const wait = window.setTimeout.bind(window);
      window.setTimeout = ((work: () => void, ms?: number) => wait(work, ms === limit ? 60 * limit : ms)) as typeof window.setTimeout;
    }, mapStyleTimeoutMs);
    await go(nairobi);
    await page.locator('.maplibregl-marker').first().waitFor();
    await credits(page).getByText('Streets of the test').waitFor();
    await expect.poll(() => streets.asked.filter((url) => url.endsWith('.pbf')).length).toBeGreaterThan(0);
    expect([...origins].sort()).toEqual([stage.url, streets.url].sort());
    await settled();
    await done();
  });

  test.each(['style', 'tiles'] as const)(
    'are replaced by the built-in map if the server does not send the %s, and the pins appear without delay',
    async (silent) => {
      streets.silent = silent;
      // A new browser context without tiles of the streets.
      const { page, go, done } = await stage.enter('phone', {});
      await go(nairobi);
      await credits(page).getByText(ours).waitFor();
      await page.locator('.maplibregl-marker').first().waitFor();
      expect(await credits(page).innerText()).not.toContain('Streets of the test');
      streets.silent = null;
      await done();
    },
  );
});

test("map streets from a file in DATA_DIR: are loaded in parts from the site's own server and drawn on the built-in map", async () => {
  const dir = mkdtempSync(join(tmpdir(), 'makao-tiles-'));
  const fixture = { z: 0, x: 0, y: 0, data: makeRoadTile('roads', 'kind', 'major_road') };
  writeFileSync(join(dir, 'kenya.pmtiles'), makeTileArchive([fixture], { attribution: 'Archive of the test', vector_layers: [{ id: 'roads' }] }));
  // The one journey on a server of its own, started like in production: settings and start-up of server/main.ts are part of it.
  const stage = await openJourneyEnvironment({ MAP_STYLE_URL: '', DATA_DIR: dir }, 'own process');
  try {
    const { page, go, done } = await stage.enter();
    const parts: number[] = [];
    page.on('response', (response) => void (response.url().endsWith('/map/kenya.pmtiles') && parts.push(response.status())));
    await go(nairobi);
    await credits(page).getByText('Archive of the test').waitFor();
    await credits(page).getByText(ours).waitFor();
    // The header with the directory, the metadata of the archive, the tile.
    await expect.poll(() => parts.length).toBeGreaterThanOrEqual(3);
    expect(new Set(parts)).toEqual(new Set([206]));
    await done();
  } finally {
    await stage.close();
  }
});
