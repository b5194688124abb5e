/** Markdown to HTML: how markdown-it's tokens are written, darkdown's among them. */
import type { Token } from 'markdown-it';
import { headingText } from '../anchor.ts';
import type { Anchors } from '../anchor.ts';
import { pixelsOf, textOf } from '../read/blocks.ts';
import type { InlineTag } from '../read/inline.ts';
import { readInfo } from '../read/fence.ts';
import { escapeHtml, openTag } from './html.ts';
import type { MarkdownEnv } from '../markdown/markdown-it.ts';
import { encodeUrl, markdownIt, tagOf, tokensOf } from '../markdown/markdown-it.ts';
import type { Code, Span } from '../read/model.ts';
import type { Conversion } from './conversion.ts';
import { isSafeLink } from '../url.ts';

/** What inline tags need of the page that they are in. */
interface InlineWriter {
  readonly project: Conversion;
  words(text: string): string;
  picture(url: string, alt: string, size: Readonly<Record<string, number | undefined>>): string;
}

/** What a run of Markdown needs of the page that it is in. */
interface RunWriter extends InlineWriter {
  readonly anchors: Anchors;
  titledCode(code: Pick<Code, 'language' | 'attributes' | 'code'>): string;
}

/** The state that markdown-it hands to the rules of its renderer. */
export interface Rendering extends MarkdownEnv {
  readonly writer: RunWriter;
}

const writerOf = (env: unknown): RunWriter => (env as Rendering).writer;

/** One run of Markdown as HTML. */
export const renderRun = (source: string, span: Span, rendering: Rendering): string =>
  markdownIt.renderer.render(tokensOf(source, span, rendering), RENDER_OPTIONS, rendering);

/** Text of one paragraph, without the paragraph. */
export const renderLine = (text: string, rendering: Rendering): string =>
  markdownIt.renderInline(text, rendering);

const RENDER_OPTIONS = markdownIt.options as Required<typeof markdownIt.options>;
const { rules } = markdownIt.renderer;

rules['text'] = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
rules['link_open'] = (tokens, index, _options, env) =>
  openLink(writerOf(env).project, tokens, index);
rules['link_close'] = (tokens, index) => (tokens[index - 1]?.type === 'link_open' ? '' : '</a>');
rules['heading_open'] = (tokens, index, _options, env) => {
  const tag = tokens[index]?.tag ?? 'h2';
  const id = writerOf(env).anchors.take(headingText(tokens[index + 1]?.children ?? []));
  return openTag(tag, { id: id === '' ? undefined : id });
};
rules['image'] = (tokens, index, options, env) => {
  const token = tokens[index];
  const alt = markdownIt.renderer.renderInlineAsText(token?.children ?? [], options, env);
  return writerOf(env).picture(String(token?.attrGet('src') ?? ''), alt, {});
};
rules['variable'] = (tokens, index, _options, env) => {
  const name = tokens[index]?.content ?? '';
  return escapeHtml(writerOf(env).project.resolver.variable(name) ?? `%${name}%`);
};
rules['tag'] = (tokens, index, _options, env) => {
  const token = tokens[index];
  return token === undefined ? '' : inlineTagHtml(tagOf(token), writerOf(env));
};
rules['pair_open'] = (tokens, index, _options, env) => {
  const token = tokens[index];
  if (token === undefined || tagOf(token).name === 'u') return '<u>';
  const { project } = writerOf(env);
  const href = textOf(tagOf(token).attributes, 'href');
  const url = project.link(href)?.url ?? href;
  return openTag('a', { href: isSafeLink(url) ? encodeUrl(url) : undefined });
};
rules['pair_close'] = (tokens, index) => {
  const token = tokens[index];
  return token === undefined || tagOf(token).name === 'u' ? '</u>' : '</a>';
};
rules['fence'] = (tokens, index, _options, env) => codeBlock(tokens[index], env);
rules['code_block'] = (tokens, index, _options, env) => codeBlock(tokens[index], env);

function codeBlock(token: Token | undefined, env: unknown): string {
  const code = token?.content ?? '';
  return writerOf(env).titledCode({
    ...readInfo((token?.info ?? '').trim()),
    code: code.endsWith('\n') ? code.slice(0, -1) : code,
  });
}

/** The opening of a link, its text put right; empty if the link has nothing to click on. */
function openLink(project: Conversion, tokens: Token[], index: number): string {
  const token = tokens[index];
  const href = String(token?.attrGet('href') ?? '');
  const label = tokens[index + 1];
  if (label?.type === 'link_close') return '';
  if (
    label?.type === 'text' &&
    label.content === 'auto$' &&
    tokens[index + 2]?.type === 'link_close'
  ) {
    label.content = project.title(href);
  }
  const url = project.link(href)?.url ?? href;
  const title = token?.attrGet('title');
  return openTag('a', {
    href: isSafeLink(url) ? encodeUrl(url) : undefined,
    title: title === null ? undefined : title,
  });
}

const BADGES: ReadonlySet<string> = new Set([
  'primary',
  'success',
  'warning',
  'info',
  'error',
  'custom',
]);

function inlineTagHtml({ name, attributes }: InlineTag, writer: InlineWriter): string {
  switch (name) {
    case 'badge': {
      const type = textOf(attributes, 'type');
      const kind = BADGES.has(type) ? type : 'info';
      return `<span class="badge badge-${kind}">${writer.words(textOf(attributes, 'text'))}</span>`;
    }
    case 'icon':
      return `${openTag('i', { class: textOf(attributes, 'classes') })}</i>`;
    case 'key':
      return `<kbd>${escapeHtml(textOf(attributes, 'key'))}</kbd>`;
    case 'glossary': {
      const term = textOf(attributes, 'term');
      const title = writer.project.resolver.glossary(term);
      return `${openTag('abbr', { title })}${escapeHtml(term)}</abbr>`;
    }
    case 'inline-image':
      return writer.picture(textOf(attributes, 'url'), '', {
        width: pixelsOf(attributes, 'width'),
      });
    default:
      return '';
  }
}
