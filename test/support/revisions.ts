/**
 * For tests of both revisions of the API: `describe.each(REVISIONS)`. `.ci/run` runs whatever imports this once more, with
 * `DOCS_CONTRACT` set.
 */
import { API_REVISIONS } from '../../src/model/operations.ts';

export const REVISIONS = API_REVISIONS;
