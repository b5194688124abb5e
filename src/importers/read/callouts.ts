/** Notes, tips and warnings of all tools as callouts. */
import type { BlockPiece, SourcePiece } from '../model.ts';
import { textPhrase } from './phrases.ts';

type CalloutType = 'info' | 'warning' | 'success' | 'error';

const all = (type: CalloutType, names: string): (readonly [string, CalloutType])[] =>
  names.split(' ').map((name) => [name, type]);

const TYPES: ReadonlyMap<string, CalloutType> = new Map([
  ...all('info', 'note info secondary default primary callout admonition'),
  ...all('success', 'tip success check done'),
  ...all('warning', 'warning caution attention'),
  ...all('error', 'danger error'),
]);

/** Names that say more than their type of callout, so the name becomes the title. */
const TITLED: ReadonlyMap<string, CalloutType> = new Map([
  ...all('info', 'abstract summary tldr todo seealso question help faq example snippet quote cite'),
  ...all('success', 'hint'),
  ...all('warning', 'important'),
  ...all('error', 'failure fail missing bug'),
]);

/** Whether a container of this name is a callout in one of the tools. */
export const isCallout = (name: string): boolean =>
  TYPES.has(name.toLowerCase()) || TITLED.has(name.toLowerCase());

/** A callout with the type that the tool's name stands for. */
export function callout(name: string, title: string, content: readonly SourcePiece[]): BlockPiece {
  const key = name.toLowerCase();
  const type = TYPES.get(key) ?? TITLED.get(key) ?? 'info';
  const own = TITLED.has(key) ? key.charAt(0).toUpperCase() + key.slice(1) : '';
  const said = title === '' ? own : title;
  const attributes = new Map<string, string>([['type', type]]);
  if (said !== '') attributes.set('title', said);
  return { kind: 'block', name: 'callout', attributes, content };
}

const ALERT = /^\[!(\w+)\][+-]?[ \t]*([^]*)$/;

/** A quote, or a callout if the quote begins with `[!NOTE]`. */
export function calloutOf(content: readonly SourcePiece[]): SourcePiece {
  const [first, ...rest] = content;
  if (first?.kind !== 'paragraph') return { kind: 'quote', content };
  const [start, ...phrases] = first.phrases;
  const match = start?.kind === 'text' ? ALERT.exec(start.text) : null;
  if (match === null || !isCallout(match[1] ?? '')) return { kind: 'quote', content };
  const [, name = '', title = ''] = match;
  const after = phrases[0]?.kind === 'soft-break' ? phrases.slice(1) : phrases;
  // Words after the name are a title only if a line break follows them.
  const isTitle = title !== '' && phrases[0]?.kind === 'soft-break';
  const lead = title !== '' && !isTitle ? [textPhrase(title), ...phrases] : after;
  const body: SourcePiece[] = lead.length === 0 ? [] : [{ kind: 'paragraph', phrases: lead }];
  return callout(name, isTitle ? title.trim() : '', [...body, ...rest]);
}
