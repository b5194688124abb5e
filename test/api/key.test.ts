import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspect } from 'node:util';
import { createApi } from '../../src/api/api.ts';
import type { Api } from '../../src/api/api.ts';
import type { ApiEvent } from '../../src/api/client-options.ts';
import { maskBytes, oneLine } from '../../src/api/mask.ts';
import { maskOf } from '../../src/model/text/mask.ts';
import { Failure } from '../../src/model/failure.ts';
import type { PageId, Slug, VersionId } from '../../src/model/ids.ts';
import { SkippingClock } from './support/hand-clock.ts';
import { KEY, openApi } from './support/open-api.ts';
import { cleanLine } from '../../src/model/text/clean.ts';
import { linkPart, markdownCell, markdownText } from '../../src/ui/markdown.ts';
import type { Behaviour } from './support/scripted-server.ts';
import { openScriptedServer } from './support/scripted-server.ts';

/** Calls of every kind: each of them gets what the server makes of the key. */
const CALLS: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  read: (api) => api.pages.read(1 as PageId),
  write: (api) => api.pages.update(1 as PageId, { slug: 'a' as Slug }),
  all: (api) => api.project.all(),
  users: (api) => api.project.users(),
  upload: (api) =>
    api.references.upload(
      1 as VersionId,
      { name: 'a', bytes: Buffer.from('{}') },
      { publish: true },
    ),
  export: (api) => api.project.export(),
  raw: (api) => api.raw({ method: 'GET', path: `/page/${KEY}` }),
  rawWrite: (api) => api.raw({ method: 'DELETE', path: `/${KEY}?k=${KEY}` }),
};

/** Answers that repeat the key wherever a server can put text. */
const echo = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 301, 302, 307, 400, 401, 403, 404, 415, 429, 500, 503),
    body: fc.constantFrom(
      (key: string) => JSON.stringify({ error: { message: `bad key ${key}`, httpCode: 400 } }),
      (key: string) => JSON.stringify({ message: `API Key is invalid: ${key}` }),
      (key: string) => JSON.stringify({ error: key }),
      (key: string) => `<html>${key}</html>`,
      (key: string) => JSON.stringify({ [key]: key, page: { [key]: {} }, data: [{ [key]: 1 }] }),
      (key: string) => `{"message":"${'x'.repeat(290)}${key}"}`,
      (key: string) => `{"message":"${key}`,
      () => '',
    ),
    location: fc.constantFrom(
      (key: string) => `https://${key}.example/`,
      (key: string) => `http://x:${key}@elsewhere.example/?${key}`,
      (key: string) => key,
      () => '',
    ),
    cut: fc.boolean(),
    statusText: fc.constantFrom(
      (key: string) => key,
      () => 'x',
    ),
  })
  .map(({ status, body, location, cut, statusText }): Behaviour => (response, asked) => {
    const key = String(asked.headers['x-api-key']);
    response.writeHead(status, statusText(key), {
      'content-type': `text/${key}`,
      'x-echo': key,
      'retry-after': '0',
      location: location(key),
      ...(cut && { 'content-length': '5000' }),
    });
    response.write(` ${body(key)}`, () => {
      if (cut) response.socket?.destroy();
      else response.end();
    });
  });

/** The body of a raw answer. */
const textOf = (outcome: unknown): string =>
  typeof outcome === 'object' && outcome !== null && 'status' in outcome && 'bytes' in outcome
    ? Buffer.from(outcome.bytes as Uint8Array).toString('latin1')
    : '';

describe('the key', () => {
  test('is in no failure, event or count, whatever a server does with it', async () => {
    const { api, server, events } = await openApi({ timeoutMs: 500 });
    // A refusal without end would be waited for without end.
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(CALLS)), echo, async (name, behaviour) => {
        answers = 0;
        server.otherwise((response, asked) => {
          answers += 1;
          if (answers < 6) behaviour(response, asked);
          else response.writeHead(404).end();
        });
        const outcome = await CALLS[name]?.(api).catch((error: unknown) => error);
        expect(outcome instanceof Error && !(outcome instanceof Failure)).toBe(false);
        const seen = [outcome, events.splice(0), api.requests];
        expect(inspect(seen, { depth: 20, showHidden: true, maxStringLength: null })).not.toContain(
          KEY,
        );
        expect(textOf(outcome)).not.toContain(KEY);
      }),
      { numRuns: 400 },
    );
    expect(server.asked.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
  });

  test('is not sent to another origin, even if the platform redirects there', async () => {
    const { api, server } = await openApi();
    const elsewhere = await openScriptedServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.script((response) => {
        response.writeHead(status, { location: `${elsewhere.origin}/api/v1/page/1` }).end();
      });
      await expect(api.pages.read(1 as PageId)).rejects.toMatchObject({ status });
    }
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  test.each(['', ' ', 'a b', 'a\nb', 'schlüssel'])(
    '%j is not a key, and is not repeated',
    async (key) => {
      const { api, server } = await openApi({ key });
      const failure: unknown = await api.pages.read(1 as PageId).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'auth-required' });
      expect(server.asked).toEqual([]);
    },
  );

  test('is not sent if the address is plain http on another machine', () => {
    const events: ApiEvent[] = [];
    const open = () =>
      createApi({
        baseUrl: 'http://api.example.com/api/v1',
        key: KEY,
        clock: new SkippingClock(),
        timeoutMs: 1000,
        maxWaitMs: 0,
        env: {},
        userAgent: 'test',
        onEvent: (event) => events.push(event),
      });
    expect(open).toThrow(expect.objectContaining({ code: 'config' }) as Error);
    expect(events).toEqual([]);
  });
});

const unicode = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, '0');

