/** Notes, tabs, accordions, steps and fields. */
import type { Phrases } from '../../../content/darkdown/markdown/flow.ts';
import { callout } from '../callouts.ts';
import { codeOf } from '../code-info.ts';
import { stringIn } from '../element.ts';
import { accordions, codeGroup, lead, loose, paragraph, tabs, titledCode } from '../made-pieces.ts';
import { textPhrase } from '../phrases.ts';
import { all, inside } from './source-element.ts';
import type { ElementReader, ElementReaders } from './source-element.ts';

const tabsReader: ElementReader = (element) => {
  const found = element.members('TabItem', 'Tab');
  if (found !== null) return codeGroup([tabs(found)]);
  element.say(
    'component',
    'A <Tabs> has other content besides tabs: all of it is shown one below the other.',
  );
  return element.content();
};

const codeBlock: ElementReader = (element) => {
  const language = element.said('language');
  const code = element.text.trim();
  const inner = /^\{([^{}]{1,200})\}$/.exec(code)?.[1]?.trim() ?? '';
  const value = element.page.valueOf(inner)?.replace(/\n$/, '');
  const pieces =
    value === undefined ? element.content() : [element.page.code('', value, element.line)];
  const [only] = pieces;
  const whole =
    pieces.length === 1 && only?.kind === 'code'
      ? { ...only, language: language || only.language }
      : codeOf(language, stringIn(code.slice(1, -1)) ?? code);
  return titledCode([whole], element.said('title', 'filename'), false);
};

const details: ElementReader = (element) => {
  const isFirst = /^\s*<summary[\s>]/i.test(element.text);
  const { part, rest } = isFirst ? element.split('summary') : { part: null, rest: element.inner };
  const said =
    part === null ? '' : element.page.title(element.phrases(part.text, part.line), part.line);
  const title = said || element.said('title', 'summary') || 'Details';
  return [
    loose(accordions([{ title, content: element.content(rest), open: element.has('open') }])),
  ];
};

const accordion: ElementReader = (element) => {
  const title = element.said('title') || 'Details';
  const content = [...lead(element.said('description')), ...element.content()];
  return [loose(accordions([{ title, content, open: element.has('defaultOpen') }]))];
};

const step: ElementReader = (element) => {
  const said = [element.said('title', 'label'), element.said('description')];
  const title = said.filter((text) => text !== '').join(': ');
  if (element.has('tags')) element.say('component', 'The tags of this entry were left out.');
  const head = title === '' ? [] : [element.page.heading(3, [textPhrase(title)], [])];
  return [...head, ...element.content()];
};

/** A field of an API. */
const field: ElementReader = (element) => {
  const name = element.said('path', 'query', 'body', 'header', 'cookie', 'name');
  const facts = ['type', 'default', 'placeholder', 'pre', 'post'].map((key) =>
    element.said(key).replaceAll(/[[\]"']/g, ''),
  );
  for (const flag of ['required', 'deprecated']) if (element.has(flag)) facts.push(flag);
  const said = facts.filter((fact) => fact !== '').join(', ');
  const head: Phrases[number][] = name === '' ? [] : [{ kind: 'code-span', code: name }];
  if (said !== '') head.push(textPhrase(` ${said}`));
  return [...(head.length === 0 ? [] : [paragraph(...head)]), ...element.content()];
};

export const GROUPS: ElementReaders = {
  ...all('Note Warning Info Tip Check Danger Caution Important Success Error', (element) => [
    callout(element.tag.name, element.said('title'), element.content()),
  ]),
  ...all('Callout Admonition Alert Aside', (element) => [
    callout(element.said('type', 'variant') || 'info', element.said('title'), element.content()),
  ]),
  Banner: (element) => [callout('info', '', element.content())],
  Tabs: tabsReader,
  ...all('TabItem Tab View', (element) => [
    loose(tabs([{ title: element.said('label', 'title', 'value'), content: element.content() }])),
  ]),
  ...all('CodeGroup RequestExample ResponseExample', (element) => codeGroup(element.content())),
  CodeBlock: codeBlock,
  ...all('details Details', details),
  ...all('Accordion Expandable', accordion),
  ...all('ParamField ResponseField Property', field),
  Prompt: (element) => [...lead(element.said('description')), ...element.content()],
  ...all('Step Update', step),
  ...all('summary AccordionGroup Steps', inside),
};
