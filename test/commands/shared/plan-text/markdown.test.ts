import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { Change, ChangeKind } from '../../../../src/model/change.ts';
import type { FilePath, PageId, PageKey } from '../../../../src/model/ids.ts';
import { summarise } from '../../../../src/sync/run/decide.ts';
import { planMarkdown } from '../../../../src/commands/shared/plan-text/markdown.ts';
import { readerLinks } from '../../../../src/commands/shared/sync-run/reader-links.ts';
import { pushSummary } from '../../../../src/commands/shared/plan-text/summary.ts';
import { hostileText } from '../../ref/view/diff-reports.ts';

const markdownIt = new MarkdownIt({ html: true, linkify: true });

/** What a comment of ours is made of, as a browser sees it. */
const OURS = new Set('a h3 h4 p br strong pre code table thead tbody tr th td'.split(' '));

function elementsOf(markdown: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      names.add(child.tagName);
      visit(child);
    }
  };
  visit(parseFragment(markdownIt.render(markdown)));
  return names;
}

const at = (name: string) => ({
  key: `v1.0/guide/${name}` as PageKey,
  file: `docs/${name}.md` as FilePath,
  id: 1 as PageId,
});

const change = (kind: 'update' | 'conflict' | 'unplaced' | 'create', name: string): Change => {
  switch (kind) {
    case 'update':
      return {
        kind,
        ...at(name),
        fields: ['body'],
        from: at(name).key,
        isShown: true,
        commit: null,
        notes: [],
      };
    case 'conflict':
      return { kind, ...at(name), fields: ['body'], group: 'diverged' };
    case 'create':
      return { kind, ...at(name), title: name, category: name, notes: [] };
    case 'unplaced':
      return { kind, key: null, file: at(name).file, reason: `${name} has no place`, line: 3 };
    default:
      return kind satisfies never;
  }
};

function plan(changes: readonly Change[], texts: readonly string[] = []) {
  return planMarkdown({
    plan: changes,
    summary: summarise({ changes, unchanged: 0, remoteOnly: 0 }),
    remoteOnly: 0,
    looked: 'all',
    warnings: texts,
    refusals: texts.map((text) => ({ message: text, hint: text })),
    verdict: null,
    ...links,
  });
}

/** Of pages that readers have. No name may change where a link leads. */
const SITE = 'https://docs.example.com/help';
const links = { pageLinkOf: readerLinks(SITE) };

function targetsOf(markdown: string): readonly string[] {
  const targets: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      const href = child.attrs.find(({ name }) => name === 'href');
      if (href) targets.push(href.value);
      visit(child);
    }
  };
  visit(parseFragment(markdownIt.render(markdown)));
  return targets;
}

const KINDS = ['update', 'conflict', 'unplaced', 'create'] as const;

describe('a plan as Markdown', () => {
  test('keeps texts of others in their cells: no markup, link, mention or row of theirs', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, warning) => {
        const text = plan(
          KINDS.map((kind) => change(kind, name)),
          [warning],
        );
        expect([...elementsOf(text)].filter((each) => !OURS.has(each))).toEqual([]);
        expect(text).not.toMatch(/@\w/);
        expect(targetsOf(text)).toHaveLength(1);
        expect(targetsOf(text)[0]).toMatch(/^https:\/\/docs\.example\.com\/help\/v1\.0\/guide\//);
        const rows = markdownIt.render(text).match(/<tr>/g) ?? [];
        expect(rows).toHaveLength(2 * KINDS.length);
      }),
      { numRuns: 300 },
    );
  });

  test('has 60,000 characters at most, all totals, and what needs a person before all else', () => {
    fc.assert(
      fc.property(
        fc.record({
          update: fc.nat(3000),
          conflict: fc.nat(500),
          unplaced: fc.nat(500),
          create: fc.nat(3000),
          length: fc.integer({ min: 1, max: 2000 }),
        }),
        ({ length, ...numbers }) => {
          const changes = KINDS.flatMap((kind) =>
            Array.from({ length: numbers[kind] }, (_, n) =>
              change(kind, `${kind}-${n}-${'|'.repeat(length)}`),
            ),
          );
          const text = plan(
            changes,
            Array.from({ length: 50 }, () => '<'.repeat(length)),
          );
          expect(text.length).toBeLessThanOrEqual(60_000);
          const grouped = (number: number): string => number.toLocaleString('en-US');
          const [, totals = ''] = text.split('\n\n');
          const there = KINDS.filter((kind) => numbers[kind] > 0);
          for (const kind of there) expect(totals).toContain(`${grouped(numbers[kind])} `);
          const shown = text.match(/^\| \[?<code>/gm)?.length ?? 0;
          const left = changes.length - shown;
          expect(text.includes(`… and ${grouped(left)} more: `)).toBe(left > 0);
          const order = Array.from(
            text.matchAll(/^\| \[?<code>(?:v1\.0\/guide|docs)\/(\w+)-/gm),
            ([, kind]) => kind as ChangeKind,
          );
          expect([...new Set(order)]).toEqual(
            ['conflict', 'unplaced', 'create', 'update'].filter((kind) =>
              order.includes(kind as ChangeKind),
            ),
          );
        },
      ),
      { numRuns: 15 },
    );
  });
});

test('the summary of a push keeps texts of others in their cells', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (name, reason) => {
      const applied = [change('create', name), change('update', name)];
      const failed = [{ ...change('update', name), because: reason }];
      const requests = { total: 1, byOperation: {} };
      const text = pushSummary(
        {
          plan: [change('unplaced', name)],
          applied,
          failed,
          skipped: [],
          unsettled: [],
          requests,
          remoteOnly: 0,
          outOfSight: 0,
        },
        { sends: true, isNamed: false },
        { fileLinkOf: () => null, nameOf: (file) => file, ...links },
      );
      expect([...elementsOf(text)].filter((each) => !OURS.has(each))).toEqual([]);
      expect(targetsOf(text)).toHaveLength(1);
      expect(targetsOf(text)[0]).toMatch(/^https:\/\/docs\.example\.com\/help\/v1\.0\/guide\//);
      expect(text).not.toMatch(/@\w/);
    }),
    { numRuns: 300 },
  );
});
