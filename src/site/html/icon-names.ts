/** Icons of Font Awesome by their names: a sentence such as "click on … to begin" must not have a hole where no font of icons is. Pure. */
import { escapeHtml } from '../../content/darkdown/write/html.ts';

/** As the writer of HTML leaves them; what the author wrote otherwise stays as it is. */
const ICON = /<i class="([^"<>]*)"><\/i>/g;

/** Classes that say how an icon looks, not which it is. */
const LOOKS =
  /^fa-(?:solid|regular|brands|light|thin|duotone|sharp|fw|ul|li|border|inverse|spin|pulse|beat|fade|bounce|shake|flip.*|rotate.*|pull-.*|stack.*|2?xs|sm|lg|2?xl|\d+x)$/;

/** @param html of a page, with text escaped */
export const withIconNames = (html: string): string =>
  html.replaceAll(ICON, (whole: string, classes: string) => {
    const name = classes
      .split(/\s+/)
      .find((each) => /^fa-[a-z\d-]+$/.test(each) && !LOOKS.test(each));
    if (name === undefined) return whole;
    return `<span class="icon">${escapeHtml(name.slice('fa-'.length).replaceAll('-', ' '))}</span>`;
  });
