// Builds the lab's pages into the Python package, from where the server and the wheel take them. The base is relative,
// so the pages work under any address; nothing is inlined, because the server forbids inline scripts.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:8765";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/zermelo/lab/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  worker: { format: "es" },
  server: {
    // The server wants the Origin to be the Host, so the proxy leaves both alone.
    proxy: { "/api": { target: SERVER, ws: true, changeOrigin: false } },
  },
});
