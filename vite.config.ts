import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  // The product's look needs recent CSS only (light-dark, color-mix, nesting); these browsers have it.
  build: { target: ['chrome123', 'safari17.5', 'firefox121'], assetsInlineLimit: 0, sourcemap: false },
  server: { hmr: { port: 24_678 } },
});
