/** Edits YAML texts without changing anything else in them. Loads the YAML library, so import this lazily. */
import { isCollection, isSeq, Scalar } from 'yaml';
import { parseYaml, YamlText } from './yaml-text.ts';
import type { YamlPath, YamlScalar } from './yaml-text.ts';

/** Returns a text as a YAML scalar: plain if possible, else in quotes. */
type Written = (text: string) => string;

/**
 * The text with `items` at the end of the list at `path`, which is created if it is missing. Adds
 * nothing to a list that an alias stands for.
 */
export function withItems(
  text: string,
  path: YamlPath,
  items: readonly string[],
  { written, indentsLists }: { readonly written: Written; readonly indentsLists: boolean },
): string {
  const document = parseYaml(text, { schema: 'failsafe' });
  if (!isCollection(document.getIn(path.slice(0, -1), true))) return text;
  const nodes = items.map((item) => {
    const node = new Scalar(item);
    node.type = written(item) === item ? Scalar.PLAIN : Scalar.QUOTE_SINGLE;
    return node;
  });
  const list = document.getIn(path);
  if (isSeq(list)) for (const node of nodes) list.add(node);
  else document.setIn(path, document.createNode(nodes));
  return document.toString({ lineWidth: 0, indentSeq: indentsLists });
}

/** The text with new scalars for those for which `changed` returns a text. Keys do not change. */
export const withScalars = (
  text: string,
  changed: (value: string, path: NonNullable<YamlScalar['path']>) => string | undefined,
  written: Written,
): string =>
  new YamlText(text, 'failsafe')
    .scalars()
    .toReversed()
    .reduce((now, { value, path, start, end }) => {
      const after = path !== null && typeof value === 'string' ? changed(value, path) : undefined;
      return after === undefined ? now : now.slice(0, start) + written(after) + now.slice(end);
    }, text);
