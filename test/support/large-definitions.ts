/** Real API definitions: hundreds of megabytes that few tests need. `npm run definitions` puts them here; `npm ci` does not. */
import { existsSync } from 'node:fs';

export const DEFINITIONS = 'node_modules/.cache/definitions/node_modules';

export const GITHUB = `${DEFINITIONS}/@octokit/openapi/generated/api.github.com.json`;

/** Whether all of them are installed: the one that the script names last is. */
export const hasDefinitions = existsSync(`${DEFINITIONS}/kubernetes-client`);
