/**
 * A definition for readers, and the names and anchors of its operations. Skips parts that do not
 * have the shape of OpenAPI.
 */
import { Anchors } from '../content/darkdown/anchor.ts';
import { VARIABLE } from '../content/darkdown/read/variable.ts';
import { boundedVariables } from '../content/darkdown/write/resolver.ts';
import { operationName } from '../definitions/operation-name.ts';
import { child, entriesAt, isTree, listAt, textAt } from '../definitions/definition-tree.ts';
import type { SiteReference, SiteSource } from './site-source.ts';

/** Keys whose texts are for readers. */
const TEXTS = new Set(['title', 'summary', 'description']);

/** A title with the values of variables. */
export const titleWith = (title: string, variables: ReadonlyMap<string, string>): string =>
  title.replace(VARIABLE, (all, name: string) => variables.get(name) ?? all);

/** As JSON, with the values of variables in its texts; `null`: it cannot be read. */
export async function definitionText(
  reference: SiteReference,
  source: SiteSource,
): Promise<string | null> {
  const definition = await source.definition(reference);
  if (definition === null) return null;
  const variable = boundedVariables((name) => source.variable(name));
  return JSON.stringify(definition, (key, value: unknown) =>
    typeof value === 'string' && TEXTS.has(key) && value.includes('%')
      ? value.replace(VARIABLE, (all, name: string) => variable(name) ?? all)
      : value,
  );
}

export interface ListedOperation {
  readonly anchor: string;
  readonly title: string;
  /** Empty if it has none. */
  readonly description: string;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  /** The first of its tags; `default` if it has none. */
  readonly tag: string;
  /** The anchor of that tag, if this is its first operation. */
  readonly tagAnchor: string | null;
}

/** Turns a name into an anchor as the platform does: `get_page` becomes `get-page`. */
const anchorText = (name: string): string => name.replace(/[^a-z\d]+/gi, '-');

/**
 * The anchor of an operation with this name in the search index, if no other operation has the same
 * anchor.
 */
export const operationAnchor = (name: string): string => new Anchors().take(anchorText(name));

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function operationsOf(definition: unknown): ListedOperation[] {
  const anchors = new Anchors();
  const tags = new Set<string>();
  return entriesAt(definition, 'paths').flatMap(([path, item]) =>
    METHODS.flatMap((method): ListedOperation[] => {
      const operation = child(item, method);
      if (!isTree(operation)) return [];
      const title = textAt(operation, 'summary') ?? `${method.toUpperCase()} ${path}`;
      const anchor = anchors.take(anchorText(operationName(method, path, operation)));
      const tag = tagOf(operation);
      const tagAnchor = tags.has(tag) ? null : anchors.take(`tag-${anchorText(tag)}`);
      tags.add(tag);
      const description = textAt(operation, 'description') ?? '';
      return [{ anchor, title, description, method, path, tag, tagAnchor }];
    }),
  );
}

function tagOf(operation: unknown): string {
  const [first] = listAt(operation, 'tags');
  return typeof first === 'string' ? first : 'default';
}
