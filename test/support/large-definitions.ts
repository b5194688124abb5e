/** Hundreds of megabytes of real definitions, for few tests. `npm run definitions` gets them. */
import { existsSync } from 'node:fs';

export const DEFINITIONS = 'node_modules/.cache/definitions/node_modules';

export const GITHUB = `${DEFINITIONS}/@octokit/openapi/generated/api.github.com.json`;

/** Whether they are installed, judging by the last one in that script. */
export const hasDefinitions = existsSync(`${DEFINITIONS}/kubernetes-client`);
