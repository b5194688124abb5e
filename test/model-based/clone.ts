/** A clone of the repository: its page files, its lock, and what its history says of a text. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../src/content/digest.ts';
import {
  bodiesOf,
  headerValue,
  normalBody,
  parsePageFile,
} from '../../src/content/page/page-file.ts';
import type { StoredPage } from '../support/admin.ts';
import { git } from '../support/git.ts';
import { valueOf, type Edit, type EditedField, type State } from './edits.ts';

export const GUIDE = 'docs/v1.0/guide';
const LOCK = 'docs-cli.lock';

/** Files and slugs of page 1 are `page-1`, and `page-1-` with a token. */
export const numberIn = (text: string): number => Number(/\bpage-(\d)/.exec(text)?.[1]);

export interface PageText extends State {
  readonly path: string;
  readonly text: string;
}

/** What of a line in the lock is judged. */
interface Line {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly updated: string;
  readonly sent: string;
  readonly draft: string | null;
  readonly published: string | null;
}

const readText = (path: string, text: string): PageText => {
  const file = parsePageFile(text);
  const slug = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
  return { path, text, title: headerValue(file, 'title') ?? '', slug, ...bodiesOf(file) };
};

/** The line of a page in the text of a lock, as it is written there. */
export const lineIn = (lock: string, id: number): string | undefined =>
  lock.split('\n').find((line) => line.includes(`"id":${id},`));

/** What a line says that both sides have. */
export function sharedBy(line: string): Record<'head' | 'title' | 'slug', string> {
  const { sent, title, slug } = JSON.parse(line) as Line;
  return { head: sent, title, slug };
}

export class Clone {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Runs git. Returns whether it did what was asked. */
  git(...args: readonly string[]): boolean {
    try {
      git(this.folder, ...args);
      return true;
    } catch {
      return false;
    }
  }

  page(n: number): PageText | undefined {
    return this.files(n)[0];
  }

  /** The page's file. Two, if git brought its former name back beside the one that a pull gave it. */
  files(n: number): readonly PageText[] {
    const folder = join(this.folder, GUIDE);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((one) => one.endsWith('.md') && numberIn(one) === n)
      .map((name) => readText(`${GUIDE}/${name}`, readFileSync(join(folder, name), 'utf8')));
  }

  get lock(): string {
    const path = join(this.folder, LOCK);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** Commits of HEAD's history that are here, newest first. */
  get #commits(): readonly string[] {
    return git(this.folder, 'rev-list', '--topo-order', 'HEAD').split('\n');
  }

  #lockIn(commit: string): string {
    return this.#show(`${commit}:${LOCK}`);
  }

  #show(what: string): string {
    try {
      return git(this.folder, 'show', what);
    } catch {
      return '';
    }
  }

  /** The page's own file in a commit: under whatever name it had there. */
  #pageIn(commit: string, n: number): PageText | undefined {
    const names = this.#show(`${commit}:${GUIDE}`).split('\n');
    const name = names.find((one) => one.endsWith('.md') && numberIn(one) === n);
    return (
      (name && readText(`${GUIDE}/${name}`, this.#show(`${commit}:${GUIDE}/${name}`))) || undefined
    );
  }

  /** Whether a commit of HEAD's history has one of these lines. */
  hasCommitted(lines: ReadonlySet<string>): boolean {
    return this.#commits.some((commit) =>
      this.#lockIn(commit)
        .split('\n')
        .some((line) => lines.has(line)),
    );
  }

  /** Whether a commit of HEAD's history has, or took away, the page file of this slug. */
  hasCommittedFile(slug: string): boolean {
    return git(this.folder, 'log', '--format=%h', 'HEAD', '--', `${GUIDE}/${slug}.md`) !== '';
  }

  /** Whether the clone has all of the history. */
  get isWhole(): boolean {
    return git(this.folder, 'rev-parse', '--is-shallow-repository') === 'false';
  }

  /**
   * Whether the product takes the edit for an earlier push, as the manual says: its text is one that
   * this page's own file had in a commit that is newer than the older of the newest commit with what
   * the line says was sent, and the commit that gave the lock this line.
   */
  takesForOurs({ page: n, field, value }: Edit, line: string | undefined): boolean {
    const commits = this.#commits;
    const texts = commits.map((commit) => this.#pageIn(commit, n));
    const isSame = (text: PageText | undefined): boolean => isValue(text, field, value);
    if (value === '') return false;
    if (line === undefined) return texts.some(isSame);
    const { sent, title } = JSON.parse(line) as Line;
    const pushed = texts.findIndex(
      (text) => text?.title === title && digestOf(normalBody(valueOf(text, 'head'))) === sent,
    );
    const other = commits.findIndex((commit) => !this.#lockIn(commit).split('\n').includes(line));
    const given = other === -1 ? commits.length - 1 : other - 1;
    const since = Math.max(pushed, given);
    return texts.slice(0, Math.max(since, 0)).some(isSame);
  }

  /**
   * Whether the product takes the page for what was pushed before the lock went back to `line`: a
   * former line has it to the second, or with a text that was published since.
   */
  wasPushed(page: StoredPage, line: string | undefined): boolean {
    const digest = (text: string | null): string | null =>
      text === null ? null : digestOf(normalBody(text));
    const locks = this.#commits.map((commit) => this.#lockIn(commit).split('\n'));
    const isBack = (at: number): boolean =>
      locks.slice(at + 1).some((lines) => line !== undefined && lines.includes(line));
    return locks.some((lines, at) => {
      const found = lineIn(lines.join('\n'), page.id);
      if (found === undefined) return false;
      const former = JSON.parse(found) as Line;
      if (former.title !== page.title || former.slug !== page.slug) return false;
      const isText =
        former.draft === digest(page.draft) && former.published === digest(page.published);
      const isPublished = page.draft === null && former.draft === digest(page.published);
      const isDate = Date.parse(former.updated) === Date.parse(page.updated);
      return (isText && isDate) || (isPublished && isBack(at));
    });
  }
}

const isValue = (text: PageText | undefined, field: EditedField, value: string): boolean =>
  text !== undefined && (valueOf(text, field) === value || valueOf(text, 'head') === value);
