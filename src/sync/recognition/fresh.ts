import type { Clock, Moment } from '../../model/clock.ts';
import { ageOf } from '../../model/clock.ts';

/** A page that was last looked at longer ago than this is read again before anything is written of it: somebody may have edited it since. */
const FRESH_MS = 5000;

/** Whether what a look told that began at `at` still counts. */
export const isFresh = (at: Moment, clock: Clock): boolean => ageOf(at, clock) <= FRESH_MS;
