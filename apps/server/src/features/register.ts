/** Every feature of the API, in the order of api.md. */
import type { Feature } from "../http/app.ts";
import { healthRoutes } from "./health/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";

export const features: Feature[] = [healthRoutes, signInRoutes];
