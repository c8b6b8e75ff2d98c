import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fieldWorker } from "./offline/field-worker-plugin.ts";

/** Where `npm run dev` sends the calls: a server started beside it. */
const server = `http://127.0.0.1:${process.env.PORT ?? "8080"}`;

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    fieldWorker(),
  ],
  // Assets stay files: data: fonts and scripts would fall under the content security policy.
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    // What every address needs is one file: as sixty it was a fifth larger, and slow lines wait for each.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
  server: { port: 5173, proxy: { "/api": server } },
  preview: { port: 4173, proxy: { "/api": server } },
});
