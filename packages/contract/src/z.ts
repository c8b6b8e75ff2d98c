import { z } from "zod";

// The panel runs under a CSP without unsafe-eval; zod's compiled parsers would need it.
z.config({ jitless: true });

export { z };
