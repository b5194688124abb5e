/** One rule for everything that is ignored in its place according to the standard. */
import { below, has, type Location } from '../refs.ts';
import { child, entriesAt, textAt } from '../definition-tree.ts';
import { mediaTypesOf, isEncodable } from './contents.ts';
import { warning, type DefinitionRule, type RuleScope } from './rule.ts';

/** Header parameters that are ignored, and the part that describes the same. */
const DESCRIBED_ELSEWHERE: Readonly<Record<string, string>> = {
  accept: 'the media types of the responses say it',
  'content-type': 'the media types of the request body say it',
  authorization: 'a security scheme says it',
};

function checkParameter({ standard, references, report }: RuleScope, at: Location): void {
  const place = textAt(at.value, 'in');
  const name = textAt(at.value, 'name') ?? '';
  const instead = place === 'header' ? DESCRIBED_ELSEWHERE[name.toLowerCase()] : undefined;
  if (standard !== '2.0' && instead !== undefined) {
    report(at, `the header parameter "${name}" is ignored: ${instead}`, { key: 'name' });
  }
  const isPossible =
    place === undefined || place === 'query' || (standard === '2.0' && place === 'formData');
  if (child(at.value, 'allowEmptyValue') === true && !isPossible) {
    const message = `\`allowEmptyValue\` has no effect in ${place}`;
    report(at, message, { key: 'allowEmptyValue', onKey: true });
  }
  if (textAt(at.value, 'style') !== 'deepObject' || place !== 'query') return;
  const type = child(references.resolved(below(at, 'schema'))?.value, 'type');
  if (type !== 'array') return;
  report(at, '`style: deepObject` has no effect on an array', { key: 'style' });
}

/** Reports a `Content-Type` among headers, because another field defines it. */
function checkHeaders({ report }: RuleScope, at: Location, instead: string): void {
  for (const [key] of entriesAt(at.value, 'headers')) {
    if (key.toLowerCase() !== 'content-type') continue;
    const message = `the header "${key}" is ignored here: \`${instead}\` says it`;
    report(below(at, 'headers'), message, { key, onKey: true });
  }
}

/** Methods whose bodies have no meaning in RFC 7231, and are not sent. That of DELETE has none either, but tools send it. */
const BODILESS = ['get', 'head', 'trace'];

/** Only 3.0 says that consumers ignore the body; later versions allow it. */
function checkMethods({ standard, references, report }: RuleScope, item: Location): void {
  for (const method of standard === '3.0' ? BODILESS : []) {
    const operation = references.resolved(below(item, method));
    if (operation === undefined || !has(operation, 'requestBody')) continue;
    const message = `the body of ${method.toUpperCase()} is ignored in OpenAPI 3.0`;
    report(operation, message, { key: 'requestBody', onKey: true });
  }
}

function checkEncoding(scope: RuleScope, holder: Location): void {
  for (const [type, at] of mediaTypesOf(scope, holder)) {
    if (!has(at, 'encoding') || isEncodable(type) || type.includes('*')) continue;
    const message = `\`encoding\` is ignored for ${type}: it is for forms and \`multipart\``;
    scope.report(at, message, { key: 'encoding', onKey: true });
  }
}

export const IGNORED_RULES: readonly DefinitionRule[] = [
  warning(
    'no-effect',
    'Tools that follow the standard ignore it: what it says is lost',
    (scope) => {
      const Parameter = (at: Location): void => checkParameter(scope, at);
      if (scope.standard === '2.0') return { on: { Parameter } };
      return {
        on: {
          Parameter,
          PathItem: (at) => checkMethods(scope, at),
          RequestBody: (at) => checkEncoding(scope, at),
          Response: (at) => {
            checkHeaders(scope, at, 'content');
            checkEncoding(scope, at);
          },
          Encoding: (at) => checkHeaders(scope, at, 'contentType'),
        },
      };
    },
  ),
];
