/** What `docs check` says about a body's syntax. Needs no markdown-it. */
import type { Diagnostic, Fragment, Span } from './model.ts';
import { inlinesOf } from './inline.ts';
import { parse } from './parse.ts';
import { placed } from './place.ts';

type Finding = Omit<Diagnostic, 'line' | 'column'>;

/** All findings in order of place: those of blocks, and links that have no text. Lines count from the body's first. */
export function check(body: string): Diagnostic[] {
  const document = parse(body);
  const findings: Finding[] = [];
  for (const span of markdownOf(document)) {
    for (const inline of inlinesOf(body, span)) {
      if (inline.kind !== 'empty') continue;
      findings.push({
        code: 'empty-link',
        severity: 'warning',
        message: 'This link has no text: readers do not see it.',
        offset: inline.start,
      });
    }
  }
  if (findings.length === 0) return [...document.diagnostics];
  return [...document.diagnostics, ...placed(body, findings)].toSorted(
    (a, b) => a.offset - b.offset,
  );
}

/** The runs of Markdown of a fragment and of the tags in it. What stands in a plugin has no place in the source. */
export function markdownOf({ source, nodes }: Fragment): Span[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'markdown') return [node];
    return node.kind === 'block' && node.body.source === source ? markdownOf(node.body) : [];
  });
}
