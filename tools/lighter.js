// Takes out of the start-up what packages load too early or never need here. With it, one GET takes
// 1.7 times the CPU time of `node -e 0` instead of 2.5 (ADR 61). Also replaces slow code (ADR 40).
import { readFile } from 'node:fs/promises';

const VIRTUAL = 'lighter';

/** Asked for by commander at once, for commands that are programs of their own: there are none. */
const CHILD_PROCESS = `exports.spawn = (...args) => require('node:child_process').spawn(...args);`;

/** Its tables take longer to set up than a command runs, so it is loaded on the first call. */
const STRING_WIDTH = `export default (...args) => require('string-width').default(...args);`;

/** Asked for as a module, Node reads each of its properties once, and with that opens standard input. */
const PROCESS = `module.exports = process;`;

/** HTTP/2, which `src/api/transport/transport.ts` never allows, and with it Node's own implementation. */
const CLIENT_H2 = `module.exports = () => { throw new TypeError('HTTP/2 is not built in'); };`;

/** undici asks it for Node's limit of an answer's head, and for a class of streams never sent. */
const HTTP = `module.exports = { maxHeaderSize: 16 * 1024 };`;

/** Node's own loads its differ and call tracker; undici only asks whether what it believes is so. */
const ASSERT = `module.exports = (ok, message) => { if (!ok) throw message instanceof Error ? message : new Error(message ?? 'undici: assertion failed'); };`;

/** Bodies of `fetch`: streams, forms and blobs. We send text and buffers only. */
const FETCH_BODY = `exports.extractBody = () => { throw new TypeError('a body is a text or a buffer'); };`;

/** What colours the streams take is told to chalk: `src/ui/style.ts`. */
const SUPPORTS_COLOR = `export default {};`;

/** cosmiconfig's own loaders, with two parsers and Node's crypto: `src/config/find.ts` gives it ours. */
const LOADERS = `module.exports = {};`;

/** @type {readonly { readonly path: RegExp, readonly importer: RegExp, readonly text: string }[]} */
const REPLACED = [
  {
    path: /^node:child_process$/,
    importer: /\/node_modules\/commander\//,
    text: CHILD_PROCESS,
  },
  { path: /^node:process$/, importer: /\/node_modules\/commander\//, text: PROCESS },
  { path: /^string-width$/, importer: /\/src\//, text: STRING_WIDTH },
  { path: /^#supports-color$/, importer: /\/node_modules\/chalk\//, text: SUPPORTS_COLOR },
  { path: /^node:assert$/, importer: /\/node_modules\/undici\//, text: ASSERT },
  {
    path: /^\.\.\/web\/fetch\/body\.js$/,
    importer: /\/undici\/lib\/dispatcher\/client-h1/,
    text: FETCH_BODY,
  },
  { path: /^node:http$/, importer: /\/node_modules\/undici\//, text: HTTP },
  { path: /^\.\/loaders$/, importer: /\/node_modules\/cosmiconfig\//, text: LOADERS },
  { path: /^\.\/client-h2\.js$/, importer: /\/node_modules\/undici\//, text: CLIENT_H2 },
];

/** @type {readonly { readonly path: RegExp, readonly from: RegExp, readonly to: string }[]} */
const REWRITTEN = [
  // Its build sets each field of each token by a function that looks for an inherited property
  // first: 30 to 50 % of the time of a conversion.
  {
    path: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/,
    from: /\b_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)?("\w+"),/g,
    to: '(this[$1] =',
  },
  // It requires an ES module, which esbuild then sets up on the first call, after its exports have
  // been taken as plain values (`PLAIN_EXPORTS` in build.js).
  {
    path: /[\\/]sanitize-html[\\/]index\.js$/,
    from: /const htmlparser = require\('htmlparser2'\);(.*)module\.exports = sanitizeHtml;/s,
    to: "import * as htmlparser from 'htmlparser2';$1export default sanitizeHtml;",
  },
];

/** @type {import('esbuild').Plugin} */
export const lighter = {
  name: 'lighter',
  setup(build) {
    for (const { path, importer, text } of REPLACED) {
      build.onResolve({ filter: path }, (args) =>
        args.namespace === 'file' && importer.test(forwardSlashes(args.importer))
          ? { path: args.path, namespace: VIRTUAL, pluginData: { text, folder: args.resolveDir } }
          : undefined,
      );
    }
    build.onLoad({ filter: /./, namespace: VIRTUAL }, ({ pluginData }) => ({
      contents: pluginData.text,
      resolveDir: pluginData.folder,
    }));
    for (const { path, from, to } of REWRITTEN) {
      build.onLoad({ filter: path }, async (args) => {
        const text = await readFile(args.path, 'utf8');
        const contents = text.replace(from, to);
        if (contents === text) throw new Error(`${args.path} no longer has what is replaced in it`);
        return { contents, loader: 'js' };
      });
    }
  },
};

/** @param {string} path */
const forwardSlashes = (path) => path.replaceAll('\\', '/');
