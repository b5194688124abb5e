import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetsIn, withFreshSnippets } from '../../../src/content/snippets/snippets.ts';
import { sampleOf, SampledFile } from '../../../src/content/snippets/sampled-file.ts';

/** The part, cut; or its problem. */
function partOf(source: SampledFile, name: string) {
  const found = sampleOf(source, name);
  return 'problem' in found ? found.problem('file') : found.cut();
}

const line = fc.stringMatching(/^[a-z ]{0,12}$/);
const lines = fc.array(line, { minLength: 1, maxLength: 12 });

test('a region is the lines between its markers, whatever is around it', () => {
  fc.assert(
    fc.property(lines, lines, lines, (above, inside, below) => {
      const text = [...above, '// #region it', ...inside, '// #endregion', ...below].join('\n');
      const last = above.length + 1 + inside.length;
      const region = partOf(new SampledFile(text), 'it');
      const byLines = partOf(new SampledFile(text), `L${above.length + 2}-L${last}`);
      expect(region).toEqual(byLines);
    }),
  );
});

test.each<[string, string]>([
  ['an address', 'curl https://a.example/#region\nls'],
  ['a value', 'export REGION="#region"\nls'],
  ['a sentence', '# Region to use\n# region of the shop\nls'],
  ['an option', 'aws s3 ls \\\n  --region eu \\\n  --quiet'],
  ['a selector', '#region { color: red }\n.x #region {\n}\n#region h2,\n#region.x {\n}'],
  ['a string', "print('#region x')\n'#region x',\nprint('#endregion')"],
  ['a tag in a string', 'const a = "// tag::x[]";\nconst b = "// end::x[]";'],
  ['a list of YAML', '- [start: a]\n- [end: a]'],
  ['a comment after code', 'open(); // #region a\nread();\nclose(); // #endregion'],
  ['the name of a type', '::region r = make();\n(*region) = 5;'],
  [
    'code after a comment',
    '/* #region a */ y();\n/* #endregion */ int z;\n<!-- #region --> <b>x</b>',
  ],
  [
    'a comment that goes on',
    '<!-- #region a\n<b>old</b>\n-->\n/* #region b\n * licence\n */\n// #endregion',
  ],
  ['a sentence in a comment', '/*\n#region a\n#endregion is a word\n*/'],
  ['a setting', '#region = eu-west\nx\n#endregion of that'],
  ['a beginning alone', '// #region a\n// tag::b[]\nx'],
  ['an end alone', 'x\n// #endregion a\n// end::b[]'],
])('a line of code stays: %s', (_, code) => {
  expect(partOf(new SampledFile(code), '')).toMatchObject({ lines: code.split('\n') });
});

test.each<[string, string]>([
  ['// #region a', '// #endregion a'],
  ['//#region a', '//#endregion'],
  ['# region a', '# endregion'],
  ['#region a', '#endregion // a'],
  ['  #pragma region a', '  #pragma endregion'],
  ['/* #region a */', '/* #endregion */'],
  ['<!-- #region a-->', '<!-- #endregion -->'],
  ['{/* #region a */}', '{/* #endregion */}'],
  ['-- #region a', '-- #endregion'],
  ['; region a', '; endregion'],
  ['REM #region a', 'REM #endregion'],
  ['(* #region a *)', '(* #endregion *)'],
  ['// #region a and more', '// #endregion'],
  ['// tag::a[]', '// end::a[]'],
  ['<!-- tag::a[] -->', '<!-- end::a[] -->'],
  ['# [start:a]', '# [end:a]'],
  ['# --8<-- [start:a]', '# --8<-- [end:a]'],
  ['--8<-- [start: a]', '--8<-- [end: a]'],
])('a region begins with %s', (begin, end) => {
  const source = new SampledFile(
    ['x', begin, '// #region', 'y', '// #endregion', end, 'z'].join('\n'),
  );
  expect(partOf(source, 'a')).toMatchObject({ lines: ['y'] });
  expect(partOf(source, '')).toMatchObject({ lines: ['x', 'y', 'z'] });
});

test('indentation does not change a part', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom(' ', '  ', '\t', '\t  '), (inside, indent) => {
      const deeper = inside.map((each) => (each.trim() === '' ? '' : indent + each));
      const codeOf = (all: readonly string[]) => {
        const found = partOf(new SampledFile(all.join('\n')), '');
        return typeof found === 'string' ? found : found.lines;
      };
      expect(codeOf(deeper)).toEqual(codeOf(inside));
    }),
  );
});

test('a part of any text is lines or a problem', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, name) => {
      const found = partOf(new SampledFile(text), name);
      expect(typeof found === 'string' ? found.length > 0 : 'lines' in found).toBe(true);
    }),
  );
});

test('no part is read before it is cut, and one over the limit is refused', () => {
  let reads = 0;
  const source = new SampledFile('text of a line\n'.repeat(60_000));
  const lines = new Proxy(source.lines, {
    get(target, key) {
      if (key !== 'length') reads += 1;
      return Reflect.get(target, key);
    },
  });
  Object.defineProperty(source, 'lines', { value: lines });

  expect(sampleOf(source, 'L1-L30000')).toHaveProperty('problem');
  expect(sampleOf(source, 'L2-L4000')).toMatchObject({ length: 3999 * 15 });
  expect(reads).toBe(0);
});

const piece = fc.constantFrom(
  '\r',
  '\n',
  '\r\n',
  '```',
  '~~~',
  '`',
  '~',
  ' ',
  '    ',
  '>',
  '# A',
  'a',
);

test('a fence that was filled has the sample, whatever line ends and fences its file has', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.constantFrom('', '> ', '   '),
      fc.constantFrom('```', '~~~'),
      fc.constantFrom('\n', '\r\n'),
      (pieces, prefix, mark, eol) => {
        const sample = sampleOf(new SampledFile(pieces.join('')), '');
        const start = prefix === '   ' ? [`1. A${eol}`] : [];
        const body = [...start, '[//]: # (docs-snippet a.md)', mark, 'old', mark]
          .map((each, index) => (start.length > index ? each : prefix + each))
          .concat('', 'Below')
          .join(eol);
        const once = withFreshSnippets(body, () => sample);

        expect(withFreshSnippets(once, () => sample)).toBe(once);
        const [found] = snippetsIn(once);
        expect(found?.fence?.code).toEqual('cut' in sample ? sample.cut().lines : null);
        expect(once).not.toMatch(/\r(?!\n)/);
      },
    ),
  );
});
