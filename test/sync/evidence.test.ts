import { describe, expect, test } from 'vitest';
import { hooks, stand } from '../support/hooks.ts';
import type { Between } from '../support/hooks.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

const FILE = 'docs/v1/guide/a.md';
const KEY = 'v1/guide/a';
const THEIRS = 'Half a sentence of an editor';

interface Scene {
  readonly bench: Workbench;
  readonly between: Between;
  /** A person edits the page in the editor. */
  edit(edit: { title?: string; slug?: string; content?: string }): Promise<void>;
  /** Runs once, before the first request that fits. */
  once(method: string, path: RegExp, act: () => Promise<void>): void;
  /** Runs once, after the platform answered the first request that fits. */
  onceAfter(method: string, path: RegExp, act: () => Promise<void | false>): void;
}

async function open(file: string, options: WorkbenchOptions = {}): Promise<Scene> {
  const between = hooks();
  const bench = await openWorkbench(
    { [FILE]: file, 'docs/v1/guide/other.md': pageFile('Other', 'Of the other.\n') },
    { baseUrl: ({ baseUrl }) => stand(baseUrl, between), requestTimeoutMs: 250, ...options },
  );
  return {
    bench,
    between,
    edit: async (edit) => {
      await bench.platform.admin.editor().edit(await bench.idOf(KEY), edit);
    },
    once: (method, path, act) => {
      let isOver = false;
      between.before = async (request) => {
        if (isOver || request.method !== method || !path.test(request.path)) return;
        isOver = true;
        await act();
      };
    },
    onceAfter: (method, path, act) => {
      let isOver = false;
      between.after = async (answer) => {
        if (isOver || answer.method !== method || !path.test(answer.path)) return;
        isOver = true;
        return act();
      };
    },
  };
}

const page = /^\/page\/\d+$/;
const publish = /^\/page\/\d+\/publish$/;

/** What the editor wrote is seen by whoever looks, and no push that nobody was asked about overwrites it. */
async function expectOwed({ bench }: Scene, field: 'body' | 'title'): Promise<void> {
  const { plan } = await bench.prepare({ looks: true, only: [KEY] });
  expect(plan.changes).toMatchObject([{ key: KEY, fields: [field] }]);
  expect(['pull', 'conflict']).toContain(plan.changes[0]?.kind);
}

async function expectKept(scene: Scene): Promise<void> {
  await expectOwed(scene, 'body');
  const { bench } = scene;
  await bench.write({ [FILE]: pageFile('A later title', 'A later text.\n') });
  await bench.push({ conflicts: 'skip' });
  const stored = (await bench.pages()).get(KEY);
  expect([stored?.draft, stored?.published]).toContain(THEIRS);
}

describe('an edit that is saved while its page is written', () => {
  test('of the text, before a new title: the next run sees it, and no later push overwrites it', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('New title', 'Ours.\n') });
    scene.once('PUT', page, () => scene.edit({ content: THEIRS }));
    const { outcome } = await bench.push();
    expect(outcome).toMatchObject({ failed: [], stopped: null, applied: [{}] });
    expect((await bench.pages()).get(KEY)).toMatchObject({ title: 'New title', draft: THEIRS });
    await expectKept(scene);
  });

  test('of the text, before a new slug: the next run sees it, and no later push overwrites it', async () => {
    const scene = await open(pageFile('A', 'Ours.\n', 'slug: a\n'));
    const { bench } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('A', 'Ours.\n', 'slug: moved\n') });
    scene.once('PUT', page, () => scene.edit({ content: THEIRS }));
    await bench.push();
    const { plan } = await bench.prepare({ looks: true });
    expect(plan.changes).toMatchObject([{ kind: 'pull', key: 'v1/guide/moved', fields: ['body'] }]);
  });

  test('of the title, before a new text: the next push does not send the old title', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    scene.once('PUT', page, () => scene.edit({ title: 'Their title' }));
    await bench.push();
    await expectOwed(scene, 'title');
    const { requests } = await bench.push();
    expect(requests).not.toHaveProperty('updatePage');
    expect((await bench.pages()).get(KEY)?.title).toBe('Their title');
  });

  test.each([{ isEdited: false }, { isEdited: true }])(
    'of the text, before it is published: the publish fails and names both texts, %j',
    async ({ isEdited }) => {
      const scene = await open(pageFile('A', 'Ours.\n'));
      const { bench } = scene;
      await bench.push();
      if (isEdited) await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
      scene.once('PUT', publish, () => scene.edit({ content: THEIRS }));
      const { outcome } = await bench.push({ publish: true, only: [KEY] });
      expect(outcome.failed).toMatchObject([{ change: { kind: 'publish', key: KEY } }]);
      const reason = outcome.failed[0]?.reason ?? '';
      expect(reason).toMatch(/^Readers see a text/);
      expect(reason.match(/\.docs-cli\/objects\//g)).toHaveLength(2);
      await expectKept(scene);
    },
  );

  test('of the text, where the answer lacks the text and the page is read back: it is not taken for ours', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench, between } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    between.after = async (answer) => {
      if (answer.method !== 'PUT') return;
      const { contentDraft: _, ...rest } = JSON.parse(answer.body) as Record<string, unknown>;
      answer.body = JSON.stringify(rest);
      await scene.edit({ content: THEIRS });
    };
    const { outcome } = await bench.push();
    expect(outcome.failed).toMatchObject([{ change: { kind: 'update', key: KEY } }]);
    await expectKept(scene);
  });

  test('of the text, before a new title whose answer is lost: it is not taken for ours', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('New title', 'Ours.\n') });
    scene.once('PUT', page, () => scene.edit({ content: THEIRS }));
    scene.onceAfter('PUT', page, () => Promise.resolve(false));
    await bench.push();
    expect((await bench.pages()).get(KEY)?.title).toBe('New title');
    await expectKept(scene);
  });
});

const both = (draft: string, shown: string): string =>
  `---\ntype: page\ntitle: A\n---draft\n\n${draft}\n\n---published\n\n${shown}\n`;

describe('an edit that is saved while both texts of a file are written', () => {
  test('before the publish: the page fails, and the draft is not put over it', async () => {
    const scene = await open(both('Newer.', 'Older.'));
    const { bench } = scene;
    scene.once('PUT', publish, () => scene.edit({ content: THEIRS }));
    const { outcome } = await bench.push({ publish: true, only: [KEY] });
    expect(outcome.failed).toMatchObject([{ change: { key: KEY } }, { change: { key: KEY } }]);
    expect((await bench.pages()).get(KEY)).toMatchObject({ draft: null, published: THEIRS });
  });

  test('and seen in the answer to the publish: the draft is not put over it', async () => {
    const scene = await open(both('Newer.', 'Older.'));
    const { bench, between } = scene;
    between.after = async (answer) => {
      if (!publish.test(answer.path)) return;
      const { contentPublished: _, ...rest } = JSON.parse(answer.body) as Record<string, unknown>;
      answer.body = JSON.stringify(rest);
      await scene.edit({ content: THEIRS });
    };
    const { outcome } = await bench.push({ publish: true, only: [KEY] });
    expect(outcome.failed).not.toEqual([]);
    expect((await bench.pages()).get(KEY)).toMatchObject({ draft: THEIRS, published: 'Older.' });
    await expectOwed(scene, 'body');
  });
});
