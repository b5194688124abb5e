import type { PlatformOptions } from '../../../src/platform/options.ts';
import type { RunningPlatform } from '../../../src/platform/serve.ts';
import { platformWith } from '../../support/platform.ts';
import { FixedClock } from './fixed-clock.ts';
import { SEED } from './seed.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Answers are judged by assertions, not by types.
  readonly json: Record<string, unknown>;
}

export interface Send {
  readonly key?: string | null;
  readonly json?: unknown;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request over real HTTP, with the platform's own key unless another is given. */
export async function send(
  platform: RunningPlatform,
  method: string,
  path: string,
  { key, json, body, headers = {} }: Send = {},
): Promise<Answer> {
  const secret = key === undefined ? platform.apiKey : key;
  const response = await fetch(platform.baseUrl + path, {
    method,
    headers: {
      ...(secret === null ? {} : { 'X-Api-Key': secret }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

export const start = (options: Partial<PlatformOptions> = {}): Promise<RunningPlatform> =>
  platformWith({ seed: SEED, clock: new FixedClock(), ...options });
