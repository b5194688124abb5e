// Slow: each row makes a git history of its own.
/**
 * Whose text is it? Histories of a folder, its git and its platform, each with what a push of it
 * sends, leaves or refuses, and with its dangerous twin: an edit that somebody made in the editor.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlatformOptions } from '../../../src/platform/platform-options.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { commitAll, git, gitWith } from '../../support/git.ts';
import type { Run } from '../../support/host.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1/guide';
const LOCK = 'docs-cli.lock';
const A = 'v1/guide/a';

const MORE = Array.from({ length: 8 }, (_, n) => `Paragraph ${n} of this page.`).join('\n\n');
const text = (word: string): string => `${word}\n\n${MORE}\n`;
const page = (word: string, title = 'Page A'): string =>
  `---\ntitle: ${title}\n---\n\n${text(word)}`;

/** A folder, its repository and its platform. Page a was pushed with the text "zero", and committed. */
class Story {
  readonly world: World;
  /** The page's id. */
  #id = 0;

  constructor(world: World) {
    this.world = world;
  }

  static async open(options: Partial<PlatformOptions> = {}, ignored = ''): Promise<Story> {
    const world = await openWorld(
      {
        '.gitignore': `.docs-cli/\n${ignored}`,
        [`${GUIDE}/a.md`]: page('zero'),
        [`${GUIDE}/b.md`]: page('of b', 'Page B'),
        [`${GUIDE}/z.md`]: page('of z', 'Page Z'),
      },
      options,
    );
    const story = new Story(world);
    await story.push();
    story.commit('zero');
    story.#id = (await world.page(A))?.id ?? 0;
    return story;
  }

  /** Writes the file of a page. */
  write(word: string, { title = 'Page A', slug = 'a' } = {}): Promise<void> {
    return this.world.write({ [`${GUIDE}/${slug}.md`]: page(word, title) });
  }

  commit(message: string): void {
    commitAll(this.world.folder, message);
  }

  git(...args: readonly string[]): string {
    return git(this.world.folder, ...args);
  }

  async push(...more: readonly string[]): Promise<Run> {
    const run = await this.world.run('push', '--yes', ...more);
    if (run.exitCode !== 0) throw new Error(run.stdout + run.stderr);
    return run;
  }

  /** Edits, pushes and commits, page and lock together. */
  async edit(word: string, names: Parameters<Story['write']>[1] = {}): Promise<void> {
    await this.write(word, names);
    await this.push();
    this.commit(word);
  }

  /** As a pipeline does it: the lock that the push writes is not kept. */
  async pipeline(word: string, names: Parameters<Story['write']>[1] = {}): Promise<void> {
    await this.write(word, names);
    this.git('add', 'docs');
    this.commit(word);
    await this.push();
    this.git('checkout', '--quiet', '--', LOCK);
  }

