export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** Empty if the answer is not JSON. */
  readonly json: Json;
}

/** Loosely typed, because assertions check the answers. */
export type Json = Record<string, unknown>;

export interface Ask {
  /** `null`: no key. */
  readonly key?: string | null;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request over real HTTP, with the platform's own key unless another is given. */
export async function request(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  method: string,
  path: string,
  { key = apiKey, json, body, headers }: Ask = {},
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key === null ? {} : { 'X-Api-Key': key }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const isJson = (response.headers.get('Content-Type') ?? '').startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: isJson ? (JSON.parse(text) as Json) : {},
  };
}