/** What a server may write for a character. */
const WAYS: readonly ((sign: string, hex: string) => string)[] = [
  (sign) => sign,
  (_, hex) => `%${hex}`,
  (_, hex) => `%25${hex}`,
  (_, hex) => `%2525${hex}`,
  (_, hex) => `=${hex}`,
  (sign) => `&#${sign.charCodeAt(0)};`,
  (sign) => `&#00${sign.charCodeAt(0)};`,
  (_, hex) => `&#x${hex};`,
  (_, hex) => `&#X00${hex};`,
  (_, hex) => `\\u00${hex}`,
  (_, hex) => `\\\\u00${hex}`,
  (_, hex) => `\\x${hex}`,
];

describe('masking', () => {
  test('leaves no form of the key in a text', () => {
    const key = fc.string({ minLength: 6, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (key, before, after) => {
        const mask = maskOf(key);
        fc.pre(!'***'.includes(key) && !`${before}***${after}`.includes(key));
        expect(mask(`${before}${key}${after}`)).not.toContain(key);
        expect(mask(JSON.stringify(key)).slice(1, -1)).toBe('***');
        expect(mask(JSON.stringify(JSON.stringify(key)).slice(3, -3))).toBe('***');
        expect(mask(encodeURIComponent(encodeURIComponent(key)))).toBe('***');
        expect(mask(encodeURIComponent(key))).toBe('***');
        const html = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        expect(mask(html)).toBe('***');
        // Its spaces become one, and none at its ends: then it is another text.
        const line = cleanLine(key);
        expect(maskOf(line)(markdownText(line))).toBe(line === '' ? '' : '***');
        expect(mask(markdownCell(key))).toBe('***');
        expect(mask(linkPart(key))).toBe('***');
        expect(mask(linkPart(key).replaceAll(/%../g, (byte) => byte.toLowerCase()))).toBe('***');
        const hex = key.replaceAll(/[^a-z\d]/gi, (sign) => `\\u${unicode(sign)}`);
        expect(mask(hex)).toBe('***');
        expect(mask(hex.replaceAll(/\\u(....)/g, '&#x$1;'))).toBe('***');
      }),
    );
  });

  test('leaves no key whose characters are escaped, each in a way of its own', () => {
    const key = fc.string({ minLength: 6, maxLength: 60, unit: 'grapheme-ascii' });
    const ways = fc.array(fc.constantFrom(...WAYS), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(key, ways, fc.boolean(), (key, ways, isUpper) => {
        const escaped = key.replaceAll(/[^]/g, (sign, at: number) => {
          const hex = sign.charCodeAt(0).toString(16);
          return ways[at]?.(sign, isUpper ? hex.toUpperCase() : hex) ?? sign;
        });
        expect(maskOf(key)(`<${escaped}>`)).toBe('<***>');
      }),
    );
  });

  test('leaves no key in hexadecimal digits', () => {
    const key = fc.string({ minLength: 6, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(key, (key) => {
        const hex = Buffer.from(key).toString('hex');
        expect(maskOf(key)(`<${hex}> <${hex.toUpperCase()}>`)).toBe('<***> <***>');
      }),
    );
  });

  test('leaves at most two characters to read in Base64, wherever the key begins', () => {
    const text = fc.string({ maxLength: 20, unit: 'grapheme-ascii' });
    const key = fc.string({ minLength: 9, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(text, key, text, fc.boolean(), (before, key, after, isForUrls) => {
        const base64 = btoa(before + key + after);
        // RFC 4648, 5.
        const packed = isForUrls ? base64.replaceAll('+', '-').replaceAll('/', '_') : base64;
        const [, left = packed, right = ''] =
          /^([\w+/-]*)\*{3}([\w+/=-]*)$/.exec(maskOf(key)(packed)) ?? [];
        const shown = {
          first: 6 * left.length - 8 * before.length,
          last: 8 * (before.length + key.length) - 6 * (packed.length - right.length),
        };
        expect(
          Math.ceil(Math.max(0, shown.first) / 8) + Math.ceil(Math.max(0, shown.last) / 8),
        ).toBeLessThanOrEqual(2);
      }),
    );
  });

  test.each(['key-5a1e0f7c9d', 'key-5a1e0f7c9d4', 'key-5a1e0f7c9d42'])(
    'leaves at most two characters of %s to read in Base64',
    (key) => {
      for (const packed of [btoa(key), btoa(`${key}:`), btoa(`${key}: and more`)]) {
        const [, rest = ''] = /^\*{3}([\w+/=]*)$/.exec(maskOf(key)(packed)) ?? [];
        expect(key.endsWith(atob(rest).replace(/:.*/, ''))).toBe(true);
        expect(atob(rest).replace(/:.*/, '').length).toBeLessThanOrEqual(2);
      }
    },
  );

  test.each([btoa(`key-5a1e0f7c9d:`), 'key&#45;5a1e0f7c9d', '%6bey-5a1e0f7c9d'])(
    'is hidden in a body as in other texts: %s',
    (form) => {
      const masked = maskBytes(Buffer.from(`{"a":"é ${form}"}`), 'key-5a1e0f7c9d');
      expect(masked.toString()).toMatch(/^\{"a":"é \*{3}[\w=]{0,4}"\}$/);
    },
  );

  test('does not change the other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (before, after) => {
        const key = 'key-5a1e0f7c9d';
        const masked = maskBytes(Buffer.concat([before, Buffer.from(key), after]), key);
        expect(masked).toEqual(Buffer.concat([before, Buffer.from('***'), after]));
        expect(maskBytes(Buffer.from(before), key)).toEqual(Buffer.from(before));
      }),
    );
  });

  test('prints one line without control characters and with a maximum length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const line = oneLine(text);
        expect(line.length).toBeLessThanOrEqual(300);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
