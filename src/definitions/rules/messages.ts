/** Rules for responses, bodies, examples, links and paths as lists of methods. */
import { below, has, type Location } from '../refs.ts';
import { entriesAt, isTree, textAt } from '../definition-tree.ts';
import { mediaTypesOf, isEncodable, propertiesOf } from './contents.ts';
import {
  checkEach,
  error,
  only,
  warning,
  type DefinitionRule,
  type RuleScope,
  type Visitor,
} from './rule.ts';
import { structural } from './structure.ts';

const statusesOf = ({ value }: Location): string[] =>
  Object.keys(value ?? {}).filter((key) => !key.startsWith('x-'));

function checkRange(at: Location, { standard, report }: RuleScope): void {
  for (const key of statusesOf(at)) {
    const where = { key, onKey: true };
    if (/^[1-5](?:[0-9]{2}|XX)$/.test(key)) {
      if (standard !== '2.0' || !key.endsWith('XX')) continue;
      report(at, `OpenAPI 2.0 has no ranges such as "${key}": name each status`, where);
    } else if (/^[0-9](?:[0-9]{2}|xx)$/i.test(key)) {
      const hint = /xx/i.test(key) ? `: write "${key.toUpperCase()}"` : '';
      report(at, `"${key}" is not an HTTP status${hint}`, where);
    }
  }
}

function checkMediaTypes(at: Location, { report }: RuleScope): void {
  const content = below(at, 'content');
  if (!isTree(content.value)) return;
  for (const key of Object.keys(content.value)) {
    if (key.includes('/') || key === '$ref' || key.startsWith('x-')) continue;
    report(content, `"${key}" is not a media type`, { key, onKey: true });
  }
}

const FIXED = new Set('GET PUT POST DELETE OPTIONS HEAD PATCH TRACE QUERY'.split(' '));

/** Reports the first of two fields of an example that exclude each other. */
const exclusive =
  (...pairs: readonly (readonly [string, string])[]) =>
  (at: Location, { report }: RuleScope): void => {
    for (const [one, other] of pairs) {
      if (!has(at, one) || !has(at, other)) continue;
      const message = `\`${one}\` and \`${other}\` cannot be used together`;
      report(at, message, { key: one, onKey: true });
    }
  };

/** The problem of a link: its rule and its place. */
function linkFault(
  { references }: RuleScope,
  link: Location,
  ids: ReadonlySet<string>,
):
  | {
      readonly rule: string;
      readonly message: string;
      readonly key?: string;
      readonly onKey?: boolean;
    }
  | undefined {
  const id = textAt(link.value, 'operationId');
  const reference = textAt(link.value, 'operationRef');
  if (id !== undefined && reference !== undefined) {
    const message = '`operationId` and `operationRef` cannot be used together';
    return { rule: 'link-operation-id', message, key: 'operationRef', onKey: true };
  }
  if (id !== undefined) {
    const message = `no operation has the operationId "${id}"`;
    return ids.has(id) ? undefined : { rule: 'link-operation-id', message, key: 'operationId' };
  }
  if (reference === undefined) {
    const message = 'a link needs `operationId` or `operationRef`';
    return { rule: 'link-operation', message, onKey: true };
  }
  if (!reference.startsWith('#')) return undefined;
  const target = references.follow(link, reference);
  if (target.kind === 'found' && isTree(target.location.value)) return undefined;
  const message = `\`operationRef: ${reference}\` does not point to an operation`;
  return { rule: 'link-operation', message, key: 'operationRef' };
}

/** Checks that each encoding names a property of the body. */
function checkEncoded(body: Location, scope: RuleScope): void {
  for (const [type, at] of mediaTypesOf(scope, body)) {
    const names = entriesAt(at.value, 'encoding').map(([name]) => name);
    if (names.length === 0 || !isEncodable(type) || !has(at, 'schema')) continue;
    const properties = propertiesOf(scope, below(at, 'schema'));
    for (const key of properties === undefined ? [] : names) {
      if (properties?.has(key) === true || key.startsWith('x-')) continue;
      const message = `the schema has no property "${key}"`;
      scope.report(below(at, 'encoding'), message, { key, onKey: true });
    }
  }
}

