/** Custom HTML as its author wrote it, with its style and scripts: in a sandbox, and only when a reader asks for it. */
import { element } from './element.ts';

/** In pixels. */
const MOST_HEIGHT = 4_000;

/** Beside the script that has this, wherever the site is. Known while the script is loaded only. */
const FRAME = new URL('frame.html', (document.currentScript as HTMLScriptElement).src).href;

const FIRST_HEIGHT = 150;

/** @param box an element `.html`, with the HTML in `data-source` and what is safe of it inside */
export function offerFrame(box: HTMLElement): void {
  const { source = '' } = box.dataset;
  const button = element('button', { class: 'run-html', type: 'button' }, 'Show with its scripts');
  const note = element(
    'p',
    { class: 'run-html-note' },
    'This HTML has parts that are not shown here. ',
    button,
  );
  button.addEventListener('click', () => {
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
        // Its origin is none, which no address names. What it gets is the text of this page.
        shown.contentWindow?.postMessage(source, '*');
      },
      { once: true },
    );
    fitHeight(shown);
    box.replaceChildren(shown);
    shown.focus();
  });
  box.append(note);
}

/** As high as what is in it, which says so itself: whatever else it says is not listened to. */
function fitHeight(frame: HTMLIFrameElement): void {
  const listen = ({ source, data }: MessageEvent<unknown>): void => {
    if (!frame.isConnected) removeEventListener('message', listen);
    else if (source === frame.contentWindow && typeof data === 'number' && data > 0)
      frame.height = String(Math.min(Math.ceil(data), MOST_HEIGHT));
  };
  addEventListener('message', listen);
}
