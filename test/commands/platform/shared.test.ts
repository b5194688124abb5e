import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

test('a platform made from a folder shows its variables, synced blocks and titles', async () => {
  const world = await openWorld({
    'docs/developerhub.yaml': 'variables:\n  product: Lapwing\n',
    'docs/_synced-blocks/note.md':
      "---\ntitle: 'Note'\n---\n\nOf %product%: [auto$](../v1.0/guide/intro.md#top).\n",
    'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
    'docs/v1.0/guide/intro.md': '---\ntitle: Introduction\n---\n\nText\n',
    'docs/v1.0/guide/more.md': '---\ntitle: More\n---\n\n{% synced id="note" /%}\n',
    'docs-cli.config.yml': 'content: [{ path: docs }]\n',
  });
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  const page = await world.page('v1.0/guide/more');
  const answer = await fetch(`${world.platform.baseUrl}/page/${page?.id}?format=html`, {
    headers: { 'X-Api-Key': world.platform.apiKey },
  });
  expect(await answer.json()).toMatchObject({
    contentDraft: '<p>Of Lapwing: <a href="/v1.0/guide/intro#top">Introduction</a>.</p>\n',
  });
});
