/** The contract, on the first revision of the API. */
import { contractOn } from './contract.ts';

contractOn('classic');
