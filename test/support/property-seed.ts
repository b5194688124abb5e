/**
 * What properties are tried on. The same each time, so that a change fails for what it changed: `npm test` is green or red for everybody alike.
 * DOCS_PROPERTY_SEED=new tries what nobody has seen; a number, what a run before had.
 */
import { configureGlobal } from 'fast-check';

const USUAL = 28;
const asked = process.env['DOCS_PROPERTY_SEED'];
if (asked !== 'new') configureGlobal({ seed: asked === undefined ? USUAL : Number(asked) });
