/** References: identity by title, draft and published, formats, what is no definition. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { parseInstant } from '../../src/model/time.ts';
import type { Answer, Json } from '../support/request.ts';
import { EXTERNAL, openTarget, uniqueSlug, type Target, type World } from './target.ts';

export function references(api: ApiRevision): void {
  let target: Target;
  let world: World;

  beforeAll(async () => {
    target = await openTarget(api);
    world = await target.world();
  });

  afterAll(() => target.close());

  const at = (date: unknown) => parseInstant(String(date)) ?? Number.NaN;

  const yaml = (title: string, version = '1.0.0') =>
    `# kept\nopenapi: 3.0.3\ninfo: { title: "${title}", version: "${version}" }\npaths:\n  /b:\n    get: { responses: { '404': { description: No }, '200': { description: Yes } } }\n  /a: {}\n`;

  const upload = (text: string, query = '') => target.upload(world.version, text, query);
  const definition = (answer: Answer, query = '') =>
    target.get(`/reference/${String(answer.json['id'])}/definition${query}`);

  describe('upload', () => {
    test('makes a reference, published at once, and serves it byte for byte', async () => {
      const text = yaml(uniqueSlug());
      const made = await upload(text);
      expect(made.status).toBe(201);
      expect(made).toHoldA('reference');
      expect((await definition(made)).text).toBe(text);
      expect(await definition(made, '?draft=true')).toBeRefused(404, /draft not found/i);
    });

    test('updates the reference of that title in the version', async () => {
      const title = uniqueSlug();
      const made = await upload(yaml(title));
      await target.passSecond();
      const again = await upload(yaml(title, '2.0.0'));
      expect(again.json).toMatchObject({ id: made.json['id'], slug: made.json['slug'], title });
      expect(at(again.json['updated'])).toBeGreaterThan(at(made.json['updated']));
      expect((await definition(made)).text).toBe(yaml(title, '2.0.0'));
    });

    test('with publish=false holds a draft beside the published one', async () => {
      const title = uniqueSlug();
      const made = await upload(yaml(title));
      await upload(yaml(title, '2.0.0'), '?publish=false');
      expect((await definition(made)).text).toBe(yaml(title));
      expect((await definition(made, '?draft=true')).text).toBe(yaml(title, '2.0.0'));
    });

    test('of a draft alone has nothing published', async () => {
      const made = await upload(yaml(uniqueSlug()), '?publish=false');
      expect(made.status).toBe(201);
      expect(await definition(made)).toBeRefused(404, /not found/i);
    });

    test('takes OpenAPI 2, 3.0 and 3.1', async () => {
      const versions = ['swagger: "2.0"', 'openapi: 3.0.0', 'openapi: 3.1.0'];
      for (const version of versions) {
        const text = `${version}\ninfo: { title: ${uniqueSlug()}, version: "1" }\npaths: {}\n`;
        expect((await upload(text)).status).toBe(201);
      }
    });

    test.each([
      ['neither YAML nor JSON', 'openapi: [3.0'],
      ['broken JSON', '{"openapi": "3.0.0",'],
      ['no definition', 'just: yaml\n'],
      ['without a title', 'openapi: 3.0.0\ninfo: {}\npaths: {}\n'],
      ['a list', '- 1\n'],
      ['empty', ''],
      ['a key twice', 'openapi: 3.0.0\ninfo: { title: a, title: b }\n'],
    ])('refuses what is %s', async (_, text) => {
      expect(await upload(text)).toBeRefused(400, /file|General Exception/);
    });

    test('refuses a YAML bomb', async () => {
      const levels = Array.from({ length: 12 }, (_, n) => {
        const value = n === 0 ? '"lol"' : `*a${n - 1}`;
        return `x-a${n}: &a${n} [${Array.from({ length: 10 }, () => value).join(', ')}]`;
      });
      const text = `openapi: 3.0.0\ninfo: { title: bomb, version: "1" }\n${levels.join('\n')}\n`;
      expect(await upload(text)).toBeRefused(400, /alias/i);
    });

    test('takes 8 MB and no byte more', async () => {
      const head = JSON.stringify({
        openapi: '3.0.0',
        info: { title: uniqueSlug(), version: '1' },
      });
      const most = 8 * 1024 * 1024;
      expect((await upload(head.padEnd(most, ' '))).status).toBe(201);
      expect(await upload(head.padEnd(most + 1, ' '))).toBeRefused(400, /larger/);
    });

    test('takes a title of 1,000 characters and no longer one', async () => {
      // Random, because a database may store what repeats as less than it is.
      const noise = randomBytes(4_000).toString('base64url');
      const title = noise.slice(0, 1_000);
      expect((await upload(yaml(title))).json).toMatchObject({ title });
      expect(await upload(yaml(noise))).toBeRefused(400, /title.*1000 characters/);
    });

    test('wants a form with one file', async () => {
      const path = `/version/${world.version}/reference`;
      expect(await target.post(path, { file: 'x' })).toBeRefused(400, /multipart/);
      const text = new FormData();
      text.set('file', 'openapi: 3.0.0');
      expect(await target.ask('POST', path, { body: text })).toBeRefused(400, /file/);
      const other = new FormData();
      other.set('spec', new Blob([yaml('x')]));
      expect(await target.ask('POST', path, { body: other })).toBeRefused(400, /spec/);
      const cut = {
        body: '--x\r\nContent-',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      };
      expect(await target.ask('POST', path, cut)).toBeRefused(400, /form/);
    });

    test.each(['x', '"x y"', "----'(+_,./:=?)"])(
      'takes a form with the boundary %s, and what is nearly one in its file',
      async (boundary) => {
        const mark = boundary.replaceAll('"', '');
        const text = `${yaml(uniqueSlug())}# --${mark}\r\n#--${mark}--\r\n`;
        const head = `--${mark}\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; name=file; filename=a`;
        const form = {
          body: `${head}\r\n\r\n${text}\r\n--${mark}--`,
          headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
        };
        const made = await target.ask('POST', `/version/${world.version}/reference`, form);
        expect(made.status).toBe(201);
        expect((await definition(made)).text).toBe(text);
      },
    );

    test.each(['publish', 'show_try_it_out', 'allow_download', 'expandable'])(
      'refuses what is neither true nor false for %s',
      async (name) => {
        expect(await upload(yaml('x'), `?${name}=maybe`)).toBeRefused(400, new RegExp(name));
      },
    );

    test.skipIf(EXTERNAL)(
      'keeps how the reference is shown until another upload says so',
      async () => {
        const title = uniqueSlug();
        await upload(yaml(title), '?show_try_it_out=true&allow_download=false');
        const { json } = await upload(yaml(title), '?allow_download=true');
        const [entry] = (await target.get('/audit')).json['data'] as Json[];
        expect(entry).toMatchObject({
          entityId: String(json['id']),
          details: { allowDownload: true },
        });
        const shown = await target.platform.admin.referenceSettings(Number(json['id']));
        expect(shown).toEqual({ showTryItOut: true, allowDownload: true, expandable: null });
      },
    );
  });

  describe('publish', () => {
    test('makes the draft the published definition', async () => {
      const title = uniqueSlug();
      const made = await upload(yaml(title));
      await upload(yaml(title, '2.0.0'), '?publish=false');
      const published = await target.put(`/reference/${String(made.json['id'])}/publish`);
      expect(published).toHoldA('reference');
      expect((await definition(made)).text).toBe(yaml(title, '2.0.0'));
      expect(await definition(made, '?draft=true')).toBeRefused(404);
    });

    test('400 where there is no draft', async () => {
      const made = await upload(yaml(uniqueSlug()));
      const answer = await target.put(`/reference/${String(made.json['id'])}/publish`);
      expect(answer).toBeRefused(400, /draft/);
    });
  });

  describe('format', () => {
    test('auto is the format that was sent', async () => {
      const text = JSON.stringify({
        openapi: '3.0.0',
        info: { title: uniqueSlug(), version: '1' },
      });
      const made = await upload(text);
      const auto = await definition(made, '?format=auto');
      expect(auto.text).toBe(text);
      expect(auto.headers.get('Content-Type')).toMatch(/^application\/json/);
      const written = await definition(await upload(yaml(uniqueSlug())));
      expect(written.headers.get('Content-Type')).toMatch(
        api === 'classic' ? /^application\/yaml/ : /^text\/yaml/,
      );
    });

    test('yaml becomes json in its order', async () => {
      const title = uniqueSlug();
      const { text, json } = await definition(await upload(yaml(title)), '?format=json');
      expect(json).toMatchObject({ openapi: '3.0.3', info: { title, version: '1.0.0' } });
      const keys = ['"openapi"', '"info"', '"paths"', '"/b"', '"404"', '"200"', '"/a"'];
      const places = keys.map((key) => text.indexOf(key));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places).not.toContain(-1);
    });

    test('json becomes yaml in its order', async () => {
      const title = uniqueSlug();
      const sent = `{"openapi":"3.0.0","info":{"version":"1.10","title":"${title}"},"paths":{"/a":{"get":{"responses":{"404":{"description":"no"},"200":{"description":"yes"}}}}}}`;
      const { text } = await definition(await upload(sent), '?format=yaml');
      // Quotes around a text are the writer's choice; a version of two parts must not become a number.
      expect(text).toMatch(/^openapi: "?3\.0\.0"?\ninfo:\n {2}version: "1\.10"\n/);
      expect(text.indexOf('"404":')).toBeGreaterThan(0);
      expect(text.indexOf('"404":')).toBeLessThan(text.indexOf('"200":'));
    });

    test('yaml stays yaml with its comments', async () => {
      const text = yaml(uniqueSlug());
      expect((await definition(await upload(text), '?format=yaml')).text).toBe(text);
    });

    test('another one is refused by name, and so is another draft', async () => {
      const made = await upload(yaml(uniqueSlug()));
      expect(await definition(made, '?format=xml')).toBeRefused(400, /format/);
      expect(await definition(made, '?draft=1')).toBeRefused(400, /draft/);
    });
  });

  describe.skipIf(EXTERNAL)('permissions', () => {
    const keyWith = (permission: 'reference.edit' | 'reference.publish') =>
      target.platform.admin.createKey({
        name: permission,
        permissions: [permission],
        versions: null,
      });

    test('a draft needs reference.edit; reference.publish alone is refused, and conversely', async () => {
      const edit = await keyWith('reference.edit');
      const publish = await keyWith('reference.publish');
      const text = yaml(uniqueSlug());
      const send = (query: string, key: string) =>
        target.upload(world.version, text, query, { key });
      expect((await send('?publish=false', edit)).status).toBe(201);
      expect(await send('?publish=false', publish)).toBeRefused(403, /reference\.edit/);
      expect(await send('', edit)).toBeRefused(403, /reference\.publish/);
      expect(await send('?publish=true', edit)).toBeRefused(403);
      expect((await send('?publish=true', publish)).status).toBe(201);
    });

    test('the same title in another version is another reference', async () => {
      const versions = (await target.get('/version')).json as unknown as { id: number }[];
      const text = yaml(uniqueSlug());
      const one = await upload(text);
      const two = await target.upload(Number(versions[1]?.id), text);
      expect(two.json['id']).not.toBe(one.json['id']);
    });
  });
}
