import { Failure } from '../model/failure.ts';

export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');

/** A request was given up before a byte of it left, because its `Departure` said so. */
export class HeldBack extends Failure {
  constructor(request: string) {
    super('conflict', `${request} was not sent.`);
  }
}

/** A write was broken off after it had begun to leave: whether the platform carries it out is not known. */
export class InterruptedWrite extends Failure {
  constructor(request: string) {
    super('interrupted', `Interrupted: ${request} may or may not have been carried out.`);
  }
}