/** A runtime expression after a `$`. It may be the whole key, or a part of it in braces. */
const EXPRESSION =
  /^\$(?:url|method|statusCode|(?:request|response)\.(?:header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+|(?:query|path)\..+|body(?:#(?:\/.*)?)?))$/s;

function wrongExpression(key: string): string | undefined {
  const inside = Array.from(key.matchAll(/\{(\$[^{}]*)\}/g), ([, each = '']) => each);
  return [...(key.startsWith('$') ? [key] : inside)].find((each) => !EXPRESSION.test(each));
}

const linkRule =
  (name: string) =>
  (scope: RuleScope): Visitor => {
    const links: Location[] = [];
    const ids = new Set<string>();
    return {
      on: {
        Link: (at) => links.push(at),
        Operation: ({ value }) => {
          const id = textAt(value, 'operationId');
          if (id !== undefined) ids.add(id);
        },
      },
      end: () => {
        for (const link of links) {
          const fault = linkFault(scope, link, ids);
          if (fault?.rule === name) scope.report(link, fault.message, fault);
        }
      },
    };
  };

export const MESSAGE_RULES: readonly DefinitionRule[] = [
  error('link-operation', 'Nothing can follow the link', linkRule('link-operation')),
  warning(
    'link-operation-id',
    'Nothing can follow the link; the call itself is not affected',
    linkRule('link-operation-id'),
  ),
  warning(
    'responses-empty',
    'Nothing says what a response looks like',
    checkEach('Responses', (at, { report }) => {
      if (statusesOf(at).length === 0) report(at, 'no responses are defined', { onKey: true });
    }),
  ),
  error('response-status', 'No response has that status', (scope) => ({
    ...structural('response-status')(scope),
    on: {
      Responses: (at) => {
        for (const key of statusesOf(at)) {
          if (!/^[0-9]/.test(key) || /^[0-9](?:[0-9]{2}|xx)$/i.test(key)) continue;
          const message = `"${key}" is neither a status nor \`default\``;
          scope.report(at, message, { key, onKey: true });
        }
      },
    },
  })),
  warning(
    'response-status-range',
    'No response has that status: tools ignore it',
    checkEach('Responses', checkRange),
  ),
  warning(
    'media-type-form',
    'No request or response has that type: tools ignore it',
    checkEach('RequestBody Response', checkMediaTypes),
  ),
  error(
    'spec-no-invalid-encoding-combinations',
    'A client cannot tell how to write the body',
    only(
      '3.2',
      checkEach('MediaType', (at, { report }) => {
        const first = ['prefixEncoding', 'itemEncoding'].find((key) => has(at, key));
        if (first === undefined || !has(at, 'encoding')) return;
        const message = `\`encoding\` works by name and \`${first}\` by position: use only one of them`;
        report(at, message, { key: first, onKey: true });
      }),
    ),
  ),
  warning(
    'encoding-property',
    'It is the encoding of nothing: tools ignore it',
    checkEach('RequestBody', checkEncoded),
  ),
  warning(
    'callback-expression',
    'No address can be made of it, so nothing is called back',
    checkEach('Callback', (at, { report }) => {
      for (const key of Object.keys(at.value ?? {})) {
        const wrong = wrongExpression(key);
        if (wrong === undefined || key === '$ref' || key.startsWith('x-')) continue;
        report(at, `"${wrong}" is not a runtime expression`, { key, onKey: true });
      }
    }),
  ),
  warning(
    'external-value',
    'Only the one document is sent: readers cannot open the file',
    checkEach('Example', (at, { isBundle, report }) => {
      const key = 'externalValue';
      const file = textAt(at.value, key);
      if (!isBundle || file === undefined || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) return;
      report(at, `\`${key}: ${file}\` still names a file`, { key });
    }),
  ),
  warning(
    'example-and-examples',
    'Consoles show one of the two',
    only(
      '3.0 3.1 3.2',
      checkEach('MediaType Parameter Header', exclusive(['example', 'examples'])),
    ),
  ),
  warning(
    'no-example-value-and-externalValue',
    'Consoles show one of the two',
    checkEach('Example', exclusive(['value', 'externalValue'])),
  ),
  warning(
    'spec-example-values',
    'Consoles show one of the two',
    only(
      '3.2',
      checkEach(
        'Example',
        exclusive(
          ['value', 'dataValue'],
          ['value', 'serializedValue'],
          ['serializedValue', 'externalValue'],
        ),
      ),
    ),
  ),
  warning(
    'additional-operations',
    'The method has a field of its own, where tools look for it',
    only(
      '3.2',
      checkEach('PathItem', (at, { report }) => {
        const more = below(at, 'additionalOperations');
        for (const key of isTree(more.value) ? Object.keys(more.value) : []) {
          if (!FIXED.has(key.toUpperCase())) continue;
          const message = `${key} belongs in \`${key.toLowerCase()}\`, not in \`additionalOperations\``;
          report(more, message, { key, onKey: true });
        }
      }),
    ),
  ),
];
