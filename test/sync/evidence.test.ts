import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/sync/run/apply.ts';
import { stand, type Answering, type Between } from '../support/acting-proxy.ts';
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
  const between: Between = {};
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

/** As the platform may answer (docs/service.md, "Pages"). */
function leaveOut(answer: Answering, field: string): void {
  const { [field]: _, ...rest } = JSON.parse(answer.body) as Record<string, unknown>;
  answer.body = JSON.stringify(rest);
}

const page = /^\/page\/\d+$/;
const publish = /^\/page\/\d+\/publish$/;

/** What the editor wrote is seen by whoever looks, and no push that nobody was asked about overwrites it. */
async function expectOwed({ bench }: Scene, field: 'body' | 'title'): Promise<void> {
  const { plan } = await bench.prepare({ only: [KEY] });
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
  test('of the text, before a new title: the next run notices it, and no later push overwrites it', async () => {
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

  test('of the text, before a new slug: the next run notices it, and no later push overwrites it', async () => {
    const scene = await open(pageFile('A', 'Ours.\n', 'slug: a\n'));
    const { bench } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('A', 'Ours.\n', 'slug: moved\n') });
    scene.once('PUT', page, () => scene.edit({ content: THEIRS }));
    await bench.push();
    const { plan } = await bench.prepare();
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

  test.each([{ title: 'Their title' }, { slug: 'theirs' }])(
    'before a new text is put or published, %j: later writes do not treat it as ours',
    async (edit) => {
      const scene = await open(pageFile('A', 'Ours.\n'));
      const { bench } = scene;
      await bench.push({ publish: true });
      const id = await bench.idOf(KEY);
      await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
      // What a write sets is overwritten: a slug goes with each, a title does not.
      scene.once('PUT', edit.slug === undefined ? page : publish, () => scene.edit(edit));
      await bench.push({ publish: true });
      const { plan } = await bench.prepare({ only: [KEY] });
      const [field] = Object.keys(edit);
      expect(plan.changes).toMatchObject([{ kind: 'pull', key: KEY, fields: [field] }]);
      await bench.write({ [FILE]: pageFile('A', 'Ours, newest.\n') });
      await bench.push({ publish: true });
      const stored = [...(await bench.pages()).values()].find((each) => each.id === id);
      expect(stored).toMatchObject(edit);
    },
  );

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
      const { reason = '', hint = '' } = outcome.failed[0] ?? {};
      expect(reason).toMatch(/^Readers see a text/);
      expect(hint).toMatch(
        /^docs diff \S+ shows both texts; your text: \.docs-cli\/objects\/\S+ and the platform’s text: \.docs-cli\/objects\/\S+$/,
      );
      await expectKept(scene);
    },
  );

  test('of the text, if the answer lacks the text and the page is read again: it is not treated as ours', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench, between } = scene;
    await bench.push();
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    between.after = async (answer) => {
      if (answer.method !== 'PUT') return;
      leaveOut(answer, 'contentDraft');
      await scene.edit({ content: THEIRS });
    };
    const { outcome } = await bench.push();
    expect(outcome.failed).toMatchObject([{ change: { kind: 'update', key: KEY } }]);
    await expectKept(scene);
  });

  test('and puts the former text back over one that was published, before the lost answer is searched for: it stays', async () => {
    const scene = await open(pageFile('A', 'Former.\n'));
    const { bench } = scene;
    await bench.push({ publish: true });
    await bench.write({ [FILE]: pageFile('A', 'Ours.\n') });
    scene.onceAfter('PUT', publish, async () => {
      await scene.edit({ content: 'Former.' });
      return false;
    });
    await bench.push({ publish: true });
    await expectOwed(scene, 'body');
    await bench.push({ conflicts: 'ours', publish: true });
    expect((await bench.pages()).get(KEY)).toMatchObject({ draft: 'Former.', published: 'Ours.' });
  });

  test('of the text, before a new title whose answer is lost: it is not treated as ours', async () => {
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

test('an answer without the text does not prove an edit: the page is read again', async () => {
  const { bench, between } = await open(pageFile('A', 'Ours.\n'));
  await bench.push();
  await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
  between.after = async (answer) => {
    if (answer.method === 'PUT') leaveOut(answer, 'contentDraft');
  };
  const { outcome } = await bench.push();
  expect(outcome).toMatchObject({ failed: [], applied: [{ kind: 'update', key: KEY }] });
});

const both = (draft: string, shown: string): string =>
  `---\ntype: page\ntitle: A\n---draft\n\n${draft}\n\n---published\n\n${shown}\n`;

describe('an edit that is saved while both texts of a file are written', () => {
  test('before the publish: the page fails, and the draft is not put over the edit', async () => {
    const scene = await open(both('Newer.', 'Older.'));
    const { bench } = scene;
    scene.once('PUT', publish, () => scene.edit({ content: THEIRS }));
    const { outcome } = await bench.push({ publish: true, only: [KEY] });
    expect(outcome.failed).toMatchObject([{ change: { key: KEY } }, { change: { key: KEY } }]);
    expect((await bench.pages()).get(KEY)).toMatchObject({ draft: null, published: THEIRS });
  });

  test('and is in the answer to the publish: the draft is not put over the edit', async () => {
    const scene = await open(both('Newer.', 'Older.'));
    const { bench, between } = scene;
    between.after = async (answer) => {
      if (!publish.test(answer.path)) return;
      leaveOut(answer, 'contentPublished');
      await scene.edit({ content: THEIRS });
    };
    const { outcome } = await bench.push({ publish: true, only: [KEY] });
    expect(outcome.failed).not.toEqual([]);
    expect((await bench.pages()).get(KEY)).toMatchObject({ draft: THEIRS, published: 'Older.' });
    await expectOwed(scene, 'body');
  });
});

/** Somebody saves a text, and publishes it. */
async function publishTheirs(scene: Scene): Promise<void> {
  const { bench } = scene;
  await scene.edit({ content: THEIRS });
  await bench.platform.admin.editor().publish(await bench.idOf(KEY));
}

/** A text that readers see, with ours put over it as a draft. */
async function openPublishedUnder(isPublish: boolean): Promise<Scene & { hint: string }> {
  const scene = await open(pageFile('A', 'Ours.\n'));
  const { bench } = scene;
  await bench.push({ publish: true });
  await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
  scene.once('PUT', page, () => publishTheirs(scene));
  const { outcome } = await bench.push({ publish: isPublish, only: [KEY] });
  expect(outcome.failed).toHaveLength(isPublish ? 1 : 0);
  return { ...scene, hint: outcome.failed[0]?.hint ?? '' };
}

describe('a text that somebody saves and publishes while its page is written', () => {
  test('is kept, and reported together with the text that was sent', async () => {
    const { bench, hint } = await openPublishedUnder(true);
    const kept = [...hint.matchAll(/\.docs-cli\/objects\/[\w/-]+/g)].map(([path]) => path);
    const texts = await Promise.all(kept.map((path) => readFile(join(bench.folder, path), 'utf8')));
    expect(texts).toEqual(['Ours, newer.', THEIRS]);
  });

  test.each([true, false])(
    'is a conflict in the next run, and no push replaces it, with --publish: %s',
    async (isPublish) => {
      const { bench } = await openPublishedUnder(isPublish);
      const { plan } = await bench.prepare({ only: [KEY] });
      expect(plan.changes).toMatchObject([{ kind: 'conflict', key: KEY, fields: ['body'] }]);
      await bench.write({ [FILE]: pageFile('A', 'Ours, newest.\n') });
      await bench.push({ publish: true, conflicts: 'skip' });
      await bench.push({ conflicts: 'skip' });
      expect((await bench.pages()).get(KEY)?.published).toBe(THEIRS);
    },
  );

  test('is taken over with --theirs, and the draft on top of it is sent with the next push', async () => {
    const { bench } = await openPublishedUnder(true);
    await bench.push({ conflicts: 'theirs', pull: true, publish: true });
    expect(await readFile(join(bench.folder, FILE), 'utf8')).toContain(THEIRS);
    await bench.push({ publish: true });
    const stored = (await bench.pages()).get(KEY);
    expect([stored?.draft ?? stored?.published, stored?.published]).toEqual([
      expect.stringContaining(THEIRS),
      expect.stringContaining(THEIRS),
    ]);
    const { plan } = await bench.prepare({ looks: 'all', publish: true, only: [KEY] });
    expect(plan.changes).toEqual([]);
  });

  test('is replaced with --ours', async () => {
    const { bench } = await openPublishedUnder(true);
    await bench.push({ conflicts: 'ours', publish: true });
    expect((await bench.pages()).get(KEY)?.published).toBe('Ours, newer.');
    const { plan } = await bench.prepare({ looks: 'all', publish: true, only: [KEY] });
    expect(plan.changes).toEqual([]);
  });

  test('is written between markers with --merge', async () => {
    const { bench } = await openPublishedUnder(true);
    await bench.push({ conflicts: 'merge', publish: true });
    const file = await readFile(join(bench.folder, FILE), 'utf8');
    expect(file).toContain(THEIRS);
    expect(file).toContain('Ours, newer.');
    await bench.write({ [FILE]: pageFile('A', 'Both.\n') });
    await bench.push({ publish: true });
    expect((await bench.pages()).get(KEY)?.published).toBe('Both.');
    const { plan } = await bench.prepare({ looks: 'all', publish: true, only: [KEY] });
    expect(plan.changes).toEqual([]);
  });
});

describe('a draft of ours that somebody restores after another text was published', () => {
  async function openRestored(): Promise<Scene> {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench } = scene;
    await bench.push({ publish: true });
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    await bench.push();
    scene.once('PUT', publish, () => scene.edit({ content: THEIRS }));
    const { outcome } = await bench.push({ publish: true, only: [KEY] });
    expect(outcome.failed).toHaveLength(1);
    expect((await bench.pages()).get(KEY)).toMatchObject({ draft: null, published: THEIRS });
    await scene.edit({ content: 'Ours, newer.' });
    return scene;
  }

  test('is a conflict with the published text, because nobody here chose it', async () => {
    const { bench } = await openRestored();
    const { plan } = await bench.prepare({ only: [KEY] });
    expect(plan.changes).toMatchObject([{ kind: 'conflict', key: KEY, fields: ['body'] }]);
    await expect(bench.push({ publish: true })).rejects.toMatchObject({ code: 'conflict' });
    expect((await bench.pages()).get(KEY)).toMatchObject({ published: THEIRS });
  });

  test('stays with --ours, and is replaced by the published text with --theirs', async () => {
    const { bench } = await openRestored();
    await bench.push({ conflicts: 'theirs', pull: true });
    expect(await readFile(join(bench.folder, FILE), 'utf8')).toContain(THEIRS);
    expect((await bench.pages()).get(KEY)).toMatchObject({ published: THEIRS });
    const other = await openRestored();
    await other.bench.push({ conflicts: 'ours', publish: true });
    expect((await other.bench.pages()).get(KEY)?.published).toBe('Ours, newer.');
  });
});

describe('a draft of ours that somebody publishes while a newer text is written', () => {
  test.each([{ reprint: false }, { reprint: true }])(
    'is not an edit by somebody else: there is no conflict, and the newer text stays, %j',
    async ({ reprint }) => {
      const scene = await open(pageFile('A', '* Ours.\n'), { reprint });
      const { bench } = scene;
      await bench.push();
      await bench.write({ [FILE]: pageFile('A', '* Ours, newer.\n') });
      const id = await bench.idOf(KEY);
      scene.once('PUT', page, () => bench.platform.admin.editor().publish(id));
      await bench.push();
      const { plan } = await bench.prepare({ only: [KEY] });
      expect(plan.changes).toEqual([]);
      await bench.push({ pull: true, conflicts: 'theirs' });
      expect(await readFile(join(bench.folder, FILE), 'utf8')).toContain('Ours, newer.');
      await bench.push({ publish: true });
      expect((await bench.pages()).get(KEY)?.published).toContain('Ours, newer.');
      const again = await bench.prepare({ looks: 'all', publish: true, only: [KEY] });
      expect(again.plan.changes).toEqual([]);
    },
  );
});

describe('a page whose title is taken over and whose text is sent', () => {
  test('is not written if it has changed when it is read before the title is taken over', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench } = scene;
    await bench.push();
    await scene.edit({ title: 'Their title' });
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    const id = await bench.idOf(KEY);
    const prepared = await bench.prepare({ pull: true, only: [KEY] });
    await scene.edit({ slug: 'theirs' });
    // Without room for what the plan read, the page is read again before its title is taken over.
    expect(await prepared.run.platform.recent.look(id, bench.deps)).toBeDefined();
    const outcome = await apply(prepared, bench.deps);
    expect(outcome).toMatchObject({ applied: [], failed: [], stopped: null });
    expect(outcome.skipped.map(({ change }) => change.kind)).toEqual(['pull', 'update']);
    expect([...(await bench.pages()).keys()]).toContain('v1/guide/theirs');
  });
});

