/** `$plugin[{JSON}]$`, the block of the first generation, read into the same nodes as tags. */
import { type Fields, hasFields, tryJson } from '../../../model/fields.ts';
import { jsonEnd } from './json.ts';
import type {
  AttributeValue,
  Attributes,
  Block,
  Code,
  Diagnostic,
  Fragment,
  Node,
  Span,
} from './model.ts';
import { PLUGINS } from './vocabulary.ts';

/** How a `$plugin` block begins. */
export const PLUGIN_OPEN = '$plugin[';
const PLUGIN_CLOSE = ']$';

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the reader of a plugin needs from the parser. */
export interface ParseCallbacks {
  /** Parses Markdown from a JSON string. */
  fragment(source: string): Fragment;
  warn(rule: Diagnostic['rule'], offset: number, message: string): void;
}

const NOTHING: Fragment = { source: '', nodes: [] };

const isScalar = (value: unknown): value is AttributeValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Data as attributes. A value that is not a scalar or a list of scalars is kept as JSON. */
const attributesOf = (data: Fields, ...except: string[]): Attributes =>
  new Map(
    Object.entries(data).flatMap(([name, value]): [string, AttributeValue][] => {
      if (except.includes(name)) return [];
      if (isScalar(value)) return [[name, value]];
      if (Array.isArray(value) && value.every((item): item is AttributeValue => isScalar(item))) {
        return [[name, value]];
      }
      return [[name, JSON.stringify(value)]];
    }),
  );

const block = (
  name: string,
  span: Span,
  attributes: Attributes,
  body: Fragment = NOTHING,
): Block => ({
  kind: 'block',
  notation: 'plugin',
  name,
  attributes,
  ...span,
  open: span,
  close: null,
  body,
});

/** The entries of a plugin have no place of their own in the source, so they get the plugin's. */
function codeOf(entry: unknown, span: Span): Code[] {
  if (!hasFields(entry)) return [];
  const attributes = attributesOf(entry, 'code', 'language');
  return [
    {
      kind: 'code',
      notation: 'plugin',
      ...span,
      language: string(entry['language']),
      attributes,
      code: string(entry['code']),
    },
  ];
}

function rowsOf(contents: unknown, span: Span, nesting: ParseCallbacks): Block[] {
  if (!Array.isArray(contents)) return [];
  return contents.map((row: unknown, index) => {
    const cells = Array.isArray(row) ? row : [];
    const header: Attributes = index === 0 ? new Map([['header', true]]) : new Map();
    const nodes = cells.map((cell) => block('cell', span, header, nesting.fragment(string(cell))));
    return block('row', span, new Map(), { source: '', nodes });
  });
}

function nodeOf(type: string, data: Fields, span: Span, nesting: ParseCallbacks): Node {
  const name = PLUGINS.get(type) ?? type;
  switch (name) {
    case 'html':
      return { kind: 'html', notation: 'plugin', ...span, html: string(data['contents']) };
    case 'code': {
      const entries = Array.isArray(data['languageBlocks']) ? data['languageBlocks'] : [];
      const nodes = entries.flatMap((entry) => codeOf(entry, span));
      return block(name, span, attributesOf(data, 'languageBlocks'), { source: '', nodes });
    }
    case 'callout':
      return block(name, span, attributesOf(data, 'text'), nesting.fragment(string(data['text'])));
    case 'image': {
      const caption = string(data['caption']);
      return block(name, span, attributesOf(data, 'caption'), nesting.fragment(caption));
    }
    case 'table': {
      const nodes = rowsOf(data['contents'], span, nesting);
      return block(name, span, attributesOf(data, 'contents', 'cols', 'rows'), {
        source: '',
        nodes,
      });
    }
    case 'synced':
      return block(name, span, new Map([['id', string(data['syncedBlockId'])]]));
    default:
      return block(name, span, attributesOf(data));
  }
}

/** The type and data of a plugin, before they are interpreted. */
export interface PluginData {
  readonly type: string;
  readonly data: Fields;
  /** The offset after its line. */
  readonly end: number;
}

/** The plugin that begins at `start`, or a message that says what is wrong with the text there. */
export function readPluginData(source: string, start: number): PluginData | string {
  const end = jsonEnd(source, start + PLUGIN_OPEN.length);
  if (end < 0) return 'This $plugin[ does not contain valid JSON.';
  if (!source.startsWith(PLUGIN_CLOSE, end)) return 'This $plugin[ does not end in ]$.';
  const json = tryJson(source.slice(start + PLUGIN_OPEN.length, end));
  if (!hasFields(json) || typeof json['type'] !== 'string') {
    return 'This $plugin[ is not JSON with a type.';
  }
  const after = end + PLUGIN_CLOSE.length;
  const data = hasFields(json['data']) ? json['data'] : {};
  return { type: json['type'], data, end: after + trailingBlankLength(source, after) };
}

export function pluginNode({ type, data }: PluginData, span: Span, nesting: ParseCallbacks): Node {
  if (!PLUGINS.has(type)) {
    nesting.warn('unknown-plugin', span.start, `There is no plugin "${type.slice(0, 40)}".`);
  }
  return nodeOf(type, data, span, nesting);
}

/** The length of the spaces and the line break after `at`; 0 if other text follows on the line. */
export function trailingBlankLength(source: string, at: number): number {
  let pos = at;
  while (source[pos] === ' ' || source[pos] === '\t') pos += 1;
  if (pos === source.length) return pos - at;
  return source[pos] === '\n' ? pos + 1 - at : 0;
}
