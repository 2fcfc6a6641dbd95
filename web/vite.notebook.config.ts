// Builds the step player for notebooks: one module with its styles inside, beside the lab's pages.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte({ emitCss: false, compilerOptions: { css: "injected" } })],
  build: {
    outDir: "../src/zermelo/lab/static/notebook",
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: "src/notebook/widget.ts", formats: ["es"], fileName: () => "widget.js" },
  },
  worker: { format: "es" },
});
