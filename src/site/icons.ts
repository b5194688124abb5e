/** Icons of Font Awesome by their names or classes. Pure. */
import { escapeHtml, openTag } from '../content/darkdown/write/html.ts';

/** The lines of `dist/site/icons.txt`, read on demand: most pages show no icon. */
export type IconLines = () => string;

/** Styles by the classes that select them. */
const STYLES: Readonly<Record<string, string>> = {
  fas: 'solid',
  'fa-solid': 'solid',
  far: 'regular',
  'fa-regular': 'regular',
  fab: 'brands',
  'fa-brands': 'brands',
};

/** The order in which styles are searched if none is given, or the given one has no such icon. */
const ANY_STYLE = ['solid', 'regular', 'brands'];

/** Classes for the look of an icon. They do not name one. */
const LOOKS =
  /^fa-(?:solid|regular|brands|light|thin|duotone|sharp|fw|ul|li|border|inverse|spin|pulse|beat|fade|bounce|shake|flip.*|rotate.*|pull-.*|stack.*|2?xs|sm|lg|2?xl|\d+x)$/;

interface Shape {
  /** `512 512` */
  readonly size: string;
  readonly path: string;
}

const LINE = /^(\w+)\|([a-z\d -]+)\|(\d+ \d+)\|([^"<>&]+)$/;

export class Icons {
  readonly #lines: IconLines;
  #byName: ReadonlyMap<string, Shape> | null = null;

  constructor(lines: IconLines) {
    this.#lines = lines;
  }

  /** Whether there is an icon with this name. Always true without a list of icons. */
  has(classes: string): boolean {
    return this.#find(classes) !== undefined || this.#shapes.size === 0;
  }

  /** An icon next to words that have the same meaning. Empty if there is no icon with this name. */
  beside(classes: string): string {
    const shape = this.#find(classes);
    return shape ? svg(shape, { 'aria-hidden': 'true' }) : '';
  }

  /**
   * An icon that replaces a word. If it has no shape, its name. `null`: the classes do not name an
   * icon.
   */
  alone(classes: string): string | null {
    const name = nameIn(classes.split(/\s+/));
    if (name === undefined) return null;
    const words = name.replaceAll('-', ' ');
    const shape = this.#find(classes);
    return shape
      ? svg(shape, { role: 'img', 'aria-label': words })
      : `<span class="icon-name">${escapeHtml(words)}</span>`;
  }

  get #shapes(): ReadonlyMap<string, Shape> {
    this.#byName ??= shapesOf(this.#lines());
    return this.#byName;
  }

  /** @param classes `gear` or `far:bell`, as in navigations; `fas fa-gear` or `fa-gear` */
  #find(classes: string): Shape | undefined {
    const words = classes
      .trim()
      .replace(/^(fa[brs]):/, '$1 fa-')
      .split(/\s+/);
    const [only = ''] = words;
    const name = nameIn(words) ?? (words.length === 1 ? only : '');
    const asked = words.flatMap((word) =>
      Object.hasOwn(STYLES, word) ? (STYLES[word] ?? []) : [],
    );
    for (const style of [...asked, ...ANY_STYLE]) {
      const shape = this.#shapes.get(`${style}|${name}`);
      if (shape) return shape;
    }
    return undefined;
  }
}

/** Icons as the HTML writer prints them. Other notations of the author are not changed. */
const ICON = /<i class="([^"<>]*)"><\/i>/g;

/**
 * Replaces icons in the text of a page, so that sentences such as "click on … to begin" have no
 * gaps.
 *
 * @param html of a page, with text escaped
 */
export const withIcons = (html: string, icons: Icons): string =>
  html.replaceAll(ICON, (whole: string, classes: string) => icons.alone(classes) ?? whole);

const nameIn = (classes: readonly string[]): string | undefined =>
  classes.find((each) => /^fa-[a-z\d-]+$/.test(each) && !LOOKS.test(each))?.slice('fa-'.length);

function shapesOf(lines: string): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const line of lines.split('\n')) {
    const [, style = '', names = '', size = '', path = ''] = LINE.exec(line) ?? [];
    if (path === '') continue;
    for (const name of names.split(' ')) shapes.set(`${style}|${name}`, { size, path });
  }
  return shapes;
}

const svg = ({ size, path }: Shape, attributes: Readonly<Record<string, string>>): string =>
  `${openTag('svg', { class: 'icon', viewBox: `0 0 ${size}`, ...attributes })}<path d="${path}"/></svg>`;
