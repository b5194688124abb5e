/** `docs push --prune` and pages whose files were in a folder of another page: a page goes after all that were below it, or stays. */
import { describe, expect, test } from 'vitest';
import { Author } from '../support/author.ts';
import { passOn } from '../support/pass-on.ts';
import { openWorld, type World } from '../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const CONFIG = 'docs-cli.config.yml';
const FOLDER = 'content:\n  - path: docs\n';
/** More than one page of a folder goes. */
const PRUNE = ['push', '--prune', '--yes', '--force', '--json'];

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const PAGES = {
  [`${GUIDE}/par.md`]: page('Parent'),
  [`${GUIDE}/par/kid.md`]: page('Kid'),
  [`${GUIDE}/par/kid/toy.md`]: page('Toy'),
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((slug) => [`${GUIDE}/${slug}.md`, page(`Page ${slug}`)]),
  ),
};

/** Pages that were pushed; the files of `gone` are removed. */
async function openWithout(...gone: readonly string[]): Promise<World> {
  const world = await openWorld({ [CONFIG]: FOLDER, ...PAGES }, { rateLimits: false });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  for (const file of gone) await world.remove(`${GUIDE}/${file}.md`);
  return world;
}

const left = async (world: World): Promise<readonly string[]> =>
  (await world.platform.admin.pages()).map(({ slug }) => slug).filter((slug) => slug.length > 1);

const FAMILY = ['par', 'par/kid', 'par/kid/toy'];

describe('a page', () => {
  test('goes with all that were below it, the deepest first', async () => {
    const world = await openWithout(...FAMILY);
    const order: string[] = [];
    const baseUrl = await passOn(world.platform.baseUrl, async (request) => {
      if (request.startsWith('DELETE ')) order.push(request.replace(/.*\//, ''));
      return undefined;
    });
    const ids = await Promise.all(
      ['toy', 'kid', 'par'].map(async (slug) => (await world.page(`v1.0/guide/${slug}`))?.id),
    );

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(order).toEqual(ids.map(String));
    expect(await left(world)).toEqual([]);
  });

  test('stays with one below it that somebody changes meanwhile', async () => {
    const world = await openWithout(...FAMILY);
    const id = (await world.page('v1.0/guide/kid'))?.id ?? 0;
    let isSaved = false;
    const baseUrl = await passOn(world.platform.baseUrl, async (request) => {
      if (isSaved || !request.startsWith('DELETE ')) return undefined;
      isSaved = true;
      await new Author(world.platform).save(id, { content: 'Written in the browser.' });
      return undefined;
    });

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect(run).toMatchObject({ exitCode: 7 });
    expect(run.stdout).toContain('v1.0/guide/kid is below it, and was not deleted.');
    expect((await left(world)).toSorted()).toEqual(['kid', 'par']);
  });

  test('stays with one below it that cannot be deleted', async () => {
    const world = await openWithout(...FAMILY);
    const id = (await world.page('v1.0/guide/kid'))?.id;
    const baseUrl = await passOn(world.platform.baseUrl, async (request) =>
      request.startsWith('DELETE ') && request.endsWith(`/page/${id}`)
        ? { status: 400, body: '{"message":"No","httpCode":400,"code":1}' }
        : undefined,
    );

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect(run).toMatchObject({ exitCode: 7 });
    expect((await left(world)).toSorted()).toEqual(['kid', 'par']);
  });

  test('stays where the run is not about one below it', async () => {
    const world = await openWithout(...FAMILY);

    const run = await world.run(...PRUNE, 'v1.0/guide/par');

    expect(run).toMatchObject({ exitCode: 7 });
    expect(run.stdout).toMatch(/v1.0\/guide\/(kid|toy) is below it, and stays/);
    expect((await left(world)).toSorted()).toEqual(['kid', 'par', 'toy']);
  });

  test('stays where the file of one below it is there, and where it is left out', async () => {
    const world = await openWithout('par', 'par/kid');
    const run = await world.run(...PRUNE);
    expect(run).toMatchObject({ exitCode: 7 });
    expect(run.stdout).toContain(`${GUIDE}/par/kid/toy.md is below it`);

    await world.write({ [CONFIG]: `${FOLDER}    exclude: ['**/toy.md']\n` });
    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 7 });
    expect((await left(world)).toSorted()).toEqual(['kid', 'par', 'toy']);
  });

  test('goes where the file of one that was below it is elsewhere', async () => {
    const world = await openWithout('par', 'par/kid/toy');
    await world.remove(`${GUIDE}/par/kid.md`);
    await world.write({ [`${GUIDE}/kid.md`]: page('Kid') });

    const run = await world.run(...PRUNE);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(await left(world)).toEqual(['kid']);
  });
});
