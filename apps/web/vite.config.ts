import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { earlyScript } from "./chunks/early-script.ts";
import { screenLayers } from "./chunks/screen-layers.ts";
import { textModules } from "./chunks/text-modules.ts";
import { fieldWorker } from "./offline/field-worker-plugin.ts";

/** Where `npm run dev` sends the calls: a server started beside it. */
const server = `http://127.0.0.1:${process.env.PORT ?? "8080"}`;

const layers = screenLayers();
const early = earlyScript();

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    textModules(),
    early,
    fieldWorker(early.fileName),
    layers.plugin,
  ],
  // Assets stay files: data: fonts and scripts would fall under the content security policy.
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Puts what every address needs into one file: as sixty it was a fifth larger, and slow lines wait for each.
            { name: "first", tags: ["$initial"], priority: 20 },
            ...layers.groups,
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { "/api": server } },
  preview: { port: 4173, proxy: { "/api": server } },
});
