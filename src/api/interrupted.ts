import { Failure } from '../model/failure.ts';

export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');