describe('a slug that somebody changed in the editor', () => {
  test.each(['to the same text', 'to another text'])(
    'is kept when texts are merged %s',
    async (how) => {
      const scene = await open(pageFile('A', 'One.\n\nTwo.\n\nThree.\n'));
      const { bench } = scene;
      await bench.push();
      const id = await bench.idOf(KEY);
      const isSame = how === 'to the same text';
      await scene.edit({ slug: 'theirs', content: 'One of theirs.\n\nTwo.\n\nThree.\n' });
      const first = isSame ? 'One of theirs.' : 'One.';
      const title = isSame ? 'Ours' : 'A';
      await bench.write({ [FILE]: pageFile(title, `${first}\n\nTwo.\n\nThree of ours.\n`) });
      for (let run = 1; run <= 3; run += 1) await bench.push({ conflicts: 'merge', pull: true });
      const stored = [...(await bench.pages()).values()].find((each) => each.id === id);
      expect(stored?.slug).toBe('theirs');
    },
  );
});

describe('a page whose slug somebody changes before the lost answer of its creation is searched for', () => {
  test('is not created twice, and keeps that slug', async () => {
    const scene = await open(pageFile('A', 'Ours.\n'));
    const { bench } = scene;
    scene.onceAfter('POST', /./, async () => {
      await bench.platform.admin.editor().edit(await bench.idOf(KEY), { slug: 'theirs' });
      return false;
    });
    await bench.push({ only: [KEY] });
    await bench.push();
    const { plan } = await bench.prepare({ only: [KEY] });
    expect(plan.changes).toMatchObject([{ kind: 'pull', key: KEY, fields: ['slug'] }]);
    const own = [...(await bench.pages()).values()].filter(({ title }) => title === 'A');
    expect(own).toMatchObject([{ slug: 'theirs' }]);
  });
});
