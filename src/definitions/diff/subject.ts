import { keysOf, step, textAt, type Tree } from '../tree.ts';

/** A name for the part of `root` at a pointer, for people: `User.address.city`, `POST /users request body.name`. */
export function subjectOf(root: Tree, pointer: string): string {
  const keys = keysOf(pointer);
  const [first = '', second = '', third = ''] = keys;
  if (first === 'components') return join(root, keys, 3, third || second);
  if (first === 'definitions') return join(root, keys, 2, second);
  if (first === 'paths')
    return join(root, keys, 3, third ? `${third.toUpperCase()} ${second}` : second);
  if (first === 'webhooks')
    return join(root, keys, 3, `webhook ${second} ${third.toUpperCase()}`.trim());
  return join(root, keys, 1, first || 'the definition');
}

/** Adds words for the keywords of the pointer. Keywords that only contain other parts are left out. */
function join(root: Tree, keys: readonly string[], from: number, start: string): string {
  let text = start;
  for (let at = from; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const next = keys[at + 1] ?? '';
    switch (key) {
      case 'properties':
        text += `.${next}`;
        at += 1;
        break;
      case 'items':
        text += '[]';
        break;
      case 'additionalProperties':
        text += '.*';
        break;
      case 'allOf':
      case 'content':
        at += 1;
        break;
      case 'oneOf':
      case 'anyOf':
      case 'prefixItems':
        text += `.${key}[${next}]`;
        at += 1;
        break;
      case 'requestBody':
        text += ' request body';
        break;
      case 'responses':
        text += ` response ${next}`;
        at += 1;
        break;
      case 'headers':
        text += ` header ${next}`;
        at += 1;
        break;
      case 'parameters':
        text += ` parameter ${textAt(keys.slice(0, at + 2).reduce(step, root), 'name') ?? next}`;
        at += 1;
        break;
      case 'callbacks':
        text += ` callback ${next}`;
        at += 1;
        break;
      case 'schema':
        break;
      default:
        text += ` ${key}`;
    }
  }
  return text;
}
