import "./styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadScreenAhead } from "./lib/navigation/screen-ahead.ts";
import { startTexts } from "./lib/text/i18n.ts";
import { router } from "./router.tsx";

loadScreenAhead(router);
await startTexts();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
