// Makes Swagger UI a part of a page (ADR 91): its style, which has no variables, gets the colours and fonts of the site, and its `main` becomes a region, because a page already has a `main`.
import { readFile } from 'node:fs/promises';

/** By the variable of `site.css`. What is not listed stays: colours of parts that references do not show. */
const COLOURS = {
  text: ['#3b4151', '#000', '#333', '#404040', '#41444e', '#505050'],
  quiet:
    '#555 #606060 #666 #6b6b6b #707070 #777 #7d8293 #7d8492 #888 #909090 #929292 #999 #a0a0a0 #aaa #afaeae'.split(
      ' ',
    ),
  page: ['#fff'],
  raised: [
    '#ebebeb',
    '#f7f7f7',
    '#fafafa',
    'rgba(0,0,0,.02)',
    'rgba(0,0,0,.05)',
    'rgba(0,0,0,.07)',
  ],
  line: ['#d8dde7', '#d9d9d9', 'rgba(59,65,81,.2)', 'rgba(59,65,81,.3)', 'rgba(0,0,0,.1)'],
  accent: ['#4990e2', '#1f69c0', '#357edd', '#96ccff', '#55a', '#805ad5'],
  info: ['#61affe', '#0d5aa7', '#9012fe', '#9d408a', '#86751f'],
  'info-soft': ['97,175,254', '13,90,167', '144,18,254', '157,64,138', '134,117,31'].map(soft),
  success: ['#49cc90', '#89bf04'],
  'success-soft': [soft('73,204,144')],
  warning: ['#fca130', '#50e3c2', '#d69e2e'],
  'warning-soft': ['252,161,48', '80,227,194'].map(soft),
  error: ['#f93e3e', 'rgba(255,0,0,.6)'],
  'error-soft': [soft('249,62,62')],
};

/** @param {string} channels */
function soft(channels) {
  return `rgba(${channels},.1)`;
}

const VARIABLES = new Map(
  Object.entries(COLOURS).flatMap(([name, colours]) =>
    colours.map((colour) => [colour, `var(--${name})`]),
  ),
);

const MAIN = '"main",{id:"operations",tabIndex';
const REGION =
  '"div",{role:"region","aria-label":"Operations and schemas",id:"operations",tabIndex';

/** Its own dark theme is left out: our variables have both. @type {import('esbuild').Plugin} */
export const swaggerUi = {
  name: 'swagger-ui',
  setup(build) {
    build.onLoad({ filter: /swagger-ui-bundle\.js$/ }, async ({ path }) => {
      const [before = '', after, ...more] = (await readFile(path, 'utf8')).split(MAIN);
      if (after === undefined || more.length > 0) throw new Error('Swagger UI has another layout');
      return { contents: before + REGION + after, loader: 'js' };
    });
    build.onLoad({ filter: /swagger-ui\.css$/ }, async ({ path }) => {
      const style = await readFile(path, 'utf8');
      const contents = style
        .replace(/html\.dark-mode[^{}]*\{[^{}]*\}/g, '')
        .replace(
          /font-family:[^;}]*/g,
          (font) => `font-family:var(--${font.includes('monospace') ? 'mono' : 'sans'})`,
        )
        .replace(
          /#[\da-f]{3,8}\b|rgba\([^)]*\)/gi,
          (colour) => VARIABLES.get(colour.toLowerCase()) ?? colour,
        );
      return { contents, loader: 'css' };
    });
  },
};
