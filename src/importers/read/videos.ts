/** Addresses of videos, as blocks. */
import type { BlockPiece } from '../model.ts';

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
    if (id === undefined) continue;
    const attributes = new Map([
      ['provider', provider],
      ['videoId', id],
    ]);
    return { kind: 'block', name: 'video', attributes, content: [] };
  }
  return null;
}
