// Slow: it asks for every operation in every way.
/** The contract, on the first revision of the API. */
import { contractOn } from './contract.ts';

contractOn('classic');
