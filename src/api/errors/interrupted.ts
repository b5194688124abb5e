import { Failure } from '../../model/failure.ts';

/** The failure of what a signal broke off, and that did nothing. */
export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');

/** The failure of a write that was broken off after it had begun to leave: whether the platform carries it out is not known. */
export const interruptedWrite = (request: string): Failure =>
  new Failure('interrupted', `Interrupted: ${request} may or may not have been carried out.`);
