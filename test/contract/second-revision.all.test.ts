// Slow: it asks for every operation in every way.
/** The contract, on the second revision of the API. */
import { contractOn } from './contract.ts';

contractOn('2026');
