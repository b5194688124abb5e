export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** Empty where the answer is not JSON. */
  readonly json: Json;
}

export type Json = Record<string, unknown>;
