/**
 * Shows custom HTML with its own style and scripts: in a sandbox, and only when a reader asks for
 * it.
 */
import { element } from './element.ts';

/** In pixels. */
const MAX_HEIGHT = 4_000;

/**
 * The document for the sandbox, next to this script. `currentScript` is only set while the script
 * is loading.
 */
const FRAME = new URL('frame.html', (document.currentScript as HTMLScriptElement).src).href;

const FIRST_HEIGHT = 150;

const NOTE = 'run-html-note';

/**
 * Offers, once per page, to show the parts of custom HTML that were left out. A second call
 * replaces the offer.
 */
export function offerFrames(): void {
  document.querySelector(`.${NOTE}`)?.remove();
  const [first] = boxes();
  if (!first) return;
  const button = element('button', { class: 'run-html', type: 'button' }, 'Show with its scripts');
  const note = element(
    'p',
    { class: NOTE, lang: 'en' },
    'The HTML on this page has parts that are not shown here. ',
    button,
  );
  button.addEventListener('click', () => {
    for (const box of boxes()) showFrame(box);
    note.remove();
    document.querySelector<HTMLElement>('.html > iframe')?.focus();
  });
  placeOf(first).after(note);
}

/** Elements with the whole HTML in `data-source` and its safe part inside. */
const boxes = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.body .html[data-source]'),
];

/**
 * The element after which the offer is placed: the box or, if no sentence precedes its end, the
 * first sentence after it.
 */
function placeOf(box: Element): Element {
  const sentences = [...document.querySelectorAll('.body p:not(.lead, .finding)')].filter(
    (each) => (each.textContent ?? '').trim() !== '',
  );
  const before = (each: Element): boolean =>
    box.contains(each) ||
    (each.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return sentences.some(before) ? box : (sentences[0] ?? box);
}

function showFrame(box: HTMLElement): void {
  const { source = '' } = box.dataset;
  delete box.dataset['source'];
  const shown = element('iframe', {
    sandbox: 'allow-scripts',
    src: FRAME,
    title: 'Custom HTML',
    height: String(FIRST_HEIGHT),
    referrerpolicy: 'no-referrer',
  });
  shown.addEventListener(
    'load',
    () => {
      // The frame has an opaque origin, which no target origin can name. It only receives text of
      // this page.
      shown.contentWindow?.postMessage(source, '*');
    },
    { once: true },
  );
  fitHeight(shown);
  box.replaceChildren(shown);
}

/** Makes the frame as high as its content, which reports its height. Other messages are ignored. */
function fitHeight(frame: HTMLIFrameElement): void {
  const listen = ({ source, data }: MessageEvent<unknown>): void => {
    if (!frame.isConnected) removeEventListener('message', listen);
    else if (source === frame.contentWindow && typeof data === 'number' && data > 0)
      frame.height = String(Math.min(Math.ceil(data), MAX_HEIGHT));
  };
  addEventListener('message', listen);
}
