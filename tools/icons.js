// The reader site's icons: Font Awesome's free ones, a line each, read when a page shows one.
import { fab } from '@fortawesome/free-brands-svg-icons';
import { far } from '@fortawesome/free-regular-svg-icons';
import { fas } from '@fortawesome/free-solid-svg-icons';

const STYLES = { solid: fas, regular: far, brands: fab };

/** What their licence (CC BY 4.0) asks to be said wherever they go. */
export const CREDIT =
  'Icons: Font Awesome Free by Fonticons, Inc., https://fontawesome.com/license/free, CC BY 4.0';

/** `style|name other-name …|width height|path`, one icon a line. */
export function iconLines() {
  const lines = Object.entries(STYLES).flatMap(([style, pack]) =>
    Object.values(pack).map(({ iconName, icon: [width, height, others, , path] }) => {
      const names = [iconName, ...others.filter((each) => typeof each === 'string')];
      return `${style}|${names.join(' ')}|${width} ${height}|${[path].flat().join('')}`;
    }),
  );
  return `${[`# ${CREDIT}`, ...new Set(lines)].join('\n')}\n`;
}
