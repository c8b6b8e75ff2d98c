import "maplibre-gl/dist/maplibre-gl.css";
import "./map.css";
import { setWorkerUrl } from "maplibre-gl";
import url from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";

// A module of its own, reached only through lazy-map.tsx: imported at the top of a route it would
// put MapLibre (289 kB) into the sign-in page.
setWorkerUrl(url);
