import { expect, test } from 'vitest';
import type { Failure } from '../../src/model/failure.ts';
import type { Exchange } from '../../src/api/transport/transport.ts';
import { interpret } from '../../src/api/errors/outcome.ts';
import { READ, WRITE, aborted, answered, broken } from './send/exchanges.ts';

const WORDING = {
  origin: 'https://api.example',
  address: 'https://api.example/v1',
  mask: (text: string) => text,
  inPipeline: false,
};

test.each<[string, Exchange, string, string]>([
  // what became of it, a read, a write
  ['200', answered(200), 'answered', 'answered'],
  ['302', answered(302), 'refused', 'refused'],
  ['400', answered(400), 'refused', 'refused'],
  ['403', answered(403), 'refused', 'refused'],
  ['404', answered(404), 'refused', 'refused'],
  ['500', answered(500), 'refused', 'lost'],
  ['501', answered(501), 'refused', 'lost'],
  ['503', answered(503), 'refused', 'lost'],
  ['broken under way', broken(true), 'refused', 'lost'],
  ['broken for good', broken(true, true), 'refused', 'lost'],
  ['never sent', broken(false), 'refused', 'refused'],
  ['aborted under way', aborted(true), 'refused', 'interrupted'],
  ['aborted before it left', aborted(false), 'refused', 'refused'],
])('%s: a read is %s, a write is %s', (_, exchange, read, write) => {
  const kinds = [READ, WRITE].map((request) => interpret(exchange, request, WORDING).kind);
  expect(kinds).toEqual([read, write]);
});

const said = (message: string): string => JSON.stringify({ error: { message } });

test.each<[string, Exchange, string | null]>([
  ['a refusal with words', answered(400, {}, said('Slug taken.')), 'Slug taken.'],
  ['a refusal without words', answered(409), ''],
  ['an unknown key', answered(400, {}, said('API Key is invalid')), null],
  ['a permission', answered(403, {}, said('No.')), null],
  ['a missing page', answered(404, {}, said('Gone.')), null],
  ['a redirect', answered(302), null],
  ['a line that broke', broken(false), null],
])(
  '%s: the message is the platform’s words if nothing else has the reason',
  (_, exchange, words) => {
    expect(interpret(exchange, WRITE, WORDING)).toMatchObject({ kind: 'refused', words });
  },
);

test.each<[string, boolean, RegExp]>([
  [
    'https://api.developerhub.io',
    false,
    /^Create a key under [^,]+ → API Key, then run docs login/,
  ],
  [
    'https://api.example.com',
    false,
    /API Key or, on a platform of your own, with docs platform key/,
  ],
  ['https://api.example.com', true, /pass it to this step as the secret DOCS_API_KEY/],
  ['http://127.0.0.1:4000', false, /A platform in memory has a new key after each start/],
  ['http://127.0.0.1:4000', true, /^Create a key with docs platform key create, and pass it/],
])('an unknown key for %s (pipeline: %s) comes with what to do', (origin, inPipeline, hint) => {
  const refused = answered(400, {}, said('API Key is invalid'));
  expect(interpret(refused, READ, { ...WORDING, origin, inPipeline })).toMatchObject({
    failure: { code: 'auth-required', hint: expect.stringMatching(hint) },
  });
});

test('a permission that a key lacks is named once, with the way to a key that has it', () => {
  const lacks = said('Access denied: the key lacks the permission page.edit');
  const request = { ...WRITE, permission: 'page.edit' as const };
  const origin = 'http://127.0.0.1:4000';
  const { failure } = interpret(answered(403, {}, lacks), request, { ...WORDING, origin }) as {
    readonly failure: Failure;
  };
  expect(failure.message.split('page.edit')).toHaveLength(2);
  expect(failure.hint).toContain('for page.edit, create another with docs platform key create');
});
