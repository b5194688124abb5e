import { expect, test } from 'vitest';
import { stand, type Between } from '../support/acting-proxy.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const FILE = 'docs/v1/guide/a.md';
const KEY = 'v1/guide/a';

/** `isListed`: what the platform says of a page. */
async function open(
  header: string,
  isListed: (page: { published: string | null }) => boolean,
): Promise<Workbench> {
  const between: Between = {};
  between.after = async (answer) => {
    const said = JSON.parse(answer.body) as { page?: Record<string, unknown>; listed?: unknown };
    for (const stored of (await bench.pages()).values()) {
      if (said.page?.[stored.id])
        Object.assign(said.page[stored.id] ?? {}, { listed: isListed(stored) });
      if (answer.path.startsWith(`/page/${stored.id}`)) said.listed = isListed(stored);
    }
    answer.body = JSON.stringify(said);
  };
  const files = { [FILE]: pageFile('A', 'Not for all.\n', header) };
  const bench = await openWorkbench(files, { baseUrl: ({ baseUrl }) => stand(baseUrl, between) });
  return bench;
}

const publishedOf = async (bench: Workbench) => (await bench.pages()).get(KEY)?.published;

test.each(['listed: false\n', 'hidden: true\n', 'audience: staff\n'])(
  'a page that was never published and whose file says %j is published only by a push that allows it, however often that is tried',
  async (header) => {
    // Publishing lists a page, as the vendor says.
    const bench = await open(header, ({ published }) => published !== null);
    for (let run = 0; run < 3; run += 1) {
      await bench.push({ publish: true });
      expect(await publishedOf(bench)).toBeNull();
    }
    await bench.push({ publish: true, allowListed: true });
    expect(await publishedOf(bench)).toBe('Not for all.');
  },
);

test('an unlisted page that was published, and that the platform does not list, is published again without a question', async () => {
  const bench = await open('listed: false\n', () => false);
  await bench.push({ publish: true, allowListed: true });
  await bench.write({ [FILE]: pageFile('A', 'Newer.\n', 'listed: false\n') });
  await bench.push({ publish: true });
  expect(await publishedOf(bench)).toBe('Newer.');
});
