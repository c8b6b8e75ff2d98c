/** sharp as every process of ours uses it; nothing else imports it (test/architecture.test.ts). */
import sharp from "sharp";

// libvips answers a second reading of one path from its memory. Files of ours are written again under one name (a COG
// that is tried as it came and then rewritten, a process that is restarted), and then the old pixels would come back.
sharp.cache(false);

// Only the formats that people hand in, and the overlay that we draw ourselves: a file under a false name reaches no
// other reader, and no reader that follows links, as that of SVG files does.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadTiff",
    "VipsForeignLoadSvgBuffer",
  ],
});

export { sharp };
