/** Fields of an API. */
import type { Phrases } from '../../../content/darkdown/markdown/flow.ts';
import { paragraph } from '../made-pieces.ts';
import { textPhrase } from '../phrases.ts';
import { all } from './source-element.ts';
import type { ElementReader, ElementReaders } from './source-element.ts';

const field: ElementReader = (element) => {
  const name = element.said('path', 'query', 'body', 'header', 'name');
  const facts = ['type', 'default', 'placeholder'].map((key) => element.said(key));
  for (const flag of ['required', 'deprecated']) if (element.has(flag)) facts.push(flag);
  const said = facts.filter((fact) => fact !== '').join(', ');
  const head: Phrases[number][] = name === '' ? [] : [{ kind: 'code-span', code: name }];
  if (said !== '') head.push(textPhrase(` ${said}`));
  return [...(head.length === 0 ? [] : [paragraph(...head)]), ...element.content()];
};

export const API: ElementReaders = all('ParamField ResponseField Property', field);
