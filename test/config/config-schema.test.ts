/** The schema that editors use beside the reader that commands use. */
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/parse.ts';
import { fileSchema } from '../../src/config/settings.ts';
import { Failure } from '../../src/model/failure.ts';
import type { Slug, VersionId } from '../../src/model/ids.ts';
import { configText } from '../../src/commands/init/templates.ts';
import { configSchema } from '../../tools/config-schema.js';

const validate = new Ajv({ allErrors: true }).compile(configSchema(fileSchema) as object);

const read = (text: string) =>
  parseConfig({ file: '/docs-cli.config.yml', text, property: null }, 'docs-cli.config.yml');

const root = new URL('../../', import.meta.url);
const example = await readFile(new URL('docs-cli.config.example.yml', root), 'utf8');
const sample = await readFile(new URL('sample/docs-cli.config.yml', root), 'utf8');

test.each([
  ['the example', example],
  ['the sample', sample],
  [
    'what init writes',
    configText({
      schema: 'x.json',
      baseUrl: 'https://docs.example.com/api/v1',
      project: { id: 620165719 as VersionId, slug: 'v1.0' as Slug },
      content: [
        { path: 'docs', place: null },
        { path: 'guide', place: { version: 'v1.0', documentation: 'guide' } },
      ],
      references: [{ file: 'openapi/api.yaml', version: 'v1.0' }],
      publish: true,
      isSynced: true,
    }),
  ],
  ['a schema named in JSON', '{"$schema": "./x.json", "publish": true}'],
  ['nothing', '{}'],
])('%s is valid for both', (_what, text) => {
  expect(() => read(text)).not.toThrow();
  validate(parse(text) ?? {});
  expect(validate.errors).toBeNull();
});

/** One mistake each, as people make them. */
const MISTAKES = [
  'project: v1.0',
  'project: 0',
  'project: 1.5',
  'projekt: 620165719',
  'bseUrl: https://docs.example.com',
  'base_url: https://docs.example.com',
  'baseUrl: docs.example.com',
  'baseUrl: ftp://docs.example.com',
  'baseUrl: https://docs.example.com/api?key=1',
  'baseUrl: https://me:pw@docs.example.com',
  'baseUrl: 8080',
  'content: docs',
  'content: { path: docs }',
  'content: [docs]',
  'content: [{ folder: docs }]',
  'content: [{ path: docs, versoin: v1.0 }]',
  'content: [{ path: docs, version: v1.0 }]',
  'content: [{ path: docs, documentation: guide }]',
  'content: [{ path: docs, version: v1.0, documentation: my guide }]',
  'content: [{ path: docs, version: v1.0/guide, documentation: guide }]',
  'content: [{ path: ../docs }]',
  'content: [{ path: ./../docs }]',
  'content: [{ path: /srv/docs }]',
  "content: [{ path: 'C:\\docs' }]",
  'content: [{ path: "" }]',
  'content: [{ path: docs, include: "**/*.md" }]',
  "content: [{ path: docs, exclude: ['../x'] }]",
  "content: [{ path: docs, exclude: ['a/../../x'] }]",
  'references: [openapi.yaml]',
  'references: [{ file: openapi.yaml }]',
  'references: [{ file: ../openapi.yaml, version: v1.0 }]',
  'checks: { no-such: loud }',
  'checks: [error]',
  'profiles: []',
  'changelogs: [7]',
  'changelogs: { news: seven }',
  'changelogs: { news: 0 }',
  'changelogs: { "a/b": 7 }',
  'publish: yes please',
  'publish: "true"',
  'besideGithubSync: 1',
  'site: docs.example.com',
  'site: [https://docs.example.com]',
  'site: https://docs.example.com/?page=1',
  'timeout: 30',
  'timeout: half a minute',
  'maxWait: 15 m',
  'profiles: [live]',
  'profiles: { live: { pubish: true } }',
  'profiles: { ../live: {} }',
  'profiles: { live: { profiles: {} } }',
];

test.each(MISTAKES)('%s is a mistake for both', (text) => {
  expect(() => read(text)).toThrow(Failure);
  expect(validate(parse(text))).toBe(false);
});
