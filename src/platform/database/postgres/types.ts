import type { CustomTypesConfig } from 'pg';
import { fromStored } from '../stored-texts.ts';

/** Types of numbers, by their ids in the server's catalogue. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700]);

/** Returns 64-bit integers as numbers: ids, instants and counts are far below 2^53. */
export const TYPES: CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    NUMBERS.has(type) ? Number : fromStored) as CustomTypesConfig['getTypeParser'],
};
