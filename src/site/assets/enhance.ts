/**
 * Makes tabs, steps, copying, larger images and links to headings work. Does not replace the top
 * elements.
 */
import { element } from './element.ts';
import { makeSteps } from './steps.ts';
import { makeCodeTabs, makeTabs } from './tabs.ts';

/** @param root an element of the text, or the text itself */
export function enhance(root: Element): void {
  for (const steps of all(root, '.code-steps')) makeSteps(steps);
  for (const tabs of all(root, '.tabs')) makeTabs(tabs, ':scope > .tab', '.tab-title');
  for (const code of all(root, '.code')) makeCodeTabs(code);
  for (const block of all(root, '.code-block')) addCopy(block);
  for (const image of all(root, 'img')) markMissing(image as HTMLImageElement);
  for (const image of all(root, 'figure > img')) addZoom(image as HTMLImageElement);
  for (const heading of all(root, ':is(h2, h3, h4, h5, h6)[id]')) addLink(heading);
}

const all = (root: Element, selector: string): Element[] => [
  ...(root.matches(selector) ? [root] : []),
  ...root.querySelectorAll(selector),
];

function addCopy(block: Element): void {
  const code = block.querySelector('code');
  // Browsers provide a clipboard only on HTTPS and on this machine.
  if (!code || !('clipboard' in navigator)) return;
  const button = element('button', { class: 'copy', type: 'button', lang: 'en' });
  const name = (text: string): void => {
    button.setAttribute('aria-label', text);
    button.title = text;
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText((code.textContent ?? '').replace(/\n$/, ''));
    button.textContent = 'Copied';
    name('Copied');
    button.classList.add('done');
    setTimeout(() => {
      button.textContent = '';
      name('Copy');
      button.classList.remove('done');
    }, 1500);
  };
  name('Copy');
  button.addEventListener('click', () => void copy());
  block.append(button);
}

/** Marks a picture that cannot be loaded: its size would leave a gap. */
function markMissing(image: HTMLImageElement): void {
  const mark = (): void => {
    image.classList.add('missing');
  };
  if (image.complete && image.naturalWidth === 0 && image.src !== '') mark();
  else image.addEventListener('error', mark);
}

function addZoom(image: HTMLImageElement): void {
  const button = element('button', {
    class: 'zoom',
    type: 'button',
    lang: 'en',
    'aria-label': 'Enlarge the image',
  });
  const box = element('div', { class: 'zoomable' });
  image.replaceWith(box);
  box.append(image, button);
  const open = (): void => {
    const large = element('img', { src: image.src, alt: image.alt });
    const close = element('button', { class: 'search-close', type: 'button', lang: 'en' }, 'Close');
    const dialog = element('dialog', { class: 'large-image', 'aria-label': 'Image' }, large, close);
    dialog.addEventListener('click', () => {
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  button.addEventListener('click', open);
}

function addLink(heading: Element): void {
  const href = `#${encodeURIComponent(heading.id)}`;
  const label = `Link to “${heading.textContent?.trim() ?? ''}”`;
  heading.append(
    element('a', { class: 'heading-link', href, lang: 'en', 'aria-label': label }, '#'),
  );
}
