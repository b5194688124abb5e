import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { diffMarkdown } from '../../../../src/commands/shared/definition-changes/markdown.ts';
import { changesOf, hostileText, reportOf } from './diff-reports.ts';

type Node = DefaultTreeAdapterTypes.Node;

const markdownIt = new MarkdownIt({ html: true, linkify: true });

/** All elements, each as its name and those of its attributes; table rows with the number of their cells. */
function shapeOf(markdown: string): Set<string> {
  const shape = new Set<string>();
  const open: Node[] = [parseFragment(markdownIt.render(markdown))];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node) {
      const cells = node.childNodes.filter((each) => 'tagName' in each).length;
      const names = node.attrs.map(({ name }) => ` ${name}`).join('');
      shape.add(`${node.tagName}${names}${node.tagName === 'tr' ? ` of ${cells}` : ''}`);
    }
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return shape;
}

const OURS = new Set([
  ...'h3 h4 ul li p strong code table thead tbody th td br sub'.split(' '),
  'tr of 3',
]);

describe('the Markdown of a comparison', () => {
  test('has at most 60,000 characters, its totals, and all that breaks before anything else', () => {
    fc.assert(
      fc.property(
        fc.record({
          breaking: fc.nat(3000),
          risky: fc.nat(3000),
          safe: fc.nat(3000),
          length: fc.integer({ min: 1, max: 2000 }),
        }),
        ({ breaking, risky, safe, length }) => {
          const changes = [
            ...changesOf('breaking', breaking, length),
            ...changesOf('risky', risky, length),
            ...changesOf('safe', safe, length),
          ];
          const text = diffMarkdown(reportOf(changes));
          expect(text.length).toBeLessThanOrEqual(60_000);
          const totals = Object.entries({ breaking, risky, safe })
            .filter(([, count]) => count > 0)
            .map(([name, count]) => `**${count.toLocaleString('en')} ${name}**`);
          expect(totals.filter((total) => !text.includes(total))).toEqual([]);
          // Once something is left out, nothing that matters less is listed.
          const [, ...after] = text.split('| … |');
          expect(after.join('').match(/^\| <code>/gm) ?? []).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('keeps text of others in its cell, without markup, links or mentions', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 6, maxLength: 6 }), (texts) => {
        const [subject = '', message = '', operation = '', old = '', part = '', file = ''] = texts;
        const newPlace = { file, line: 1, column: 1 };
        const changes = changesOf('breaking', 1, 1);
        const report = reportOf(
          changes.map((each) =>
            Object.assign({}, each, { subject, message, operations: [operation], newPlace }),
          ),
        );
        const text = diffMarkdown({ ...report, old, elsewhere: [part] });
        expect([...shapeOf(text)].filter((each) => !OURS.has(each))).toEqual([]);
        expect(text).not.toMatch(/@\w/);
      }),
      { numRuns: 500 },
    );
  });
});
