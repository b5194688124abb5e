/** Pictures, videos and frames around them. */
import type { BlockPiece } from '../../model.ts';
import { tagPhrases } from '../line-lowering.ts';
import { block, captioned, lead, link, paragraph } from '../made-pieces.ts';
import { attributeText, textPhrase } from '../phrases.ts';
import { all } from './source-element.ts';
import type { ElementReader, ElementReaders } from './source-element.ts';

const image: ElementReader = (element) => {
  const phrases = tagPhrases(element.tag, element.page, element.line);
  const get = (name: string): string => attributeText(element.tag, name);
  const [url, width] = [get('src'), Number(get('width').replace(/px$/, ''))];
  // An image block has a caption, but no alternative text.
  if (url !== '' && get('alt') === '' && Number.isInteger(width) && width > 0 && width < 100_000) {
    return [block('image', { url, width }, [])];
  }
  return phrases.length === 0 ? [] : [paragraph(...phrases)];
};

const figure: ElementReader = (element) => {
  const { part, rest } = element.split('figcaption');
  const caption = element.content(part);
  return captioned(element.content(rest), caption);
};

const frame: ElementReader = (element) => {
  const url = attributeText(element.tag, 'src');
  const video = videoOf(url);
  const said = element.said('title');
  if (video !== null) return said === '' ? [video] : [video, paragraph(textPhrase(said))];
  const source = /<source[^>]*\ssrc="([^"]+)"/.exec(element.text)?.[1] ?? url;
  if (source === '') return element.kept();
  element.say('html', `The <${element.tag.name}> was turned into a link.`);
  return [paragraph(...link(source, said || source))];
};

const drawing: ElementReader = (element) => {
  const { name } = element.tag;
  element.say('html', `The <${name}> was kept as HTML.`);
  const inner = element.text.replaceAll(/\n[ \t]*\n/g, '\n');
  return [{ kind: 'html', html: `<${name}>${inner}</${name}>` }];
};

export const MEDIA: ElementReaders = {
  ...all('img Image', image),
  figure,
  Frame: (element) => [
    ...lead(element.said('hint')),
    ...element.content(),
    ...lead(element.said('caption')),
  ],
  ...all('iframe video embed', frame),
  ...all('svg math canvas', drawing),
};

const PROVIDERS: readonly (readonly [provider: string, address: RegExp])[] = [
  [
    'youtube',
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed\/|watch\?v=|v\/|shorts\/)([\w-]{6,20})/,
  ],
  ['youtube', /^(?:https?:)?\/\/youtu\.be\/([\w-]{6,20})/],
  ['vimeo', /^(?:https?:)?\/\/(?:player\.)?vimeo\.com\/(?:video\/)?(\d{4,15})/],
  ['loom', /^(?:https?:)?\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([\da-f]{16,40})/],
];

/** The block for a video of a known provider; null for any other address. */
export function videoOf(url: string): BlockPiece | null {
  for (const [provider, address] of PROVIDERS) {
    const id = address.exec(url)?.[1];
    if (id !== undefined) return block('video', { provider, videoId: id }, []);
  }
  return null;
}
