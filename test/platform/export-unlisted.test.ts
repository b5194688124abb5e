/** What an export says of who may find a page, and what comes of it in a platform that starts from it. */
import { expect, onTestFinished, test } from 'vitest';
import { readArchive } from '../../src/content/archive/read-texts.ts';
import { readProject } from '../../src/content/export/read-export.ts';
import type { PlatformOptions } from '../../src/platform/platform-options.ts';
import { request, type Json } from '../support/request.ts';
import { REVISIONS } from '../support/revisions.ts';
import { start } from './support/platform.ts';
import { saved, unzip } from './support/zip.ts';
import type { TestPlatform } from '../support/platform.ts';

const EMPTY = { versions: [], documentations: [], references: [] };

async function opened(options: Partial<PlatformOptions>): Promise<TestPlatform> {
  const platform = await start({ rateLimits: false, ...options });
  onTestFinished(() => platform.close());
  return platform;
}

async function exported(platform: TestPlatform): Promise<Buffer> {
  return (await request(platform, 'GET', '/export')).bytes;
}

/** `listed` of the page in its file, in `GET /all` and in `GET /page/{id}`. */
async function everywhere(platform: TestPlatform, id: number): Promise<unknown[]> {
  const texts = [...(await unzip(await exported(platform))).values()];
  const file = texts.find((text) => text.includes('slug: notes')) ?? '';
  const all = (await request(platform, 'GET', '/all')).json;
  const read = (await request(platform, 'GET', `/page/${id}`)).json;
  const inAll = ((all['page'] as Json)[String(id)] as Json)['listed'];
  return [/^listed: (.*)$/m.exec(file)?.[1] === 'true', inAll, read['listed']];
}

test.each(REVISIONS)(
  'an export describes a draft like every other answer, and its first publish lists it, also in a copy (%s)',
  async (api) => {
    const platform = await opened({ api });
    const documentation = await platform.admin.documentationId('v1', 'guides');
    const page = { title: 'Notes', slug: 'notes', content: 'Draft.' };
    const made = await request(platform, 'POST', `/documentation/${documentation}/page`, {
      json: page,
    });
    const id = Number(made.json['id']);
    const draft = api === 'classic';
    expect(await everywhere(platform, id)).toEqual([draft, draft, draft]);

    const archive = readProject(await readArchive(await saved(await exported(platform))));
    const copy = await opened({ api, seed: EMPTY, archive });
    const [copied] = await copy.admin.pages();
    const copiedId = Number(copied?.id);
    expect(await everywhere(copy, copiedId)).toEqual([draft, draft, draft]);

    for (const [each, itsId] of [
      [platform, id],
      [copy, copiedId],
    ] as const) {
      await request(each, 'PUT', `/page/${itsId}/publish`);
      expect(await everywhere(each, itsId)).toEqual([true, true, true]);
    }
  },
);
