/**
 * For tests of both revisions of the API: `describe.each(REVISIONS)`. `.ci/run` runs whatever imports this once more, with
 * `DOCS_CONTRACT` set, and so it does with what runs every command (`test/commands/rows.ts`).
 */
import { API_REVISIONS } from '../../src/model/operations.ts';

export const REVISIONS = API_REVISIONS;
