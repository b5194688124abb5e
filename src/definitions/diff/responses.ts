/** Compares the responses of an operation: their statuses, contents, headers and links. */
import { compareContent, compareHeaders } from './body/contents.ts';
import { compareNotes } from './documentation.ts';
import { inBackticks } from './finding.ts';
import { sortedText } from '../equal.ts';
import { isTree } from '../tree.ts';
import type { OperationComparison } from './operation-scope.ts';
import type { Response } from './operations.ts';
import type { RuleName } from './rules.ts';

export function compareResponses(scope: OperationComparison): void {
  const { before, after, received, found } = scope;
  for (const [status, response] of before.responses) {
    const now = after.responses.get(status) ?? after.responses.get(`${status.slice(0, 1)}XX`);
    if (now !== undefined) {
      compareResponse(scope, status, response, now);
      continue;
    }
    found({
      rule: status.startsWith('2') ? 'success-response-removed' : 'other-response-removed',
      message: `the response ${status} was removed`,
      oldPointer: response.pointer,
      newPointer: after.pointer,
      direction: received,
    });
  }
  for (const [status, response] of after.responses) {
    if (before.responses.has(status)) continue;
    found({
      rule: 'response-added',
      message: `the response ${status} was added`,
      oldPointer: before.pointer,
      newPointer: response.pointer,
      direction: received,
    });
  }
}

function compareResponse(
  scope: OperationComparison,
  status: string,
  from: Response,
  to: Response,
): void {
  const what = `the response ${status}`;
  compareNotes(scope, from, to, { what, direction: scope.received });
  compareContent(scope, {
    from: from.content,
    to: to.content,
    oldPointer: from.pointer,
    newPointer: to.pointer,
    direction: scope.received,
    what: `response ${status}`,
  });
  compareHeaders(scope, from, to, scope.received);
  compareLinks(scope, from, to);
}

function compareLinks(
  { found, received: direction }: OperationComparison,
  from: Response,
  to: Response,
): void {
  const report = (rule: RuleName, name: string, what: string): void =>
    found({
      rule,
      message: `the link ${inBackticks(name)} ${what}`,
      oldPointer: from.links.get(name)?.pointer ?? from.pointer,
      newPointer: to.links.get(name)?.pointer ?? to.pointer,
      direction,
    });
  for (const [name, link] of from.links) {
    const now = to.links.get(name);
    if (now === undefined) report('link-removed', name, 'was removed');
    else if (meaningOf(link.value) !== meaningOf(now.value))
      report('link-changed', name, 'has a different target');
  }
  for (const name of to.links.keys()) {
    if (!from.links.has(name)) report('link-added', name, 'was added');
  }
}

/** All of a link except its description. */
function meaningOf(link: unknown): string {
  if (!isTree(link)) return '';
  const { description: _, ...meaning } = link;
  return sortedText(meaning);
}
