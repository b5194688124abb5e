/** Real API definitions: hundreds of megabytes that few tests need. `npm run definitions` puts them here; `npm ci` does not. */
import { existsSync } from 'node:fs';

export const GITHUB =
  'node_modules/.cache/definitions/node_modules/@octokit/openapi/generated/api.github.com.json';

export const hasDefinitions = existsSync(GITHUB);