  async editor(edit: { content?: string; title?: string; slug?: string }): Promise<void> {
    const { content, ...rest } = edit;
    const body = content === undefined ? {} : { content: text(content) };
    await this.world.platform.admin.editor().edit(this.#id, { ...rest, ...body });
  }

  /** Removes page a, deletes it on the platform, and commits the lock without it. */
  async prune(): Promise<void> {
    this.git('rm', '--quiet', `${GUIDE}/a.md`);
    this.commit('remove');
    await this.push('--prune');
    this.git('add', '-A');
    this.git('commit', '--quiet', '--amend', '--no-edit');
  }

  async remove(): Promise<void> {
    const found = await this.world.page(A);
    await this.world.platform.admin.editor().remove(found?.id ?? 0);
  }

  publish(): Promise<void> {
    return this.world.platform.admin.editor().publish(this.#id);
  }

  /** The page, wherever it is now. */
  async there() {
    const pages = await this.world.platform.admin.pages();
    const found = pages.find(({ id }) => id === this.#id);
    const [word = null] = (found?.draft ?? found?.published ?? '').split('\n');
    return found && { word, title: found.title, slug: found.slug };
  }
}

const GONE: readonly (readonly [
  name: string,
  play: (story: Story) => Promise<void>,
  says: RegExp,
  isThere: boolean,
])[] = [
  [
    'a revert of a deletion makes the page again',
    async (story) => {
      await story.prune();
      revert(story);
    },
    /\+ v1\/guide\/a +new/,
    true,
  ],
  [
    'a deletion that was taken back before it was committed makes the page again with --recreate only',
    async (story) => {
      story.git('rm', '--quiet', `${GUIDE}/a.md`);
      story.commit('remove');
      await story.push('--prune');
      story.git('checkout', '--quiet', 'HEAD~1', '--', '.');
    },
    /docs push --recreate/,
    false,
  ],
  [
    'a page that an editor deleted is not made again, though a commit once lost the lock',
    async (story) => {
      const lock = await story.world.read(LOCK);
      await story.world.write({ [LOCK]: `${lock.split('\n')[0]}\n` });
      story.commit('lost');
      await rm(join(story.world.folder, '.docs-cli'), { recursive: true });
      await story.push();
      await story.world.write({ [LOCK]: lock });
      story.commit('found');
      await story.remove();
    },
    /docs push --recreate/,
    false,
  ],
  [
    'a page that an editor deleted is not made again',
    async (story) => story.remove(),
    /docs push --recreate/,
    false,
  ],
  [
    'a page that was made again after a revert, and that an editor deleted, is not made again',
    async (story) => {
      await story.prune();
      revert(story);
      await story.push();
      story.commit('again');
      await story.remove();
    },
    /docs push --recreate/,
    false,
  ],
];

describe('after this history of a deletion', () => {
  test.each(GONE)('%s', async (_, happen, says, isThere) => {
    const story = await Story.open({ api: '2026' });
    await happen(story);
    const run = await story.world.run('push', '--yes');
    expect(run.stdout + run.stderr).toMatch(says);
    expect((await story.world.page(A)) !== undefined).toBe(isThere);
  });
});

/**
 * What a push does. `sent`: the page is as its file. `newer`: the page stays, and the run says that
 * it is newer there. `conflict`: the page stays, and the run ends with 5.
 */
type Ending =
  | { readonly sent: string; readonly title?: string; readonly slug?: string }
  | 'newer'
  | 'conflict'
  | 'nothing';

/** What a run says that leaves the page as it is. */
const WORDS = {
  newer: /1 page changed on the platform only/,
  conflict: /1 page (changed here and on|different on both sides)/,
  nothing: /unchanged/,
} as const;

interface History {
  readonly name: string;
  readonly play: (story: Story) => Promise<void>;
  readonly ends: Ending;
  /** What the plan says. */
  readonly says?: RegExp;
  readonly args?: readonly string[];
  readonly options?: Partial<PlatformOptions>;
  /** The lock is in .gitignore. */
  readonly ignored?: true;
}

const UNDOES = /~ v1\/guide\/a +body(, publish)?; undoes commit [\da-f]{7}/;
const REPLACES = /~ v1\/guide\/a +body; replaces what commit [\da-f]{7} has/;
const revert = (story: Story, ...commits: readonly string[]): string =>
  story.git('revert', '--no-edit', ...(commits.length === 0 ? ['HEAD'] : commits));

const HISTORIES: readonly History[] = [
  {
    name: 'a revert of an edit, lock and page in one commit',
    play: async (story) => {
      await story.edit('one');
      revert(story);
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'a revert of an edit that an editor changed since',
    play: async (story) => {
      await story.edit('one');
      await story.editor({ content: 'theirs' });
      revert(story);
    },
    ends: 'conflict',
  },
  {
    name: 'a revert of an edit that an editor changed, and changed back',
    play: async (story) => {
      await story.edit('one');
      await story.editor({ content: 'theirs' });
      await story.editor({ content: 'one' });
      revert(story);
    },
    ends: 'conflict',
  },
  {
    name: 'a revert of an edit, to which an editor gave the text of another page',
    play: async (story) => {
      await story.edit('one');
      await story.editor({ content: 'of b' });
      revert(story);
    },
    ends: 'conflict',
  },
  {
    name: 'a revert of an edit that was published later',
    play: async (story) => {
      await story.push('--publish');
      story.commit('published');
      await story.edit('one');
      await story.publish();
      revert(story);
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'a revert of an edit that was published later, published too',
    play: async (story) => {
      await story.push('--publish');
      story.commit('published');
      await story.edit('one');
      await story.publish();
      revert(story);
    },
    args: ['--publish'],
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'a revert of two edits, of which an editor restored and published the first',
    play: async (story) => {
      await story.edit('one');
      await story.edit('two');
      await story.editor({ content: 'one' });
      await story.publish();
      revert(story, 'HEAD', 'HEAD~1');
    },
    ends: 'conflict',
  },
  {
    name: 'a revert of two edits, one commit each',
    play: async (story) => {
      await story.edit('one');
      await story.edit('two');
      revert(story, 'HEAD', 'HEAD~1');
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'a revert of an edit in the middle, of another page',
    play: async (story) => {
      await story.edit('one');
      await story.edit('more of z', { title: 'Page Z', slug: 'z' });
      revert(story, 'HEAD~1');
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'a revert that was edited before it is pushed',
    play: async (story) => {
      await story.edit('one');
      revert(story);
      await story.write('three');
    },
    ends: { sent: 'three' },
  },
  {
    name: 'a revert that was pushed, and reverted',
    play: async (story) => {
      await story.edit('one');
      revert(story);
      await story.push();
      story.commit('pushed');
      await story.write('one');
    },
    ends: { sent: 'one' },
  },
  {
    name: 'a revert that was pushed, after which an editor restores the edit',
    play: async (story) => {
      await story.edit('one');
      revert(story);
      await story.push();
      story.commit('pushed');
      await story.editor({ content: 'one' });
    },
    ends: 'newer',
  },
  {
    name: 'a revert of a new title',
    play: async (story) => {
      await story.edit('zero', { title: 'Page One' });
      revert(story);
    },
    ends: { sent: 'zero', title: 'Page A' },
    says: /~ v1\/guide\/a +title; undoes commit [\da-f]{7}/,
  },
  {
    name: 'a revert of a new title, to which an editor gave another',
    play: async (story) => {
      await story.edit('zero', { title: 'Page One' });
      await story.editor({ title: 'Theirs' });
      revert(story);
    },
    ends: 'conflict',
  },
  {
    name: 'a revert of a rename',
    play: async (story) => {
      story.git('mv', `${GUIDE}/a.md`, `${GUIDE}/renamed.md`);
      await story.push();
      story.commit('rename');
      revert(story);
    },
    ends: { sent: 'zero', slug: 'a' },
    says: /~ v1\/guide\/a +slug; .*undoes commit [\da-f]{7}/,
  },
  {
    name: 'a revert of a rename, to which an editor gave another slug',
    play: async (story) => {
      story.git('mv', `${GUIDE}/a.md`, `${GUIDE}/renamed.md`);
      await story.push();
      story.commit('rename');
      await story.editor({ slug: 'theirs' });
      revert(story);
    },
    ends: 'conflict',
  },
  {
    name: 'a slug that an editor changed',
    play: async (story) => {
      await story.edit('one');
      await story.editor({ slug: 'theirs' });
    },
    ends: 'newer',
  },
  {
    name: 'a revert of a pull',
    play: async (story) => {
      await story.editor({ content: 'theirs' });
      expect(await story.world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
      story.commit('pull');
      revert(story);
    },
    ends: 'conflict',
    says: /the file is as it was before a pull or merge/,
  },
  {
    name: 'a revert of a pull, edited before it is pushed',
    play: async (story) => {
      await story.editor({ content: 'theirs' });
      expect(await story.world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
      story.commit('pull');
      revert(story);
      await story.write('mine');
    },
    ends: 'conflict',
  },
  {
    name: 'a revert of a pull and of the edit after it, one commit each',
    play: async (story) => {
      await story.editor({ content: 'theirs' });
      expect(await story.world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
      story.commit('pull');
      await story.edit('mine');
      revert(story, 'HEAD', 'HEAD~1');
    },
    ends: 'conflict',
  },
  {
    name: 'file and lock of an older commit, not committed',
    play: async (story) => {
      await story.edit('one');
      story.git('checkout', '--quiet', 'HEAD~1', '--', '.');
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'the file alone of an older commit',
    play: async (story) => {
      await story.edit('one');
      story.git('checkout', '--quiet', 'HEAD~1', '--', 'docs');
    },
    ends: { sent: 'zero' },
  },
  {
    name: 'the lock alone of an older commit',
    play: async (story) => {
      await story.edit('one');
      story.git('checkout', '--quiet', 'HEAD~1', '--', LOCK);
    },
    ends: 'nothing',
  },
  {
    name: 'the lock alone of an older commit, and an edit',
    play: async (story) => {
      await story.edit('one');
      story.git('checkout', '--quiet', 'HEAD~1', '--', LOCK);
      await story.write('two');
    },
    ends: { sent: 'two' },
  },
  {
    name: 'a reset to an older commit',
    play: async (story) => {
      await story.edit('one');
      story.git('reset', '--quiet', '--hard', 'HEAD~1');
    },
    ends: 'newer',
    says: /docs push --ours <page> sends the file/,
  },
  {
    name: 'a reset to an older commit, and the page is named with --ours',
    play: async (story) => {
      await story.edit('one');
      story.git('reset', '--quiet', '--hard', 'HEAD~1');
    },
    args: ['--ours', A],
    ends: { sent: 'zero' },
    says: /~ v1\/guide\/a +body; replaces what changed on the platform/,
  },
  {
    name: 'an editor’s edit, and --ours without a name',
    play: async (story) => story.editor({ content: 'theirs' }),
    args: ['--ours'],
    ends: 'newer',
  },
  {
    name: 'an editor’s edit, and --ours with a folder',
    play: async (story) => story.editor({ content: 'theirs' }),
    args: ['--ours', GUIDE],
    ends: 'newer',
  },
  {
    name: 'another branch, which does not have the push',
    play: async (story) => {
      story.git('checkout', '--quiet', '-b', 'feature');
      await story.edit('one');
      story.git('checkout', '--quiet', 'main');
    },
    ends: 'newer',
  },
  {
    name: 'the branch of a colleague, who pushed, merged',
    play: async (story) => {
      story.git('checkout', '--quiet', '-b', 'feature');
      await story.edit('one');
      story.git('checkout', '--quiet', 'main');
      await story.write('more of b', { title: 'Page B', slug: 'b' });
      story.commit('b');
      story.git('merge', '--quiet', '--no-edit', 'feature');
    },
    ends: 'nothing',
  },
  {
    name: 'the branch of a colleague, who pushed, merged and then reverted',
    play: async (story) => {
      story.git('checkout', '--quiet', '-b', 'feature');
      await story.edit('one');
      story.git('checkout', '--quiet', 'main');
      story.git('merge', '--quiet', '--no-ff', '--no-edit', 'feature');
      revert(story, '-m', '1', 'HEAD');
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'the branch of a colleague, who pushed, merged without what it changed',
    play: async (story) => {
      story.git('checkout', '--quiet', '-b', 'feature');
      await story.edit('one');
      story.git('checkout', '--quiet', 'main');
      story.git('merge', '--quiet', '--no-edit', '-s', 'ours', 'feature');
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'the push of a colleague, merged; an editor restores what the branch had before',
    play: async (story) => {
      story.git('checkout', '--quiet', '-b', 'feature');
      await story.edit('one');
      await story.edit('two');
      story.git('checkout', '--quiet', 'main');
      story.git('merge', '--quiet', '--no-ff', '--no-edit', 'feature');
      await story.editor({ content: 'one' });
    },
    ends: 'newer',
  },
  {
    name: 'two machines: one reverts what the other pushed and committed',
    play: async (story) => {
      const other = await temporaryFolder();
      await story.edit('one');
      git(other, 'clone', '--quiet', story.world.folder, '.');
      git(other, 'revert', '--no-edit', 'HEAD');
      story.git('pull', '--quiet', '--ff-only', other, 'main');
    },
    ends: { sent: 'zero' },
    says: UNDOES,
  },
  {
    name: 'two machines: one has not fetched what the other pushed',
    play: async (story) => {
      const before = story.git('rev-parse', 'HEAD');
      await story.edit('one');
      story.git('reset', '--quiet', '--hard', before);
      await story.write('mine');
    },
    ends: 'conflict',
  },
  {
    name: 'a push before the commit',
    play: async (story) => {
      await story.write('one');
      await story.push();
      await story.write('two');
    },
    ends: { sent: 'two' },
  },
  {
    name: 'a push before the commit, after which an editor restores an older text',
    play: async (story) => {
      await story.edit('one');
      await story.write('two');
      await story.push();
      await story.editor({ content: 'one' });
    },
    ends: 'newer',
  },
  {
    name: 'the lock committed once; a commit and its push, another push without a commit; an editor restores the first',
    play: async (story) => {
      await story.write('one');
      story.git('add', 'docs');
      story.git('commit', '--quiet', '-m', 'one');
      await story.push();
      await story.write('two');
      await story.push();
      await story.editor({ content: 'one' });
    },
    ends: 'newer',
  },
  {
    name: 'the same with titles',
    play: async (story) => {
      await story.write('zero', { title: 'Page One' });
      story.git('add', 'docs');
      story.git('commit', '--quiet', '-m', 'one');
      await story.push();
      await story.write('zero', { title: 'Page Two' });
      await story.push();
      await story.editor({ title: 'Page One' });
    },
    ends: 'newer',
  },
  {
    name: 'an ignored lock; a commit and its push, another push without a commit; an editor restores the first',
    ignored: true,
    play: async (story) => {
      await story.edit('one');
      await story.write('two');
      await story.push();
      await story.editor({ content: 'one' });
    },
    ends: 'newer',
  },
  {
    name: 'an ignored lock, and an edit',
    ignored: true,
    play: async (story) => {
      await story.edit('one');
      await story.write('two');
    },
    ends: { sent: 'two' },
  },
  {
    name: 'an ignored lock, and a revert: the lock stays, so it is an edit',
    ignored: true,
    play: async (story) => {
      await story.edit('one');
      revert(story);
    },
    ends: { sent: 'zero' },
  },
  {
    name: 'an ignored lock that is old; the newer commit was pushed by a pipeline',
    ignored: true,
    play: async (story) => {
      await story.edit('one');
      const lock = await story.world.read(LOCK);
      await story.edit('two');
      await story.world.write({ [LOCK]: lock });
      await story.write('three');
    },
    ends: { sent: 'three' },
    says: REPLACES,
  },
  {
    name: 'an ignored lock; an editor gives the page a text of another page',
    ignored: true,
    play: async (story) => {
      await story.write('of b, newly', { title: 'Page B', slug: 'b' });
      await story.push();
      story.commit('b');
      await story.editor({ content: 'of b, newly' });
    },
    ends: 'newer',
  },
  {
    name: 'a lost lock, and an edit',
    play: async (story) => {
      await story.edit('one');
      await rm(join(story.world.folder, LOCK));
      await rm(join(story.world.folder, '.docs-cli'), { recursive: true });
      await story.write('two');
    },
    ends: { sent: 'two' },
    says: REPLACES,
  },
  {
    name: 'a lost lock, and a revert',
    play: async (story) => {
      await story.edit('one');
      revert(story);
      await rm(join(story.world.folder, LOCK));
      await rm(join(story.world.folder, '.docs-cli'), { recursive: true });
    },
    ends: { sent: 'zero' },
    says: REPLACES,
  },
  {
    name: 'a lost lock, an edit, and an editor who gave the page a text of another page',
    play: async (story) => {
      await story.edit('one');
      await story.editor({ content: 'of b' });
      await rm(join(story.world.folder, LOCK));
      await rm(join(story.world.folder, '.docs-cli'), { recursive: true });
      await story.write('two');
    },
    ends: 'conflict',
  },
  {
    name: 'a lock in conflict, and an edit',
    play: async (story) => {
      await story.edit('one');
      const lines = (await story.world.read(LOCK)).split('\n');
      const marked = lines.map((line) =>
        line.includes(A) ? `<<<<<<< HEAD\n${line}\n=======\n>>>>>>> other` : line,
      );
      await story.world.write({ [LOCK]: marked.join('\n') });
      await story.write('two');
    },
    ends: { sent: 'two' },
    says: REPLACES,
  },
  {
    name: 'a lock in conflict, an edit, and an editor’s text',
    play: async (story) => {
      await story.edit('one');
      const lines = (await story.world.read(LOCK)).split('\n');
      const marked = lines.map((line) =>
        line.includes(A) ? `<<<<<<< HEAD\n${line}\n=======\n>>>>>>> other` : line,
      );
      await story.world.write({ [LOCK]: marked.join('\n') });
      await story.editor({ content: 'theirs' });
      await story.write('two');
    },
    ends: 'conflict',
  },
  {
    name: 'an editor gives the page a text that another page got in a newer commit',
    play: async (story) => {
      await story.write('This page is deprecated.', { title: 'Page B', slug: 'b' });
      story.git('add', 'docs');
      story.git('commit', '--quiet', '-m', 'b');
      await story.push();
      story.commit('lock');
      await story.editor({ content: 'This page is deprecated.' });
    },
    ends: 'newer',
  },
  {
    name: 'the same, with title and text, of a commit that was not pushed',
    play: async (story) => {
      await story.write('This page is deprecated.', { title: 'Page C', slug: 'c' });
      story.git('add', 'docs');
      story.git('commit', '--quiet', '-m', 'c');
      await story.editor({ content: 'This page is deprecated.', title: 'Page C' });
      story.git('rm', '--quiet', `${GUIDE}/c.md`);
    },
    ends: 'newer',
  },
  {
    name: 'an editor gives a page, edited here too, a text of another page',
    play: async (story) => {
      await story.edit('more of b', { title: 'Page B', slug: 'b' });
      await story.editor({ content: 'more of b' });
      await story.write('mine');
    },
    ends: 'conflict',
  },
  {
    name: 'a pipeline with an old lock, and an edit',
    play: async (story) => {
      await story.pipeline('one');
      await story.write('two');
      story.commit('two');
    },
    ends: { sent: 'two' },
    says: REPLACES,
  },
  {
    name: 'a pipeline with an old lock, and a revert',
    play: async (story) => {
      await story.pipeline('one');
      revert(story);
    },
    ends: { sent: 'zero' },
    says: REPLACES,
  },
  {
    name: 'a pipeline with an old lock, and a revert of what was published later',
    play: async (story) => {
      await story.pipeline('one');
      await story.publish();
      revert(story);
    },
    ends: { sent: 'zero' },
    says: REPLACES,
  },
  {
    name: 'a pipeline with an old lock, and a revert of two commits',
    play: async (story) => {
      await story.pipeline('one');
      await story.pipeline('two');
      revert(story, 'HEAD', 'HEAD~1');
    },
    ends: { sent: 'zero' },
    says: REPLACES,
  },
  {
    name: 'a pipeline with an old lock, and a revert of a new title',
    play: async (story) => {
      await story.pipeline('zero', { title: 'Page One' });
      revert(story);
    },
    ends: { sent: 'zero', title: 'Page A' },
    says: /title; replaces what commit [\da-f]{7} has/,
  },
  {
    name: 'a pipeline with an old lock, and a revert of a rename',
    play: async (story) => {
      story.git('mv', `${GUIDE}/a.md`, `${GUIDE}/renamed.md`);
      story.commit('rename');
      await story.push();
      story.git('checkout', '--quiet', '--', LOCK);
      revert(story);
    },
    ends: { sent: 'zero', slug: 'a' },
    says: /slug; .*replaces what commit [\da-f]{7} has/,
  },
  {
    name: 'a pipeline with an old lock, and two renames, the second with an edit',
    play: async (story) => {
      story.git('mv', `${GUIDE}/a.md`, `${GUIDE}/renamed.md`);
      await story.pipeline('one', { slug: 'renamed' });
      story.git('mv', `${GUIDE}/renamed.md`, `${GUIDE}/again.md`);
      await story.write('two', { slug: 'again' });
      story.commit('again');
    },
    ends: { sent: 'two', slug: 'again' },
  },
  {
    name: 'a pipeline with an old lock, a revert, and an editor’s edit',
    play: async (story) => {
      await story.pipeline('one');
      await story.editor({ content: 'theirs' });
      revert(story);
    },
    ends: 'newer',
  },
  {
    name: 'a pipeline with an old lock, and an editor who gives the page a text of another page',
    play: async (story) => {
      await story.pipeline('one');
      await story.pipeline('more of b', { title: 'Page B', slug: 'b' });
      await story.editor({ content: 'more of b' });
      await story.write('two');
      story.commit('two');
    },
    ends: 'conflict',
  },
  {
    name: 'a pipeline with an old lock, and an editor who empties the page',
    play: async (story) => {
      await story.pipeline('one');
      await story.world.write({ [`${GUIDE}/a.md`]: '---\ntitle: Page A\n---\n' });
      story.commit('empty');
      await story.world.edit(A, '');
      await story.write('two');
      story.commit('two');
    },
    ends: 'conflict',
  },
];

async function play({ play: happen, options, ignored }: History): Promise<Story> {
  const story = await Story.open(options, ignored ? `${LOCK}\n` : '');
  await happen(story);
  return story;
}

describe('after this history, a push', () => {
  test.each(HISTORIES.map((history) => [history.name, history] as const))('%s', async (_, row) => {
    const { ends, says, args = [] } = row;
    const story = await play(row);
    const before = await story.there();

    const run = await story.world.run('push', '--yes', ...args);

    const isSent = typeof ends === 'object';
    const { sent: word = '', title = 'Page A', slug = 'a' } = isSent ? ends : {};
    expect({ ...run, said: run.stdout + run.stderr, page: await story.there() }).toMatchObject({
      exitCode: ends === 'conflict' ? 5 : 0,
      page: isSent ? { word, title, slug } : before,
      said: expect.stringMatching(says ?? (isSent ? /1 page updated/ : WORDS[ends])),
    });
  });
});

describe('a revert of an edit', () => {
  async function reverted(): Promise<Story> {
    const story = await Story.open();
    await story.edit('one');
    revert(story);
    return story;
  }

  test('names the commit in every form of the plan', async () => {
    const { world } = await reverted();
    const commit = git(world.folder, 'rev-parse', 'HEAD~1').slice(0, 7);

    const json = JSON.parse((await world.run('push', '--dry-run', '--json')).stdout);
    expect(json.plan).toMatchObject([{ kind: 'update', fields: ['body'], commit, undoes: true }]);
    const { stdout } = await world.run('push', '--dry-run', '--format', 'markdown');
    expect(stdout).toContain(`undoes commit ${commit}`);
    expect((await world.run('status')).stdout).toContain(`undoes commit ${commit}`);
  });

  test.each([['pull'], ['sync', '--pull']])('is not undone by docs %s', async (...argv) => {
    const story = await reverted();

    expect(await story.world.run(...argv, '--yes')).toMatchObject({ exitCode: 0 });

    expect(await story.world.read(`${GUIDE}/a.md`)).toBe(page('zero'));
    expect((await story.there())?.word).toBe(argv[0] === 'pull' ? 'one' : 'zero');
  });

  test('leaves nothing to do once it is pushed', async () => {
    const story = await reverted();
    await story.push();
    expect((await story.push()).stdout).toContain('unchanged since the last push');
  });
});

describe('a clone without the history', () => {
  async function cloned(story: Story, depth: number): Promise<string> {
    const clone = await temporaryFolder();
    git(clone, 'clone', '--quiet', `--depth=${depth}`, `file://${story.world.folder}`, '.');
    return clone;
  }

  test.each([
    ['the push that a revert undoes', async (story: Story) => void revert(story)],
    ['whether an edit was a push', (story: Story) => story.editor({ content: 'theirs' })],
  ])('says that it lacks %s, and ends with 7', async (_, happen) => {
    const story = await Story.open();
    await story.edit('one');
    await happen(story);
    const cwd = await cloned(story, 1);

    const run = await story.world.runAs({ cwd }, 'push', '--yes');

    expect(run).toMatchObject({ exitCode: 7 });
    expect(run.stderr).toContain('fetch-depth: 0');
    expect(run.stderr).toContain('1 page whose earlier pushes this clone does not have');
  });

  test('without old texts says so, and explains all after the line that it prints', async () => {
    const story = await Story.open();
    await story.edit('one');
    revert(story);
    const { folder } = story.world;
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const cwd = await temporaryFolder();
    git(cwd, 'clone', '--quiet', '--filter=blob:none', `file://${folder}`, '.');

    const run = await story.world.runAs({ cwd }, 'push', '--yes');
    const [, line = ''] = /docs runs: (git log .*) > \/dev\/null/.exec(run.stderr) ?? [];
    git(cwd, ...line.split(' ').slice(1));
    const cured = await story.world.runAs({ cwd }, 'push', '--yes');

    expect(run.stderr).not.toContain('fetch-depth');
    expect(run.stderr).toContain('This is a partial clone, without the old texts of the pages');
    expect(line).toBe('git log -p -m --full-history -- docs');
    expect(cured).toMatchObject({ exitCode: 0 });
    expect(cured.stderr).not.toContain('partial clone');
  });

  test('ends with 0 if it has what is needed', async () => {
    const story = await Story.open();
    await story.edit('one');
    revert(story);
    const cwd = await cloned(story, 2);

    const run = await story.world.runAs({ cwd }, 'push', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect((await story.there())?.word).toBe('zero');
  });
});

test('more than a thousand locks are not read, which the run says', async () => {
  const story = await Story.open();
  const { folder } = story.world;
  const before = await story.world.read(LOCK);
  await story.edit('one');
  const line = before.split('\n').find((each) => each.includes(A)) ?? '';
  const locks = Array.from(
    { length: 1001 },
    (_, n) =>
      `${before}${line.replace(A, 'v1/guide/zz').replace(/"id":\d+/, `"id":${9000 + n}`)}\n`,
  );
  const commits = [...locks, before].map((lock, n) =>
    [
      'commit refs/heads/main',
      `committer Ann <ann@example.com> ${4_000_000_000 + n} +0000`,
      'data 1',
      'x',
      ...(n === 0 ? ['from refs/heads/main^0'] : []),
      `M 100644 inline ${LOCK}`,
      `data ${Buffer.byteLength(lock)}`,
      lock,
      `M 100644 inline ${GUIDE}/a.md`,
      `data ${Buffer.byteLength(page('zero'))}`,
      page('zero'),
    ].join('\n'),
  );
  gitWith(`${commits.join('\n')}\n`, folder, 'fast-import', '--quiet');
  story.git('reset', '--quiet', '--hard');

  const run = await story.world.run('push', '--yes');

  expect(run).toMatchObject({ exitCode: 0 });
  expect(run.stderr).toContain('The history is longer than what docs looks at');
  expect((await story.there())?.word).toBe('one');
});

test('a page that is newer on the platform is an annotation in a pipeline, one for all', async () => {
  const story = await Story.open();
  await story.editor({ content: 'theirs' });
  await story.world.edit('v1/guide/z', 'Theirs too.');

  const run = await story.world.runAs({ env: { GITHUB_ACTIONS: 'true' } }, 'push', '--yes');

  const warnings = run.stderr.split('\n').filter((line) => line.startsWith('::warning'));
  expect(warnings).toEqual([
    `::warning file=${GUIDE}/a.md::v1/guide/a is newer on the platform, and was not sent: body%0AThe same holds for 1 more page.`,
  ]);
});
