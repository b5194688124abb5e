/** Puts steps next to the code that they explain. The chosen step shows its lines. */
import { element } from './element.ts';

export function makeSteps(box: Element): void {
  const steps = [...box.querySelectorAll<HTMLElement>(':scope > .step')];
  const blocks = [...box.querySelectorAll<HTMLElement>(':scope > .code-block, :scope > .code')];
  if (steps.length === 0 || blocks.length === 0 || box.classList.contains('side')) return;
  const texts = element('div', { class: 'steps-texts' });
  const code = element('div', { class: 'steps-code' });
  // Other elements among the steps stay with them.
  texts.append(...[...box.children].filter((each) => !blocks.includes(each as HTMLElement)));
  code.append(...blocks);
  box.append(texts, code);
  box.classList.add('side');
  const choose = (chosen: HTMLElement): void => {
    for (const step of steps) {
      const isChosen = step === chosen;
      step.classList.toggle('current', isChosen);
      step.querySelector('.step-show')?.setAttribute('aria-pressed', String(isChosen));
    }
    const id = chosen.dataset['code'];
    for (const block of blocks) {
      const isWanted = id === undefined || block.dataset['id'] === id;
      if (blocks.length > 1 && blocks.some((each) => each.dataset['id'] === id)) {
        block.hidden = !isWanted;
      }
      markLines(block, isWanted ? (chosen.dataset['lines'] ?? '') : '');
    }
  };
  for (const step of steps) {
    const title = step.querySelector('.step-title');
    if (!title) continue;
    const button = element('button', { class: 'step-show', type: 'button' });
    button.append(...title.childNodes);
    title.append(button);
    button.addEventListener('click', () => {
      choose(step);
    });
  }
  if (steps[0]) choose(steps[0]);
}

/** @param lines as `1,3-5` */
function markLines(block: HTMLElement, lines: string): void {
  const pre = block.querySelector('pre');
  const text = pre?.querySelector('code')?.textContent;
  if (!pre || text === null || text === undefined) return;
  pre.querySelector('.lines')?.remove();
  const wanted = lines.split(',').map((part) => part.split('-').map(Number));
  const count = text.replace(/\n$/, '').split('\n').length;
  if (count > 2000) return;
  const behind = element('span', { class: 'lines', 'aria-hidden': 'true' });
  for (let line = 1; line <= count; line += 1) {
    const isOn = wanted.some(([from = 0, to = from]) => from > 0 && line >= from && line <= to);
    behind.append(element('span', isOn ? { class: 'on' } : {}));
  }
  pre.prepend(behind);
}
