/**
 * For tests of both revisions of the API: `describe.each(REVISIONS)`. `.ci/run` runs every test that imports
 * this a second time with `DOCS_CONTRACT` set, as well as those that run every command
 * (`test/commands/rows.ts`).
 */
import { API_REVISIONS } from '../../src/model/operations.ts';

export const REVISIONS = API_REVISIONS;
