// Loaded into a measured process: writes the peak of its resident memory, in KiB, where it is told to.
import { writeFileSync } from 'node:fs';

const file = process.env['DOCS_BENCH_PEAK'];
if (file) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
