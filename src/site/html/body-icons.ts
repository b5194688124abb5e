/** Icons within the text of a page: a sentence such as "click on … to begin" must not have a hole. Pure. */
import type { Icons } from '../icons.ts';

/** As the writer of HTML leaves them; what the author wrote otherwise stays as it is. */
const ICON = /<i class="([^"<>]*)"><\/i>/g;

/** @param html of a page, with text escaped */
export const withIcons = (html: string, icons: Icons): string =>
  html.replaceAll(ICON, (whole: string, classes: string) => icons.alone(classes) ?? whole);
